use async_trait::async_trait;
use routine_domain::{Instant, Routine, RoutineChange, RoutineId, TenantId};

use super::{Dialect, SqlStore};
use crate::{
    Routines, StoreError, StoreResult,
    model::{
        Actor, ChangeOutcome, CreateOutcome, NewRoutine, RoutineCounts, RoutineFilter,
        RoutineListing, RoutinePage, StripMark,
    },
};

#[async_trait]
impl<D: Dialect> Routines for SqlStore<D> {
    async fn create_routine(
        &self,
        _new: &NewRoutine,
        _actor: &Actor,
        _now: Instant,
    ) -> StoreResult<CreateOutcome> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn change_routine(
        &self,
        _id: RoutineId,
        _expected_revision: Option<u32>,
        _change: &RoutineChange,
        _actor: &Actor,
        _now: Instant,
    ) -> StoreResult<ChangeOutcome> {
        Err(StoreError::Internal("Not built.".into()))
    }

    async fn get_routine(&self, _id: RoutineId) -> StoreResult<Option<Routine>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn get_listing(
        &self,
        _id: RoutineId,
        _now: Instant,
    ) -> StoreResult<Option<RoutineListing>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn list_routines(
        &self,
        _filter: &RoutineFilter,
        _now: Instant,
    ) -> StoreResult<RoutinePage> {
        Err(StoreError::Internal("Not built.".into()))
    }

    async fn count_routines(&self, _tenant_id: Option<TenantId>) -> StoreResult<RoutineCounts> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn recent_runs(
        &self,
        _routines: &[RoutineId],
        _limit: u32,
    ) -> StoreResult<Vec<StripMark>> {
        Err(StoreError::Internal("Not built.".into()))
    }
}
