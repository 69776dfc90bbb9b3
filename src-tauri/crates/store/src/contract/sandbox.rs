use async_trait::async_trait;
use routine_domain::{ClockMove, Instant, SandboxFaults};

use crate::{
    StoreResult,
    model::{Actor, Copied, Environment},
};

/// The clock and the faults of a database that is marked as a sandbox.
#[async_trait]
pub trait Sandbox: Send + Sync {
    async fn environment(&self) -> StoreResult<Environment>;

    /// From then on it is a sandbox. Only a database that has no tenant yet, unless `filled` says that
    /// it may have some. False where it has one; nothing is changed then.
    async fn mark_sandbox(&self, filled: bool, actor: &Actor) -> StoreResult<bool>;

    /// Moves the clock, for all processes, and wakes them. Where it goes back, what happened later is
    /// removed, and what is in the schedule is planned anew from the new time. Journalled where there is an actor: the steps of a walk are
    /// not. None where the database is no sandbox; nothing is changed then.
    async fn move_clock(
        &self,
        step: ClockMove,
        actor: Option<&Actor>,
    ) -> StoreResult<Option<Environment>>;

    /// None takes all of them away. False where the database is no sandbox.
    async fn set_faults(
        &self,
        faults: Option<&SandboxFaults>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<bool>;

    /// Writes tenants, definitions and routines as they are, with their ids, into a database that has
    /// none of them; as made by `actor` at `now`.
    async fn write_copy(&self, copied: &Copied, actor: &Actor, now: Instant) -> StoreResult<()>;
}
