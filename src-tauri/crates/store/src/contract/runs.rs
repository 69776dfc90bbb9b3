use std::collections::HashMap;

use async_trait::async_trait;
use routine_domain::{Cause, Instant, RoutineId, RunId, health::PastRun};

use crate::{
    StoreResult,
    model::{
        Actor, CancelOutcome, Lease, Neighbours, OpenRuns, ReplayOutcome, ReportOutcome, Run,
        RunFilter, RunKey, RunPage, RunReport, RunSearchPage,
    },
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

    /// Writes a claimed run like `request_run`, linked to an ended one and with the revision that one
    /// was claimed with. Its input is `input`, else that of the ended run.
    async fn replay_run(
        &self,
        of: RunId,
        input: Option<&str>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<ReplayOutcome>;

    /// Ends a run that is not launched, at once; of one that is, asks the worker that holds it, which
    /// reads it by `cancel_requests`. `plan_cancel` decides. Audited.
    async fn cancel_run(
        &self,
        id: RunId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<CancelOutcome>;

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

    /// The same, of the runs whose error, key or input contains `text` in any case. It looks through
    /// a bounded number of runs at a time, so that a page may hold few rows and still not be the last.
    async fn search_runs(&self, filter: &RunFilter, text: &str) -> StoreResult<RunSearchPage>;

    /// The runs of the routine right before and right after the one with this key.
    async fn run_neighbours(&self, routine: RoutineId, of: RunKey) -> StoreResult<Neighbours>;

    /// The newest success of the routine before the run with this key, among a bounded number of runs.
    async fn last_success(&self, routine: RoutineId, before: RunKey) -> StoreResult<Option<Run>>;

    /// Of each of these routines; those without an open run are left out.
    async fn count_open_runs(
        &self,
        routines: &[RoutineId],
    ) -> StoreResult<HashMap<RoutineId, OpenRuns>>;
}
