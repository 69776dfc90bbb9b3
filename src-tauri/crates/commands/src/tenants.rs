//! Tenants and their policies.

use routine_domain::{TenantId, TenantPolicy, text};
use routine_store::model::Tenant;

use crate::{
    CommandError, Desk, ErrorCode,
    wire::{Tag, TenantRow},
};

pub async fn list(desk: &Desk) -> Result<Vec<TenantRow>, CommandError> {
    let reading = desk.reading().await?;
    let tenants = reading.store.list_tenants().await?;
    Ok(tenants.into_iter().map(TenantRow::from).collect())
}

/// In the local demo a tenant is born with the demo's policy, everywhere else with the defaults.
pub async fn create(desk: &Desk, name: String) -> Result<TenantRow, CommandError> {
    let name = text::name("name", &name)?;
    let writing = desk.writing().await?;
    let policy = desk.session().await?.tenant_policy();
    let tenant = writing
        .store
        .create_tenant(&name, &policy, &writing.actor, writing.now)
        .await?;
    desk.announce(&[Tag::Tenants, Tag::Connection]);
    Ok(tenant.into())
}

pub async fn set_policy(
    desk: &Desk,
    id: TenantId,
    policy: TenantPolicy,
) -> Result<TenantRow, CommandError> {
    policy.check()?;
    let writing = desk.writing().await?;
    let tenant = writing
        .store
        .set_tenant_policy(id, &policy, &writing.actor, writing.now)
        .await?
        .ok_or_else(|| not_found(id))?;
    desk.announce(&[Tag::Tenants, Tag::Routines]);
    Ok(tenant.into())
}

pub(crate) fn not_found(id: TenantId) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("There is no tenant with the id {id}."),
    )
}

impl From<Tenant> for TenantRow {
    fn from(tenant: Tenant) -> Self {
        Self {
            id: tenant.id,
            name: tenant.name,
            policy: tenant.policy,
            routines: tenant.routines,
            created_at: tenant.created_at,
        }
    }
}
