//! What differs between the two databases, and nothing else: how a session begins, how values are
//! bound and read, how a change is made known.

mod postgres;
mod sqlite;

use std::{future::Future, pin::Pin};

use sqlx::{
    Database, Pool, SqlSafeStr, SqlStr, Transaction,
    migrate::{MigrateError, Migrator},
    pool::PoolConnection,
};

use super::{Args, Columns};
use crate::{StoreResult, connect::Engine, faults::Faults};

pub(crate) use postgres::Postgres;
pub(crate) use sqlite::Sqlite;

/// One of the two databases.
pub(crate) trait Dialect: Send + Sync + 'static {
    type Session: Session;

    const ENGINE: Engine;

    /// The part of a statement that must differ. Say why where it is used.
    fn pick<T>(sqlite: T, postgres: T) -> T {
        match Self::ENGINE {
            Engine::Sqlite => sqlite,
            Engine::Postgres => postgres,
        }
    }

    /// A connection outside any transaction, for statements that only read.
    fn read(&self) -> impl Future<Output = StoreResult<Self::Session>> + Send;

    /// A transaction that may write. On SQLite it holds the write lock from its first moment; on
    /// PostgreSQL each statement locks what it must.
    fn write(&self) -> impl Future<Output = StoreResult<Self::Session>> + Send;

    /// Where tests let this database fail.
    fn faults(&self) -> &Faults;

    fn migrations() -> &'static Migrator;

    /// Applies the migrations that are missing.
    fn migrate(&self) -> impl Future<Output = Result<(), MigrateError>> + Send;

    /// See [`crate::Store::changed`].
    fn changed(&self) -> impl Future<Output = ()> + Send;

    /// How many connections are open, and how many of them idle.
    fn connections(&self) -> (u32, u32);

    fn close(&self) -> impl Future<Output = ()> + Send;
}

/// Boxed, so that the type of the statement is no part of it: with that inside, a caller that must
/// prove its own future `Send`, as the commands of the desktop must, could not.
pub(crate) type Answer<'a, T> = Pin<Box<dyn Future<Output = StoreResult<T>> + Send + 'a>>;

/// Where statements run. Dropping it without [`Session::commit`] takes everything back.
pub(crate) trait Session: Send {
    type Row: Columns;

    /// Answers the number of rows it touched.
    fn execute(&mut self, sql: impl SqlSafeStr, args: Args) -> Answer<'_, u64>;

    fn fetch(&mut self, sql: impl SqlSafeStr, args: Args) -> Answer<'_, Vec<Self::Row>>;

    fn fetch_optional(&mut self, sql: impl SqlSafeStr, args: Args)
    -> Answer<'_, Option<Self::Row>>;

    /// Tells every process, once this is committed, that work may be due sooner.
    fn wake(&mut self);

    fn commit(self) -> impl Future<Output = StoreResult<()>> + Send;
}

/// Shows the statement to whoever traces `routine_store::sql`, such as the suite that watches plans.
/// Never its values.
fn traced(sql: impl SqlSafeStr) -> SqlStr {
    let sql = sql.into_sql_str();
    tracing::trace!(target: "routine_store::sql", sql = sql.as_str());
    sql
}

/// Open connections, and how many of them are idle.
fn count<DB: Database>(pool: &Pool<DB>) -> (u32, u32) {
    (
        pool.size(),
        u32::try_from(pool.num_idle()).unwrap_or(u32::MAX),
    )
}

/// What a session holds on to.
enum Held<DB: Database> {
    Connection(PoolConnection<DB>),
    Transaction(Transaction<'static, DB>),
}

impl<DB: Database> Held<DB> {
    fn connection(&mut self) -> &mut DB::Connection {
        match self {
            Held::Connection(connection) => connection,
            Held::Transaction(transaction) => transaction,
        }
    }

    async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Held::Connection(_) => Ok(()),
            Held::Transaction(transaction) => transaction.commit().await,
        }
    }
}
