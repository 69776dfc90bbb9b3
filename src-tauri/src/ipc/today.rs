use routine_commands::{CommandError, Desk, today, wire::*};
use routine_domain::TenantId;
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn get_today(
    desk: State<'_, Desk>,
    tenant_id: Option<TenantId>,
) -> Result<Today, CommandError> {
    today::get(&desk, tenant_id).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_timeline(
    desk: State<'_, Desk>,
    tenant_id: Option<TenantId>,
) -> Result<Timeline, CommandError> {
    today::timeline(&desk, tenant_id).await
}
