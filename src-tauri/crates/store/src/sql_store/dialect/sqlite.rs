mod ear;

use std::sync::{Arc, OnceLock};

use routine_domain::{Instant, instant::from_millis};
use sqlx::{
    Row, SqlSafeStr, SqlStr, SqlitePool,
    migrate::{MigrateError, Migrator},
    query::Query,
    sqlite::{SqliteArguments, SqliteRow},
};
use tokio::{sync::Notify, task::AbortHandle};
use uuid::Uuid;

use ear::Ear;

use super::{Answer, Dialect, Held, Session, count, traced};
use crate::{
    StoreResult,
    connect::Engine,
    failure::failure,
    faults::{Faults, Trail},
    sql_store::{Arg, Args, Columns, columns::unreadable},
};

static MIGRATIONS: Migrator = sqlx::migrate!("../../../migrations/sqlite");

/// SQLite: one connection writes, the others read.
pub(crate) struct Sqlite {
    writer: SqlitePool,
    readers: SqlitePool,
    /// Rung by every transaction of this process that may make work due sooner.
    bell: Arc<Notify>,
    ear: Arc<Ear>,
    /// Runs once somebody waits. A task of its own: it borrows the connection that writes, and whoever
    /// waits for a change may not be looking just then.
    listener: OnceLock<AbortHandle>,
    faults: Faults,
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        if let Some(listener) = self.listener.get() {
            listener.abort();
        }
    }
}

impl Sqlite {
    pub(crate) fn new(writer: SqlitePool, readers: SqlitePool) -> Self {
        Self {
            ear: Arc::new(Ear::at(&writer)),
            bell: Arc::default(),
            listener: OnceLock::new(),
            writer,
            readers,
            faults: Faults::of_environment(),
        }
    }

    /// What others write from now on wakes whoever waits for a change.
    pub(crate) async fn listen(&self) {
        self.ear.prick(&self.writer).await;
    }
}

fn ring(bell: &Notify) {
    bell.notify_waiters();
    // Kept for whoever is not waiting at this moment.
    bell.notify_one();
}

impl Dialect for Sqlite {
    type Session = SqliteSession;

    const ENGINE: Engine = Engine::Sqlite;

    async fn read(&self) -> StoreResult<SqliteSession> {
        let trail = Trail::begin(&self.faults).await;
        let connection = self.readers.acquire().await.map_err(failure)?;
        Ok(SqliteSession {
            held: Held::Connection(connection),
            bell: self.bell.clone(),
            wakes: false,
            trail,
        })
    }

    async fn write(&self) -> StoreResult<SqliteSession> {
        let trail = Trail::begin(&self.faults).await;
        // A transaction that reads first and writes later would fail at once, without waiting,
        // if another process wrote in between.
        let transaction = self.writer.begin_with("BEGIN IMMEDIATE").await;
        Ok(SqliteSession {
            held: Held::Transaction(transaction.map_err(failure)?),
            bell: self.bell.clone(),
            wakes: false,
            trail,
        })
    }

    fn faults(&self) -> &Faults {
        &self.faults
    }

    fn migrations() -> &'static Migrator {
        &MIGRATIONS
    }

    async fn migrate(&self) -> Result<(), MigrateError> {
        MIGRATIONS.run(&self.writer).await
    }

    async fn changed(&self) {
        self.listener.get_or_init(|| {
            let (ear, bell, writer) = (self.ear.clone(), self.bell.clone(), self.writer.clone());
            tokio::spawn(async move { ear.hear(&writer, || ring(&bell)).await }).abort_handle()
        });
        self.bell.notified().await;
    }

    fn connections(&self) -> (u32, u32) {
        let ((readers, idle_readers), (writers, idle_writers)) =
            (count(&self.readers), count(&self.writer));
        (
            readers.saturating_add(writers),
            // Counted while others take and give back: it may be below nothing for a moment.
            idle_readers.saturating_add(idle_writers),
        )
    }

    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

pub(crate) struct SqliteSession {
    held: Held<sqlx::Sqlite>,
    bell: Arc<Notify>,
    wakes: bool,
    trail: Trail,
}

impl Session for SqliteSession {
    type Row = SqliteRow;

    fn execute(&mut self, sql: impl SqlSafeStr, args: Args) -> Answer<'_, u64> {
        let sql = traced(sql);
        Box::pin(async move {
            self.trail.before(sql.as_str()).await?;
            let query = bind(sql, args);
            let done = query.execute(self.held.connection()).await;
            Ok(done.map_err(failure)?.rows_affected())
        })
    }

    fn fetch(&mut self, sql: impl SqlSafeStr, args: Args) -> Answer<'_, Vec<SqliteRow>> {
        let sql = traced(sql);
        Box::pin(async move {
            self.trail.before(sql.as_str()).await?;
            let query = bind(sql, args);
            let rows = query.fetch_all(self.held.connection()).await;
            rows.map_err(failure)
        })
    }

    fn fetch_optional(
        &mut self,
        sql: impl SqlSafeStr,
        args: Args,
    ) -> Answer<'_, Option<SqliteRow>> {
        let sql = traced(sql);
        Box::pin(async move {
            self.trail.before(sql.as_str()).await?;
            let query = bind(sql, args);
            let row = query.fetch_optional(self.held.connection()).await;
            row.map_err(failure)
        })
    }

    fn wake(&mut self) {
        self.wakes = true;
    }

    async fn commit(self) -> StoreResult<()> {
        self.trail.before_commit().await?;
        self.held.commit().await.map_err(failure)?;
        if self.wakes {
            ring(&self.bell);
        }
        self.trail.after_commit().await
    }
}

fn bind(sql: SqlStr, args: Args) -> Query<'static, sqlx::Sqlite, SqliteArguments> {
    args.into_iter()
        .fold(sqlx::query(sql), |query, arg| match arg {
            Arg::Id(id) => query.bind(id.map(|id| id.to_string())),
            Arg::Instant(at) => query.bind(at.map(|at| at.timestamp_millis())),
            Arg::Text(text) | Arg::Json(text) => query.bind(text),
            Arg::Int(number) => query.bind(number),
            Arg::Bool(flag) => query.bind(flag),
            // No batch is spread into columns here.
            Arg::Column(_) => query.bind(None::<i64>),
        })
}

impl Columns for SqliteRow {
    fn opt_id(&self, column: &str) -> StoreResult<Option<Uuid>> {
        self.opt_text(column)?
            .map(|text| Uuid::parse_str(&text).map_err(|_| unreadable(column, text)))
            .transpose()
    }

    fn opt_instant(&self, column: &str) -> StoreResult<Option<Instant>> {
        self.opt_signed(column)?
            .map(|ms| from_millis(ms).ok_or_else(|| unreadable(column, ms)))
            .transpose()
    }

    fn opt_text(&self, column: &str) -> StoreResult<Option<String>> {
        self.try_get(column).map_err(failure)
    }

    fn opt_signed(&self, column: &str) -> StoreResult<Option<i64>> {
        self.try_get(column).map_err(failure)
    }

    fn opt_flag(&self, column: &str) -> StoreResult<Option<bool>> {
        self.try_get(column).map_err(failure)
    }
}
