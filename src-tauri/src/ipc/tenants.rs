use routine_commands::{CommandError, Desk, tenants, wire::*};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn list_tenants(desk: State<'_, Desk>) -> Result<Vec<TenantRow>, CommandError> {
    tenants::list(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn create_tenant(desk: State<'_, Desk>, name: String) -> Result<TenantRow, CommandError> {
    tenants::create(&desk, name).await
}
