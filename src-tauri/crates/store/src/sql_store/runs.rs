use std::collections::HashMap;

use async_trait::async_trait;
use routine_domain::{Cause, Instant, RoutineId, RunId, health::PastRun};

mod beside;
mod cancel;
mod counts;
mod endpoints;
mod of_routine;
mod page;
mod replay;
mod report;
mod request;
mod row;
mod search;
mod streaks;
mod tracked;

use super::{Dialect, SqlStore, args};
use crate::{
    Runs, StoreResult,
    model::{
        Actor, CancelOutcome, Lease, Neighbours, OpenRuns, ReplayOutcome, ReportOutcome, Run,
        RunFilter, RunKey, RunPage, RunReport, RunSearchPage,
    },
};

pub(super) use counts::CountMoves;
pub(super) use row::REVISION_OF_RUN;
pub(super) use tracked::storable;

/// The statuses of open runs, spelled as the partial indexes spell them.
pub(super) const OPEN: &str = "('claimed', 'launching', 'running')";

#[async_trait]
impl<D: Dialect> Runs for SqlStore<D> {
    async fn request_run(
        &self,
        routine: RoutineId,
        cause: Cause,
        input: Option<&str>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Run>> {
        self.insert_requested(routine, cause, input, actor, now)
            .await
    }

    async fn replay_run(
        &self,
        of: RunId,
        input: Option<&str>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<ReplayOutcome> {
        self.insert_replay(of, input, actor, now).await
    }

    async fn cancel_run(
        &self,
        id: RunId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<CancelOutcome> {
        self.cancel(id, actor, now).await
    }

    async fn record_reports(
        &self,
        reports: &[RunReport],
        now: Instant,
    ) -> StoreResult<Vec<ReportOutcome>> {
        self.record(reports, now).await
    }

    async fn note_timeouts(&self, leases: &[Lease], at: Instant) -> StoreResult<()> {
        self.hear_timeouts(leases, at).await
    }

    async fn get_run(&self, id: RunId) -> StoreResult<Option<Run>> {
        let mut session = self.db.read().await?;
        row::one::<D>(&mut session, id).await
    }

    async fn list_attempts(
        &self,
        routine: RoutineId,
        scheduled_for: Instant,
    ) -> StoreResult<Vec<Run>> {
        let mut session = self.db.read().await?;
        row::runs::<D>(
            &mut session,
            "SELECT * FROM runs WHERE routine_id = $1 AND scheduled_for = $2",
            "u.attempt, u.id",
            args![routine, scheduled_for],
        )
        .await
    }

    async fn list_fires(
        &self,
        routine: RoutineId,
        after: Option<RunKey>,
        limit: u32,
    ) -> StoreResult<RunPage> {
        self.page_of_fires(routine, after, limit).await
    }

    async fn recent_outcomes(&self, routine: RoutineId, limit: u32) -> StoreResult<Vec<PastRun>> {
        self.fetch_past_runs(routine, limit).await
    }

    async fn list_runs(&self, filter: &RunFilter) -> StoreResult<RunPage> {
        self.page_of_runs(filter).await
    }

    async fn search_runs(&self, filter: &RunFilter, text: &str) -> StoreResult<RunSearchPage> {
        self.page_of_search(filter, text).await
    }

    async fn run_neighbours(&self, routine: RoutineId, of: RunKey) -> StoreResult<Neighbours> {
        self.fetch_neighbours(routine, of).await
    }

    async fn last_success(&self, routine: RoutineId, before: RunKey) -> StoreResult<Option<Run>> {
        self.fetch_last_success(routine, before).await
    }

    async fn count_open_runs(
        &self,
        routines: &[RoutineId],
    ) -> StoreResult<HashMap<RoutineId, OpenRuns>> {
        self.fetch_open_counts(routines).await
    }
}
