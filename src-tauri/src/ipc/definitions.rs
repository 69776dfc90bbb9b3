use routine_commands::{CommandError, Desk, definitions, wire::*};
use routine_domain::{Confirmation, DefinitionId, Launcher, TenantId};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn list_definitions(
    desk: State<'_, Desk>,
    tenant_id: Option<TenantId>,
) -> Result<Vec<DefinitionRow>, CommandError> {
    definitions::list(&desk, tenant_id).await
}

#[tauri::command]
#[specta::specta]
pub async fn create_definition(
    desk: State<'_, Desk>,
    draft: DefinitionDraft,
    confirmation: Option<Confirmation>,
) -> Result<DefinitionRow, CommandError> {
    definitions::create(&desk.confirmed(confirmation), draft).await
}

#[tauri::command]
#[specta::specta]
pub async fn update_definition(
    desk: State<'_, Desk>,
    at: DefinitionAt,
    name: String,
    launcher: Launcher,
    concurrency_cap: Option<u32>,
    confirmation: Option<Confirmation>,
) -> Result<DefinitionRow, CommandError> {
    let desk = desk.confirmed(confirmation);
    definitions::update(&desk, at, name, launcher, concurrency_cap).await
}

#[tauri::command]
#[specta::specta]
pub async fn disable_definition(
    desk: State<'_, Desk>,
    at: DefinitionAt,
    disabled: bool,
    confirmation: Option<Confirmation>,
) -> Result<DefinitionRow, CommandError> {
    definitions::disable(
        &desk.confirmed(confirmation),
        at.id,
        Some(at.revision),
        disabled,
    )
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn test_definition(
    desk: State<'_, Desk>,
    id: DefinitionId,
    input: String,
    confirmation: Option<Confirmation>,
) -> Result<RunRow, CommandError> {
    definitions::test(&desk.confirmed(confirmation), id, input).await
}
