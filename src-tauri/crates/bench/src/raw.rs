//! A connection past the store: what is measured must not be measured by itself. The statements are
//! this crate's own, so values stand in them as literals.

use std::str::FromStr;

use routine_domain::Instant;
use routine_store::Engine;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection, PgConnection, Row, SqliteConnection,
    postgres::PgConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use crate::BenchResult;

pub enum Raw {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Raw {
    pub async fn open(engine: Engine, url: &str) -> BenchResult<Self> {
        Ok(match engine {
            Engine::Sqlite => {
                // As the product sets it.
                let options = SqliteConnectOptions::new()
                    .filename(path_of(url))
                    .create_if_missing(true)
                    .foreign_keys(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(std::time::Duration::from_secs(30))
                    .pragma("cache_size", "-65536")
                    .pragma("mmap_size", "268435456")
                    .pragma("temp_store", "memory")
                    .disable_statement_logging();
                Raw::Sqlite(options.connect().await?)
            }
            Engine::Postgres => {
                let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
                Raw::Postgres(options.connect().await?)
            }
        })
    }

    pub fn engine(&self) -> Engine {
        match self {
            Raw::Sqlite(_) => Engine::Sqlite,
            Raw::Postgres(_) => Engine::Postgres,
        }
    }

    pub fn pick<T>(&self, sqlite: T, postgres: T) -> T {
        match self {
            Raw::Sqlite(_) => sqlite,
            Raw::Postgres(_) => postgres,
        }
    }

    /// Answers the number of rows it touched.
    pub async fn run(&mut self, sql: impl Into<String>) -> BenchResult<u64> {
        let query = AssertSqlSafe(sql.into());
        Ok(match self {
            Raw::Sqlite(db) => sqlx::query(query).execute(db).await?.rows_affected(),
            Raw::Postgres(db) => sqlx::query(query).execute(db).await?.rows_affected(),
        })
    }

    /// Each statement in turn.
    pub async fn run_all(&mut self, statements: &[String]) -> BenchResult<()> {
        for sql in statements {
            self.run(sql.as_str()).await?;
        }
        Ok(())
    }

    /// The integers of the rows.
    pub async fn numbers(&mut self, sql: impl Into<String>) -> BenchResult<Vec<i64>> {
        let query = AssertSqlSafe(sql.into());
        Ok(match self {
            Raw::Sqlite(db) => sqlx::query_scalar(query).fetch_all(db).await?,
            Raw::Postgres(db) => sqlx::query_scalar(query).fetch_all(db).await?,
        })
    }

    pub async fn number(&mut self, sql: impl Into<String>) -> BenchResult<i64> {
        let numbers = self.numbers(sql).await?;
        Ok(numbers.first().copied().unwrap_or_default())
    }

    pub async fn text(&mut self, sql: impl Into<String>) -> BenchResult<String> {
        let query = AssertSqlSafe(sql.into());
        Ok(match self {
            Raw::Sqlite(db) => sqlx::query(query).fetch_one(db).await?.try_get(0)?,
            Raw::Postgres(db) => sqlx::query(query).fetch_one(db).await?.try_get(0)?,
        })
    }

    pub async fn texts(&mut self, sql: impl Into<String>) -> BenchResult<Vec<String>> {
        let query = AssertSqlSafe(sql.into());
        Ok(match self {
            Raw::Sqlite(db) => sqlx::query_scalar(query).fetch_all(db).await?,
            Raw::Postgres(db) => sqlx::query_scalar(query).fetch_all(db).await?,
        })
    }

    /// How many rows a statement yields; they are fetched and put down.
    pub async fn rows(&mut self, sql: impl Into<String>) -> BenchResult<usize> {
        let query = AssertSqlSafe(sql.into());
        Ok(match self {
            Raw::Sqlite(db) => sqlx::query(query).fetch_all(db).await?.len(),
            Raw::Postgres(db) => sqlx::query(query).fetch_all(db).await?.len(),
        })
    }

    /// Milliseconds since 1970 as the database keeps an instant.
    pub fn instant(&self, milliseconds: &str) -> String {
        self.pick(
            format!("({milliseconds})"),
            format!("to_timestamp(({milliseconds}) / 1000.0)"),
        )
    }

    /// The other way round.
    pub fn milliseconds(&self, instant: &str) -> String {
        self.pick(
            format!("({instant})"),
            format!("CAST(round(extract(epoch FROM {instant}) * 1000) AS BIGINT)"),
        )
    }

    pub fn at(&self, instant: Instant) -> String {
        self.instant(&instant.timestamp_millis().to_string())
    }

    /// A UUIDv7 of a time, told apart by two numbers: the first counts to a million million, the
    /// second to 4,095.
    pub fn id(&self, milliseconds: &str, number: &str, layer: &str) -> String {
        self.pick(
            format!(
                "printf('%08x-%04x-7%03x-8000-%012x', ({milliseconds}) >> 16,
                        ({milliseconds}) & 65535, ({layer}) & 4095, {number})"
            ),
            format!(
                "CAST(lpad(to_hex(({milliseconds}) >> 16), 8, '0') || '-'
                    || lpad(to_hex(({milliseconds}) & 65535), 4, '0') || '-7'
                    || lpad(to_hex(({layer}) & 4095), 3, '0') || '-8000-'
                    || lpad(to_hex({number}), 12, '0') AS uuid)"
            ),
        )
    }

    /// Statistics as they are in a database that has been lived in, and nothing left to clear up.
    pub async fn settle(&mut self) -> BenchResult<()> {
        let statements = self.pick(
            ["PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA optimize"],
            ["VACUUM ANALYZE", "CHECKPOINT"],
        );
        for sql in statements {
            self.rows(sql).await?;
        }
        Ok(())
    }

    pub async fn close(self) -> BenchResult<()> {
        match self {
            Raw::Sqlite(db) => db.close().await?,
            Raw::Postgres(db) => db.close().await?,
        }
        Ok(())
    }
}

/// The path in `sqlite:PATH`, or a plain one.
pub fn path_of(url: &str) -> &str {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    path.strip_prefix("//").unwrap_or(path)
}

/// A text as a literal.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
