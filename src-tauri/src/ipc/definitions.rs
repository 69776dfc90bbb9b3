use routine_commands::{CommandError, Desk, definitions, wire::*};
use routine_domain::TenantId;
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
) -> Result<DefinitionRow, CommandError> {
    definitions::create(&desk, draft).await
}
