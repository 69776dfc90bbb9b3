use async_trait::async_trait;
use routine_domain::{DefinitionId, Instant, Launcher, TenantId, TenantPolicy};

use super::{Dialect, SqlStore};
use crate::{
    Catalog, StoreError, StoreResult,
    model::{Actor, AuditEvent, Definition, Tenant},
};

#[async_trait]
impl<D: Dialect> Catalog for SqlStore<D> {
    async fn create_tenant(
        &self,
        _name: &str,
        _policy: &TenantPolicy,
        _actor: &Actor,
        _now: Instant,
    ) -> StoreResult<Tenant> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn list_tenants(&self) -> StoreResult<Vec<Tenant>> {
        Err(StoreError::Internal("Not built.".into()))
    }

    async fn get_tenant(&self, _id: TenantId) -> StoreResult<Option<Tenant>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn set_tenant_policy(
        &self,
        _id: TenantId,
        _policy: &TenantPolicy,
        _actor: &Actor,
        _now: Instant,
    ) -> StoreResult<Option<Tenant>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn create_definition(
        &self,
        _tenant_id: TenantId,
        _name: &str,
        _launcher: &Launcher,
        _actor: &Actor,
        _now: Instant,
    ) -> StoreResult<Definition> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn list_definitions(&self, _tenant_id: Option<TenantId>) -> StoreResult<Vec<Definition>> {
        Err(StoreError::Internal("Not built.".into()))
    }

    async fn get_definition(&self, _id: DefinitionId) -> StoreResult<Option<Definition>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn disable_definition(
        &self,
        _id: DefinitionId,
        _disabled: bool,
        _actor: &Actor,
        _now: Instant,
    ) -> StoreResult<Option<Definition>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn list_audit_events(
        &self,
        _subject: Option<&str>,
        _limit: u32,
    ) -> StoreResult<Vec<AuditEvent>> {
        Err(StoreError::Internal("Not built.".into()))
    }
}
