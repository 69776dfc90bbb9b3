use async_trait::async_trait;
use routine_domain::{Instant, RevivePlanId, TenantId};

use crate::{
    StoreResult,
    model::{Actor, NewRevivePlan, OwnerPlaces, PlanEnd, PlanMove, RevivePlan},
};

/// Plans that revive many routines. Any worker takes the next step of any of them.
#[async_trait]
pub trait RevivePlans: Send + Sync {
    /// Writes the plan, running, and asks for the run of its canary where it has one.
    async fn create_revive_plan(
        &self,
        new: &NewRevivePlan,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<RevivePlanId>;

    /// What the enabled cap leaves these owners.
    async fn owner_places(&self, owners: &[(TenantId, String)]) -> StoreResult<Vec<OwnerPlaces>>;

    async fn get_revive_plan(&self, id: RevivePlanId) -> StoreResult<Option<RevivePlan>>;

    /// Newest first, without their items.
    async fn list_revive_plans(&self, limit: u32) -> StoreResult<Vec<RevivePlan>>;

    /// One transition, if one is due: `revive_plan::next_step` decides, this writes. A plan that
    /// another worker holds rests. A revival is an administrator's change like any other, made by
    /// whoever started the plan.
    async fn step_revive_plan(&self, id: RevivePlanId, now: Instant) -> StoreResult<PlanMove>;

    /// What waits stays as it is. None when there is no such plan.
    async fn stop_revive_plan(
        &self,
        id: RevivePlanId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<PlanEnd>>;

    /// Stops it and takes back each revival of which nothing has come: not picked up, not changed.
    /// None when there is no such plan.
    async fn undo_revive_plan(
        &self,
        id: RevivePlanId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<PlanEnd>>;
}
