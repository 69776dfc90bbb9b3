//! What can be run.

use routine_domain::{DefinitionId, Invalid, TenantId, text};
use routine_store::model::Definition;

use crate::{
    CommandError, Desk, ErrorCode, tenants,
    wire::{DefinitionDraft, DefinitionRow, Tag},
};

pub async fn list(
    desk: &Desk,
    tenant_id: Option<TenantId>,
) -> Result<Vec<DefinitionRow>, CommandError> {
    let reading = desk.reading().await?;
    let definitions = reading.store.list_definitions(tenant_id).await?;
    Ok(definitions.into_iter().map(DefinitionRow::from).collect())
}

pub async fn create(desk: &Desk, draft: DefinitionDraft) -> Result<DefinitionRow, CommandError> {
    let name = text::name("name", &draft.name)?;
    draft.launcher.check()?;
    let writing = desk.writing().await?;
    if writing.store.get_tenant(draft.tenant_id).await?.is_none() {
        return Err(tenants::not_found(draft.tenant_id));
    }
    let definition = writing
        .store
        .create_definition(
            draft.tenant_id,
            &name,
            &draft.launcher,
            &writing.actor,
            writing.now,
        )
        .await?;
    desk.announce(&[Tag::Definitions]);
    Ok(definition.into())
}

/// Disabled, its routines are skipped with that reason; enabled, they are launched again.
pub async fn disable(
    desk: &Desk,
    id: DefinitionId,
    disabled: bool,
) -> Result<DefinitionRow, CommandError> {
    let writing = desk.writing().await?;
    let definition = writing
        .store
        .disable_definition(id, disabled, &writing.actor, writing.now)
        .await?
        .ok_or_else(|| not_found(id))?;
    desk.announce(&[Tag::Definitions, Tag::Routines]);
    Ok(definition.into())
}

/// How many runs of it may be open at once; what has no place waits.
pub async fn cap(
    desk: &Desk,
    id: DefinitionId,
    cap: Option<u32>,
) -> Result<DefinitionRow, CommandError> {
    if let Some(cap) = cap
        && !(1..=1_000_000).contains(&cap)
    {
        let sentence = format!("The cap is {cap}. It must be from 1 to 1000000.");
        return Err(Invalid::new("concurrency_cap", sentence).into());
    }
    let writing = desk.writing().await?;
    let definition = writing
        .store
        .cap_definition(id, cap, &writing.actor, writing.now)
        .await?
        .ok_or_else(|| not_found(id))?;
    desk.announce(&[Tag::Definitions, Tag::Routines]);
    Ok(definition.into())
}

fn not_found(id: DefinitionId) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("There is no definition with the id {id}."),
    )
}

impl From<Definition> for DefinitionRow {
    fn from(definition: Definition) -> Self {
        Self {
            id: definition.id,
            tenant_id: definition.tenant_id,
            tenant_name: definition.tenant_name,
            name: definition.name,
            launcher: definition.launcher,
            concurrency_cap: definition.concurrency_cap,
            disabled_at: definition.disabled_at,
            used_by: definition.used_by,
            created_at: definition.created_at,
        }
    }
}
