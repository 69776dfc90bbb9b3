use async_trait::async_trait;
use routine_domain::{Cause, Instant, RoutineId, RunId, health::PastRun};

use crate::{
    StoreResult,
    model::{Actor, Lease, ReportOutcome, Run, RunFilter, RunKey, RunPage, RunReport},
};

/// History, and what moves it from outside the claim.
#[async_trait]
pub trait Runs: Send + Sync {
    /// Writes a claimed run without lease, which any able worker takes up: a fire by hand. Works in
    /// every state of the routine but deleted; leaves the schedule alone. None when there is no such
    /// routine, or it is deleted.
    async fn request_run(
        &self,
        routine: RoutineId,
        cause: Cause,
        input: Option<&str>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Run>>;

    /// Moves runs, each by compare-and-set: from the statuses the domain's table allows, and, where
    /// the report carries a lease epoch, only for the holder of that epoch. Streaks, retries, dead
    /// letters, fatigue and counts move in the same transaction, and only for reports that won
    /// (product.md, section 5). One outcome per report, in the order given.
    async fn record_reports(
        &self,
        reports: &[RunReport],
        now: Instant,
    ) -> StoreResult<Vec<ReportOutcome>>;

    /// Launches whose endpoint did not answer in time. The runs stay as they are, since they may have
    /// started; it counts towards the endpoint being down.
    async fn note_timeouts(&self, leases: &[Lease], at: Instant) -> StoreResult<()>;

    async fn get_run(&self, id: RunId) -> StoreResult<Option<Run>>;

    /// Every row of one occurrence, oldest attempt first.
    async fn list_attempts(
        &self,
        routine: RoutineId,
        scheduled_for: Instant,
    ) -> StoreResult<Vec<Run>>;

    /// A page of what became of the planned times of one routine, the last attempt at each, newest
    /// first.
    async fn list_fires(
        &self,
        routine: RoutineId,
        after: Option<RunKey>,
        limit: u32,
    ) -> StoreResult<RunPage>;

    /// The newest `limit` runs of one routine, without what they were told and what they answered.
    async fn recent_outcomes(&self, routine: RoutineId, limit: u32) -> StoreResult<Vec<PastRun>>;

    /// A page of history, newest first, keyset only.
    async fn list_runs(&self, filter: &RunFilter) -> StoreResult<RunPage>;
}
