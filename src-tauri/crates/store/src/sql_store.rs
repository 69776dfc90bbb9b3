//! The contract, fulfilled once for both databases. What a statement needs of its database stands in
//! [`dialect`]; everything else is said once.
//!
//! How a method is written:
//!
//! ```text
//! async fn end_sweep(&self, id: SweepId, end: &SweepEnd, now: Instant) -> StoreResult<()> {
//!     let mut session = self.db.write().await?;          // or `read()`, where nothing is written
//!     session.execute(
//!         "UPDATE sweeps SET ended_at = $2, claimed = $3 WHERE id = $1",
//!         args![id, now, end.claimed],                   // bound in native types, also `Option`s
//!     ).await?;
//!     session.wake();                                    // only if work may be due sooner
//!     session.commit().await
//! }
//! ```
//!
//! - `$1` works in both. Built statements are joined from constants only and wrapped in
//!   `sqlx::AssertSqlSafe`; values are always bound. JSON is bound by [`Arg::json`].
//! - Where the databases must differ, `D::pick(sqlite, postgres)` chooses, and a comment says why:
//!   `D::pick("", "FOR NO KEY UPDATE OF r SKIP LOCKED")`, since SQLite has one writer at a time.
//! - Rows are read by name: `row.instant("due_at")?`, `row.word::<RunStatus>("status")?`,
//!   `RunId(row.id("id")?)`, `row.opt_text("detail")?`.
//! - Many rows travel as one parameter, or spread over several where it counts: see [`batch::Batch`].

mod arg;
mod batch;
mod catalog;
mod columns;
mod deliveries;
mod dialect;
mod evidence;
mod failures;
mod hubs;
mod journal;
mod operations;
mod retention;
mod revive_plans;
mod routines;
mod rows;
mod runs;
mod sandbox;
mod schedule_changes;
mod sweeps;
mod switch_off;
mod watching;

use async_trait::async_trait;
use routine_domain::Instant;

pub(crate) use arg::{Arg, Args, Column, args};
pub(crate) use columns::Columns;
pub(crate) use dialect::{Dialect, Postgres, Session, Sqlite};

use crate::{Sandbox, Store, StoreError, StoreResult};

pub(crate) type SqliteStore = SqlStore<Sqlite>;
pub(crate) type PostgresStore = SqlStore<Postgres>;

/// A database of the current schema.
pub(crate) struct SqlStore<D: Dialect> {
    db: D,
    /// The role that audit events name beside their actor; SQLite has none.
    role: Option<String>,
}

impl<D: Dialect> SqlStore<D> {
    pub(crate) fn new(db: D, role: Option<String>) -> Self {
        Self { db, role }
    }

    pub(crate) fn db(&self) -> &D {
        &self.db
    }
}

#[async_trait]
impl<D: Dialect> Store for SqlStore<D> {
    async fn now(&self) -> StoreResult<Instant> {
        Ok(self.environment().await?.now())
    }

    async fn changed(&self) {
        self.db.changed().await;
    }

    async fn close(&self) {
        self.db.close().await;
    }
}

/// The one row of the table `environment`.
fn present<R: Columns>(row: Option<R>) -> StoreResult<R> {
    row.ok_or_else(|| {
        StoreError::Internal(
            "The table environment is empty. The database was changed by hand.".into(),
        )
    })
}
