//! What can be run.

mod test_launch;

pub use test_launch::test;

use routine_domain::{DefinitionId, Invalid, Launcher, Mutation, TenantId, text};
use routine_store::model::{Definition, DefinitionEdit, EditOutcome};

use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    tenants,
    wire::{DefinitionAt, DefinitionDraft, DefinitionRow, Tag},
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
    check_cap(draft.concurrency_cap)?;
    let writing = desk.writing(Mutation::CreateDefinition).await?;
    if writing.store.get_tenant(draft.tenant_id).await?.is_none() {
        return Err(tenants::not_found(draft.tenant_id));
    }
    let Writing { store, now, actor } = writing;
    let DefinitionDraft {
        tenant_id,
        launcher,
        concurrency_cap: cap,
        ..
    } = draft;
    let definition = store
        .create_definition(tenant_id, &name, &launcher, cap, &actor, now)
        .await?;
    desk.announce(&[Tag::Definitions]);
    Ok(definition.into())
}

/// From the next launch on, its routines run with these settings. No schedule moves.
pub async fn update(
    desk: &Desk,
    at: DefinitionAt,
    name: String,
    launcher: Launcher,
    concurrency_cap: Option<u32>,
) -> Result<DefinitionRow, CommandError> {
    let name = text::name("name", &name)?;
    launcher.check()?;
    check_cap(concurrency_cap)?;
    let Writing { store, now, actor } = desk.writing(Mutation::UpdateDefinition).await?;
    let wanted = DefinitionEdit {
        name: &name,
        launcher: &launcher,
        cap: Some(concurrency_cap),
    };
    let outcome = store
        .edit_definition(at.id, Some(at.revision), wanted, &actor, now)
        .await?;
    edited(desk, at.id, outcome)
}

/// Disabled, its routines are skipped with that reason; enabled, they are launched again. Without a
/// revision it is set whatever it is now.
pub async fn disable(
    desk: &Desk,
    id: DefinitionId,
    revision: Option<u32>,
    disabled: bool,
) -> Result<DefinitionRow, CommandError> {
    let Writing { store, now, actor } = desk.writing(Mutation::DisableDefinition).await?;
    let outcome = store
        .disable_definition(id, revision, disabled, &actor, now)
        .await?;
    edited(desk, id, outcome)
}

fn edited(
    desk: &Desk,
    id: DefinitionId,
    outcome: EditOutcome<Definition>,
) -> Result<DefinitionRow, CommandError> {
    match outcome {
        EditOutcome::Edited(definition) => {
            desk.announce(&[Tag::Definitions, Tag::Routines]);
            Ok(definition.into())
        }
        EditOutcome::Conflict {
            current,
            changed_by,
        } => Err(tenants::conflict(&changed_by, current.revision)),
        EditOutcome::NotFound => Err(not_found(id)),
    }
}

/// How many runs of it may be open at once; what has no place waits.
pub async fn cap(
    desk: &Desk,
    id: DefinitionId,
    cap: Option<u32>,
) -> Result<DefinitionRow, CommandError> {
    check_cap(cap)?;
    let writing = desk.writing(Mutation::CapDefinition).await?;
    let definition = writing
        .store
        .cap_definition(id, cap, &writing.actor, writing.now)
        .await?
        .ok_or_else(|| not_found(id))?;
    desk.announce(&[Tag::Definitions, Tag::Routines]);
    Ok(definition.into())
}

fn check_cap(cap: Option<u32>) -> Result<(), Invalid> {
    match cap {
        Some(cap) if !(1..=1_000_000).contains(&cap) => Err(Invalid::new(
            "concurrency_cap",
            format!("The cap is {cap}. It must be from 1 to 1000000."),
        )),
        _ => Ok(()),
    }
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
            revision: definition.revision,
            created_at: definition.created_at,
        }
    }
}
