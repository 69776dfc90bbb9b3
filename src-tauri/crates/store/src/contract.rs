//! The contract both databases fulfil, split by what it is about. `tests/suites/store_contract`
//! holds every method to it on SQLite and on PostgreSQL.

mod catalog;
mod deliveries;
mod evidence;
mod failures;
mod hubs;
mod operations;
mod retention;
mod revive_plans;
mod routines;
mod runs;
mod sandbox;
mod sweeps;
mod watching;

pub use catalog::Catalog;
pub use deliveries::Deliveries;
pub use evidence::Evidence;
pub use failures::Failures;
pub use hubs::Hubs;
pub use operations::Operations;
pub use retention::Retention;
pub use revive_plans::RevivePlans;
pub use routines::Routines;
pub use runs::Runs;
pub use sandbox::Sandbox;
pub use sweeps::Sweeps;
pub use watching::Watching;

use async_trait::async_trait;
use routine_domain::Instant;

use crate::StoreResult;

/// A database of Routine Desk, opened and of the current schema.
#[async_trait]
pub trait Store:
    Catalog
    + Deliveries
    + Evidence
    + Failures
    + Hubs
    + Operations
    + Retention
    + RevivePlans
    + Routines
    + Runs
    + Sandbox
    + Sweeps
    + Watching
{
    /// The time: the virtual clock of a sandbox if it has one, else the database's own clock.
    async fn now(&self) -> StoreResult<Instant>;

    /// Resolves when something changed that may make work due sooner: a routine was written, a run
    /// was asked for, has ended or was released. May also resolve without a reason.
    async fn changed(&self);

    /// Ends all connections; later calls answer `Unavailable`.
    async fn close(&self);
}
