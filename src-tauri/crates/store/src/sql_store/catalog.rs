//! Tenants, definitions and the journal.

mod definitions;
mod edits;
mod standings;
mod tenants;

use async_trait::async_trait;
use routine_domain::{
    DefinitionId, Instant, Launcher, TenantId, TenantPolicy, policy_effects::Standing,
};

pub(super) use tenants::{lock_policy, policy_args};

use super::{Dialect, SqlStore};
use crate::{
    Catalog, StoreResult,
    model::{Actor, AuditEvent, Definition, DefinitionEdit, EditOutcome, Tenant},
};
use definitions::{Edit, Which};

#[async_trait]
impl<D: Dialect> Catalog for SqlStore<D> {
    async fn create_tenant(
        &self,
        name: &str,
        policy: &TenantPolicy,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Tenant> {
        self.insert_tenant(name, policy, actor, now).await
    }

    async fn list_tenants(&self) -> StoreResult<Vec<Tenant>> {
        self.fetch_tenants(None).await
    }

    async fn get_tenant(&self, id: TenantId) -> StoreResult<Option<Tenant>> {
        Ok(self.fetch_tenants(Some(id)).await?.pop())
    }

    async fn set_tenant_policy(
        &self,
        id: TenantId,
        expected_revision: Option<u32>,
        policy: &TenantPolicy,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<EditOutcome<Tenant>> {
        self.update_policy(id, expected_revision, policy, actor, now)
            .await
    }

    async fn list_standings(&self, tenant: TenantId, limit: u32) -> StoreResult<Vec<Standing>> {
        self.fetch_standings(tenant, limit).await
    }

    async fn create_definition(
        &self,
        tenant_id: TenantId,
        name: &str,
        launcher: &Launcher,
        cap: Option<u32>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Definition> {
        self.insert_definition(tenant_id, name, launcher, cap, actor, now)
            .await
    }

    async fn list_definitions(&self, tenant_id: Option<TenantId>) -> StoreResult<Vec<Definition>> {
        self.fetch_definitions(tenant_id.map_or(Which::All, Which::OfTenant))
            .await
    }

    async fn get_definition(&self, id: DefinitionId) -> StoreResult<Option<Definition>> {
        Ok(self.fetch_definitions(Which::One(id)).await?.pop())
    }

    async fn edit_definition(
        &self,
        id: DefinitionId,
        expected_revision: Option<u32>,
        wanted: DefinitionEdit<'_>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<EditOutcome<Definition>> {
        let edit = Edit {
            id,
            expected_revision,
            actor,
            now,
        };
        self.update_definition(edit, wanted).await
    }

    async fn disable_definition(
        &self,
        id: DefinitionId,
        expected_revision: Option<u32>,
        disabled: bool,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<EditOutcome<Definition>> {
        let edit = Edit {
            id,
            expected_revision,
            actor,
            now,
        };
        self.set_disabled(edit, disabled).await
    }

    async fn cap_definition(
        &self,
        id: DefinitionId,
        cap: Option<u32>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Definition>> {
        self.set_cap(id, cap, actor, now).await
    }

    async fn list_audit_events(
        &self,
        subject: Option<&str>,
        limit: u32,
    ) -> StoreResult<Vec<AuditEvent>> {
        self.fetch_audit_events(subject, limit).await
    }
}
