//! Tenants and their policies.

use routine_domain::{Mutation, TenantId, TenantPolicy, policy_effects, text};
use routine_store::model::{EditOutcome, Prunable, Tenant};

use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    wire::{PolicyEffect, Retention, Tag, TenantRow},
};

pub async fn list(desk: &Desk) -> Result<Vec<TenantRow>, CommandError> {
    let reading = desk.reading().await?;
    let tenants = reading.store.list_tenants().await?;
    Ok(tenants.into_iter().map(TenantRow::from).collect())
}

/// In the local demo a tenant is born with the demo's policy, everywhere else with the defaults.
pub async fn create(desk: &Desk, name: String) -> Result<TenantRow, CommandError> {
    let name = text::name("name", &name)?;
    let writing = desk.writing(Mutation::CreateTenant).await?;
    let policy = desk.session().await?.tenant_policy();
    let tenant = writing
        .store
        .create_tenant(&name, &policy, &writing.actor, writing.now)
        .await?;
    desk.announce(&[Tag::Tenants, Tag::Connection]);
    Ok(tenant.into())
}

/// Without a revision it is set whatever it is now.
pub async fn set_policy(
    desk: &Desk,
    id: TenantId,
    revision: Option<u32>,
    policy: TenantPolicy,
) -> Result<TenantRow, CommandError> {
    policy.check()?;
    let Writing { store, now, actor } = desk.writing(Mutation::SetTenantPolicy).await?;
    let outcome = store
        .set_tenant_policy(id, revision, &policy, &actor, now)
        .await?;
    match outcome {
        EditOutcome::Edited(tenant) => {
            desk.announce(&[Tag::Tenants, Tag::Routines]);
            Ok(tenant.into())
        }
        EditOutcome::Conflict {
            current,
            changed_by,
        } => Err(conflict(&changed_by, current.revision)),
        EditOutcome::NotFound => Err(not_found(id)),
    }
}

/// Routines that a change of policy is judged by.
const JUDGED: u32 = 10_000;
/// Names shown of one effect.
const NAMED: usize = 8;

/// What another policy would do. Changes nothing.
pub async fn preview_policy(
    desk: &Desk,
    id: TenantId,
    policy: TenantPolicy,
) -> Result<Vec<PolicyEffect>, CommandError> {
    policy.check()?;
    let store = desk.reading().await?.store;
    let tenant = store.get_tenant(id).await?.ok_or_else(|| not_found(id))?;
    let routines = store.list_standings(id, JUDGED).await?;
    let effects = policy_effects::effects(&tenant.policy, &policy, &routines);
    Ok(effects.into_iter().map(PolicyEffect::from).collect())
}

impl From<policy_effects::PolicyEffect> for PolicyEffect {
    fn from(effect: policy_effects::PolicyEffect) -> Self {
        let more = effect.names.len().saturating_sub(NAMED);
        Self {
            field: effect.field.to_owned(),
            sentence: effect.sentence,
            names: effect.names.into_iter().take(NAMED).collect(),
            more: u32::try_from(more).unwrap_or(u32::MAX),
            warns: effect.warns,
        }
    }
}

/// What is about to be removed of its history. Changes nothing.
pub async fn retention(desk: &Desk, id: TenantId) -> Result<Retention, CommandError> {
    let reading = desk.reading().await?;
    let tenant = reading.store.get_tenant(id).await?;
    let tenant = tenant.ok_or_else(|| not_found(id))?;
    let found = reading.store.prunable(id, reading.now).await?;
    let found = found.ok_or_else(|| not_found(id))?;
    Ok(Retention {
        tenant_id: id,
        tenant_name: tenant.name,
        runs: found.runs.min(Prunable::COUNTED),
        or_more: found.runs > Prunable::COUNTED,
        oldest: found.oldest,
        next_at: found.next_at,
        runs_kept_since: found.runs_kept_since,
        pruned_at: found.pruned_at,
    })
}

/// Someone else edited a tenant or a definition first.
pub(crate) fn conflict(changed_by: &str, revision: u32) -> CommandError {
    CommandError::new(
        ErrorCode::Conflict,
        format!("{changed_by} changed it first (revision {revision}). Nothing was written."),
    )
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
            revision: tenant.revision,
            created_at: tenant.created_at,
        }
    }
}
