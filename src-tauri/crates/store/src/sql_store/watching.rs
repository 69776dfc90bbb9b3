//! What a person keeps an eye on: the day, and the journal.

mod attention;
mod entries;
mod outcomes;
mod schedule;

use async_trait::async_trait;
use routine_domain::{Instant, TenantId, TriggerSpec, shared_cause::FailureGroup};

use super::{Arg, Args, Dialect, SqlStore};
use crate::{
    StoreResult, Watching,
    model::{Attention, Failing, InSchedule, JournalFilter, JournalPage, Outcomes},
};

#[async_trait]
impl<D: Dialect> Watching for SqlStore<D> {
    async fn attention(&self, tenant: Option<TenantId>, now: Instant) -> StoreResult<Attention> {
        self.fetch_attention(tenant, now).await
    }

    async fn failing(&self, tenant: Option<TenantId>, limit: u32) -> StoreResult<Vec<Failing>> {
        self.fetch_failing(tenant, limit).await
    }

    async fn failure_groups(
        &self,
        tenant: Option<TenantId>,
        from: Instant,
        limit: u32,
    ) -> StoreResult<Vec<FailureGroup>> {
        self.fetch_failure_groups(tenant, from, limit).await
    }

    async fn outcomes(
        &self,
        tenant: Option<TenantId>,
        from: Instant,
        limit: u32,
    ) -> StoreResult<Outcomes> {
        self.fetch_outcomes(tenant, from, limit).await
    }

    async fn in_schedule(
        &self,
        tenant: Option<TenantId>,
        limit: u32,
    ) -> StoreResult<Vec<InSchedule>> {
        self.fetch_in_schedule(tenant, limit).await
    }

    async fn stopped_triggers(
        &self,
        tenant: Option<TenantId>,
        limit: u32,
    ) -> StoreResult<Vec<TriggerSpec>> {
        self.fetch_stopped_triggers(tenant, limit).await
    }

    async fn journal(&self, filter: &JournalFilter) -> StoreResult<JournalPage> {
        self.fetch_journal(filter).await
    }
}

/// A condition on one tenant, to follow others, and its value; nothing where all are meant.
fn of_tenant(column: &str, tenant: Option<TenantId>, values: &mut Args) -> String {
    let Some(tenant) = tenant else {
        return String::new();
    };
    values.push(Arg::from(tenant));
    format!("AND {column} = ${}", values.len())
}
