use async_trait::async_trait;
use routine_domain::{
    DefinitionId, Instant, Launcher, TenantId, TenantPolicy, policy_effects::Standing,
};

use crate::{
    StoreResult,
    model::{Actor, AuditEvent, Definition, DefinitionEdit, EditOutcome, Tenant},
};

/// Tenants, definitions and the journal.
#[async_trait]
pub trait Catalog: Send + Sync {
    /// `Taken` when the name is in use.
    async fn create_tenant(
        &self,
        name: &str,
        policy: &TenantPolicy,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Tenant>;

    /// By name, with the number of routines that are not deleted.
    async fn list_tenants(&self) -> StoreResult<Vec<Tenant>>;

    async fn get_tenant(&self, id: TenantId) -> StoreResult<Option<Tenant>>;

    /// `expected_revision` none means "whatever it is now", here and below.
    async fn set_tenant_policy(
        &self,
        id: TenantId,
        expected_revision: Option<u32>,
        policy: &TenantPolicy,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<EditOutcome<Tenant>>;

    /// At most `limit` routines of a tenant that are not deleted, by name.
    async fn list_standings(&self, tenant: TenantId, limit: u32) -> StoreResult<Vec<Standing>>;

    /// `Taken` when the tenant already has a definition of that name.
    async fn create_definition(
        &self,
        tenant_id: TenantId,
        name: &str,
        launcher: &Launcher,
        cap: Option<u32>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Definition>;

    /// By tenant and name; of one tenant, or of all.
    async fn list_definitions(&self, tenant_id: Option<TenantId>) -> StoreResult<Vec<Definition>>;

    async fn get_definition(&self, id: DefinitionId) -> StoreResult<Option<Definition>>;

    /// Another name, other settings or another cap, from the next launch on; `Taken` when the tenant
    /// already has another definition of that name.
    async fn edit_definition(
        &self,
        id: DefinitionId,
        expected_revision: Option<u32>,
        wanted: DefinitionEdit<'_>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<EditOutcome<Definition>>;

    /// Sets or clears `disabled_at`; a disabled definition's routines are claimed and skipped, with
    /// that reason.
    async fn disable_definition(
        &self,
        id: DefinitionId,
        expected_revision: Option<u32>,
        disabled: bool,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<EditOutcome<Definition>>;

    /// How many runs of it may be open at once; none means no cap. None when there is no such
    /// definition.
    async fn cap_definition(
        &self,
        id: DefinitionId,
        cap: Option<u32>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Definition>>;

    /// The journal, newest first; of one subject (`routine:<id>`, …), or of all.
    async fn list_audit_events(
        &self,
        subject: Option<&str>,
        limit: u32,
    ) -> StoreResult<Vec<AuditEvent>>;
}
