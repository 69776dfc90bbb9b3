use async_trait::async_trait;
use routine_domain::{Instant, TenantId, TriggerSpec, shared_cause::FailureGroup};

use crate::{
    StoreResult,
    model::{Attention, Failing, InSchedule, JournalFilter, JournalPage, Outcomes},
};

/// What a person keeps an eye on: the day, and the journal. Nothing here changes anything, and each
/// read is bounded: it says where it ended, rather than going on.
#[async_trait]
pub trait Watching: Send + Sync {
    async fn attention(&self, tenant: Option<TenantId>, now: Instant) -> StoreResult<Attention>;

    /// At most `limit` that are tried again, soonest first; then as many that are dead-lettered, and
    /// as many that the system switched off, newest first.
    async fn failing(&self, tenant: Option<TenantId>, limit: u32) -> StoreResult<Vec<Failing>>;

    /// The newest `limit` failures since `from`, those that say the same together.
    async fn failure_groups(
        &self,
        tenant: Option<TenantId>,
        from: Instant,
        limit: u32,
    ) -> StoreResult<Vec<FailureGroup>>;

    /// The newest `limit` runs recorded since `from`, counted by half hour and status.
    async fn outcomes(
        &self,
        tenant: Option<TenantId>,
        from: Instant,
        limit: u32,
    ) -> StoreResult<Outcomes>;

    /// At most `limit` routines that are in the schedule, soonest first.
    async fn in_schedule(
        &self,
        tenant: Option<TenantId>,
        limit: u32,
    ) -> StoreResult<Vec<InSchedule>>;

    /// The triggers of at most `limit` routines that are out of the schedule and not by a person.
    async fn stopped_triggers(
        &self,
        tenant: Option<TenantId>,
        limit: u32,
    ) -> StoreResult<Vec<TriggerSpec>>;

    /// A page of the journal, newest first, keyset only.
    async fn journal(&self, filter: &JournalFilter) -> StoreResult<JournalPage>;
}
