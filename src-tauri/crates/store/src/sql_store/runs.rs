use async_trait::async_trait;
use routine_domain::{Cause, Instant, RoutineId, RunId};

use super::{Dialect, SqlStore};
use crate::{
    Runs, StoreError, StoreResult,
    model::{Actor, ReportOutcome, Run, RunFilter, RunPage, RunReport},
};

#[async_trait]
impl<D: Dialect> Runs for SqlStore<D> {
    async fn request_run(
        &self,
        _routine: RoutineId,
        _cause: Cause,
        _input: Option<&str>,
        _actor: &Actor,
        _now: Instant,
    ) -> StoreResult<Option<Run>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn record_reports(
        &self,
        _reports: &[RunReport],
        _now: Instant,
    ) -> StoreResult<Vec<ReportOutcome>> {
        Err(StoreError::Internal("Not built.".into()))
    }

    async fn get_run(&self, _id: RunId) -> StoreResult<Option<Run>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn list_attempts(
        &self,
        _routine: RoutineId,
        _scheduled_for: Instant,
    ) -> StoreResult<Vec<Run>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn list_runs(&self, _filter: &RunFilter) -> StoreResult<RunPage> {
        Err(StoreError::Internal("Not built.".into()))
    }
}
