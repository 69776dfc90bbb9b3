//! Routines as people see and change them.

mod change;
mod create;
mod ended_retry;
mod list;
mod matching;
mod page;
mod states;
mod strip;
mod write;

use async_trait::async_trait;
use routine_domain::{Instant, Routine, RoutineChange, RoutineId, TenantId};

pub(super) use list::{BESIDE, LISTING, listing};
pub(super) use states::{overdue_before, predicate};

use super::{Dialect, SqlStore};
use crate::{
    Routines, StoreResult,
    model::{
        Actor, ChangeOutcome, CreateOutcome, NewRoutine, RoutineCounts, RoutineFilter,
        RoutineListing, RoutineMatch, RoutinePage, RoutineTarget, StripMark,
    },
};

#[async_trait]
impl<D: Dialect> Routines for SqlStore<D> {
    async fn create_routine(
        &self,
        new: &NewRoutine,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<CreateOutcome> {
        self.insert_new(new, actor, now).await
    }

    async fn change_routine(
        &self,
        id: RoutineId,
        expected_revision: Option<u32>,
        change: &RoutineChange,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<ChangeOutcome> {
        self.apply_change(id, expected_revision, change, actor, now)
            .await
    }

    async fn get_routine(&self, id: RoutineId) -> StoreResult<Option<Routine>> {
        self.fetch_routine(id).await
    }

    async fn find_preset(&self, tenant: TenantId, key: &str) -> StoreResult<Option<Routine>> {
        self.fetch_preset(tenant, key).await
    }

    async fn list_presets(&self, tenant: TenantId) -> StoreResult<Vec<(RoutineId, String)>> {
        self.fetch_presets(tenant).await
    }

    async fn get_listing(
        &self,
        id: RoutineId,
        _now: Instant,
    ) -> StoreResult<Option<RoutineListing>> {
        self.fetch_listing(id).await
    }

    async fn get_listings(&self, ids: &[RoutineId]) -> StoreResult<Vec<RoutineListing>> {
        self.fetch_listings(ids).await
    }

    async fn list_routines(
        &self,
        filter: &RoutineFilter,
        now: Instant,
    ) -> StoreResult<RoutinePage> {
        self.fetch_page(filter, now).await
    }

    async fn count_matching(&self, matching: &RoutineMatch, now: Instant) -> StoreResult<u32> {
        self.fetch_count(matching, now).await
    }

    async fn find_targets(
        &self,
        matching: &RoutineMatch,
        limit: u32,
        now: Instant,
    ) -> StoreResult<Vec<RoutineTarget>> {
        self.fetch_targets(matching, limit, now).await
    }

    async fn list_owners(&self, tenant_id: Option<TenantId>) -> StoreResult<Vec<String>> {
        self.fetch_owners(tenant_id).await
    }

    async fn count_routines(&self, tenant_id: Option<TenantId>) -> StoreResult<RoutineCounts> {
        self.fetch_counts(tenant_id).await
    }

    async fn recent_runs(&self, routines: &[RoutineId], limit: u32) -> StoreResult<Vec<StripMark>> {
        self.fetch_strips(routines, limit).await
    }
}
