//! Plans that revive many routines. Every method takes the plan's lock first, so that a step, a stop
//! and an undo never cross; then the routine's, as any change of a routine does.

mod create;
mod end;
mod places;
mod read;
mod step;

use async_trait::async_trait;
use routine_domain::{Instant, RevivePlanId, TenantId};

use super::{Dialect, SqlStore};
use crate::{
    RevivePlans, StoreResult,
    model::{Actor, NewRevivePlan, OwnerPlaces, PlanEnd, PlanMove, RevivePlan},
};

#[async_trait]
impl<D: Dialect> RevivePlans for SqlStore<D> {
    async fn create_revive_plan(
        &self,
        new: &NewRevivePlan,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<RevivePlanId> {
        self.insert_plan(new, actor, now).await
    }

    async fn owner_places(&self, owners: &[(TenantId, String)]) -> StoreResult<Vec<OwnerPlaces>> {
        self.count_places(owners).await
    }

    async fn get_revive_plan(&self, id: RevivePlanId) -> StoreResult<Option<RevivePlan>> {
        self.fetch_plan(id).await
    }

    async fn list_revive_plans(&self, limit: u32) -> StoreResult<Vec<RevivePlan>> {
        self.fetch_plans(limit).await
    }

    async fn step_revive_plan(&self, id: RevivePlanId, now: Instant) -> StoreResult<PlanMove> {
        self.step(id, now).await
    }

    async fn stop_revive_plan(
        &self,
        id: RevivePlanId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<PlanEnd>> {
        self.stop(id, actor, now).await
    }

    async fn undo_revive_plan(
        &self,
        id: RevivePlanId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<PlanEnd>> {
        self.undo(id, actor, now).await
    }
}
