use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use routine_domain::{Instant, instant::truncate};
use sqlx::{
    Connection, Encode, PgPool, Row, SqlSafeStr, SqlStr, Type,
    encode::IsNull,
    error::BoxDynError,
    migrate::{MigrateError, Migrator},
    postgres::{PgArgumentBuffer, PgArguments, PgListener, PgRow, PgTypeInfo, types::Oid},
    query::Query,
};
use tokio::{sync::Notify, task::AbortHandle};
use uuid::Uuid;

use super::{Answer, Dialect, Held, Session, count, traced};
use crate::{
    StoreResult,
    connect::Engine,
    failure::failure,
    faults::{Faults, Trail},
    sql_store::{Arg, Args, Column, Columns},
};

static MIGRATIONS: Migrator = sqlx::migrate!("../../../migrations/postgres");

const CHANNEL: &str = "routine_desk";
const RING: &str = "SELECT pg_notify('routine_desk', '')";
/// How long to wait before a lost listener is replaced.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

/// PostgreSQL: one pool for everything, and one more connection that listens once somebody waits.
pub(crate) struct Postgres {
    pool: PgPool,
    rung: Arc<Notify>,
    listener: OnceLock<AbortHandle>,
    faults: Faults,
}

impl Postgres {
    pub(crate) fn new(pool: PgPool) -> Self {
        Self {
            pool,
            rung: Arc::default(),
            listener: OnceLock::new(),
            faults: Faults::of_environment(),
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(listener) = self.listener.get() {
            listener.abort();
        }
    }
}

impl Dialect for Postgres {
    type Session = PostgresSession;

    const ENGINE: Engine = Engine::Postgres;

    async fn read(&self) -> StoreResult<PostgresSession> {
        let trail = Trail::begin(&self.faults).await;
        let connection = self.pool.acquire().await.map_err(failure)?;
        Ok(PostgresSession {
            held: Held::Connection(connection),
            wakes: false,
            trail,
        })
    }

    async fn write(&self) -> StoreResult<PostgresSession> {
        let trail = Trail::begin(&self.faults).await;
        let transaction = self.pool.begin().await.map_err(failure)?;
        Ok(PostgresSession {
            held: Held::Transaction(transaction),
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
        // A migration may take longer than any statement of the product, so it has a connection of
        // its own, without a time-out.
        let mut connection = self.pool.acquire().await?.detach();
        sqlx::query("SET statement_timeout = 0")
            .execute(&mut connection)
            .await?;
        MIGRATIONS.run_direct(None, &mut connection, false).await?;
        Ok(connection.close().await?)
    }

    async fn changed(&self) {
        self.listener.get_or_init(|| {
            tokio::spawn(listen(self.pool.clone(), self.rung.clone())).abort_handle()
        });
        self.rung.notified().await;
    }

    fn connections(&self) -> (u32, u32) {
        count(&self.pool)
    }

    async fn close(&self) {
        if let Some(listener) = self.listener.get() {
            listener.abort();
        }
        self.pool.close().await;
    }
}

/// Passes notifications on, for ever. What was said while nobody listened is not known, so each new
/// connection rings too.
async fn listen(pool: PgPool, rung: Arc<Notify>) {
    let ring = || {
        rung.notify_waiters();
        // Kept for whoever is not waiting at this moment.
        rung.notify_one();
    };
    let mut again = tokio::time::interval(LISTEN_AGAIN);
    loop {
        again.tick().await;
        let Ok(mut listener) = PgListener::connect_with(&pool).await else {
            continue;
        };
        if listener.listen(CHANNEL).await.is_err() {
            continue;
        }
        ring();
        while let Ok(Some(_)) = listener.try_recv().await {
            ring();
        }
    }
}

pub(crate) struct PostgresSession {
    held: Held<sqlx::Postgres>,
    wakes: bool,
    trail: Trail,
}

impl Session for PostgresSession {
    type Row = PgRow;

    fn execute(&mut self, sql: impl SqlSafeStr, args: Args) -> Answer<'_, u64> {
        let sql = traced(sql);
        Box::pin(async move {
            self.trail.before(sql.as_str()).await?;
            let query = bind(sql, args);
            let done = query.execute(self.held.connection()).await;
            Ok(done.map_err(failure)?.rows_affected())
        })
    }

    fn fetch(&mut self, sql: impl SqlSafeStr, args: Args) -> Answer<'_, Vec<PgRow>> {
        let sql = traced(sql);
        Box::pin(async move {
            self.trail.before(sql.as_str()).await?;
            let query = bind(sql, args);
            let rows = query.fetch_all(self.held.connection()).await;
            rows.map_err(failure)
        })
    }

    fn fetch_optional(&mut self, sql: impl SqlSafeStr, args: Args) -> Answer<'_, Option<PgRow>> {
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

    async fn commit(mut self) -> StoreResult<()> {
        if self.wakes {
            self.execute(RING, Args::new()).await?;
        }
        self.trail.before_commit().await?;
        self.held.commit().await.map_err(failure)?;
        self.trail.after_commit().await
    }
}

fn bind(sql: SqlStr, args: Args) -> Query<'static, sqlx::Postgres, PgArguments> {
    args.into_iter()
        .fold(sqlx::query(sql), |query, arg| match arg {
            Arg::Id(id) => query.bind(id),
            Arg::Instant(at) => query.bind(at),
            Arg::Text(text) => query.bind(text),
            Arg::Int(number) => query.bind(number),
            Arg::Bool(flag) => query.bind(flag),
            Arg::Json(text) => query.bind(text.map(JsonText)),
            Arg::Column(Column::Ids(ids)) => query.bind(ids),
            Arg::Column(Column::Instants(instants)) => query.bind(instants),
            Arg::Column(Column::Texts(texts)) => query.bind(texts),
            Arg::Column(Column::Ints(numbers)) => query.bind(numbers),
            Arg::Column(Column::Bools(flags)) => query.bind(flags),
        })
}

/// Text for a `json` parameter. Going through a parsed value would drop digits and blanks.
struct JsonText(String);

impl Type<sqlx::Postgres> for JsonText {
    fn type_info() -> PgTypeInfo {
        /// `json` in `pg_type`.
        const JSON: Oid = Oid(114);
        PgTypeInfo::with_oid(JSON)
    }
}

impl Encode<'_, sqlx::Postgres> for JsonText {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        buffer.extend_from_slice(self.0.as_bytes());
        Ok(IsNull::No)
    }
}

impl Columns for PgRow {
    fn opt_id(&self, column: &str) -> StoreResult<Option<Uuid>> {
        self.try_get(column).map_err(failure)
    }

    fn opt_instant(&self, column: &str) -> StoreResult<Option<Instant>> {
        let at: Option<Instant> = self.try_get(column).map_err(failure)?;
        Ok(at.map(truncate))
    }

    fn opt_text(&self, column: &str) -> StoreResult<Option<String>> {
        // Unchecked, since `json` has the same form as `text` and is wanted as it was written.
        self.try_get_unchecked(column).map_err(failure)
    }

    fn opt_signed(&self, column: &str) -> StoreResult<Option<i64>> {
        // Unchecked, since an integer of any width decodes by its length.
        self.try_get_unchecked(column).map_err(failure)
    }

    fn opt_flag(&self, column: &str) -> StoreResult<Option<bool>> {
        self.try_get(column).map_err(failure)
    }
}
