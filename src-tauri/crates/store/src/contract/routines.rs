use async_trait::async_trait;
use routine_domain::{Instant, Routine, RoutineChange, RoutineId, TenantId};

use crate::{
    StoreResult,
    model::{
        Actor, ChangeOutcome, CreateOutcome, NewRoutine, RoutineCounts, RoutineFilter,
        RoutineListing, RoutineMatch, RoutinePage, RoutineTarget, StripMark,
    },
};

/// Routines as people see and change them.
#[async_trait]
pub trait Routines: Send + Sync {
    /// Writes the routine, its first revision and an audit event. The owner's enabled cap is counted
    /// and written under one lock.
    async fn create_routine(
        &self,
        new: &NewRoutine,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<CreateOutcome>;

    /// Applies a change to the routine as it stands, under its lock: `RoutineChange::apply` decides,
    /// this writes the row, a revision where something told to the routine changed, and an audit
    /// event. `expected_revision` none means "whatever it is now" (the scheduler's own changes).
    async fn change_routine(
        &self,
        id: RoutineId,
        expected_revision: Option<u32>,
        change: &RoutineChange,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<ChangeOutcome>;

    async fn get_routine(&self, id: RoutineId) -> StoreResult<Option<Routine>>;

    /// The routine that was made from a preset, deleted or not.
    async fn find_preset(&self, tenant: TenantId, key: &str) -> StoreResult<Option<Routine>>;

    /// The routines of a tenant that were made from presets, deleted ones included, with their keys.
    async fn list_presets(&self, tenant: TenantId) -> StoreResult<Vec<(RoutineId, String)>>;

    /// One routine as lists show it, with what its state needs.
    async fn get_listing(&self, id: RoutineId, now: Instant)
    -> StoreResult<Option<RoutineListing>>;

    /// The same of many, in no order; those that are not there are left out.
    async fn get_listings(&self, ids: &[RoutineId]) -> StoreResult<Vec<RoutineListing>>;

    /// A page of routines. Filtering, sorting and searching happen in the database; keyset only.
    async fn list_routines(&self, filter: &RoutineFilter, now: Instant)
    -> StoreResult<RoutinePage>;

    /// How many match; exact to 10,000, then 10,001.
    async fn count_matching(&self, matching: &RoutineMatch, now: Instant) -> StoreResult<u32>;

    /// At most `limit` of those that match, by name.
    async fn find_targets(
        &self,
        matching: &RoutineMatch,
        limit: u32,
        now: Instant,
    ) -> StoreResult<Vec<RoutineTarget>>;

    /// Everyone who owns a routine that is not deleted, by name; of one tenant, or of all.
    async fn list_owners(&self, tenant_id: Option<TenantId>) -> StoreResult<Vec<String>>;

    async fn count_routines(&self, tenant_id: Option<TenantId>) -> StoreResult<RoutineCounts>;

    /// The newest `limit` runs of each routine, oldest first.
    async fn recent_runs(&self, routines: &[RoutineId], limit: u32) -> StoreResult<Vec<StripMark>>;
}
