use routine_commands::{CommandError, Desk, tenants, wire::*};
use routine_domain::{Confirmation, TenantId, TenantPolicy};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn list_tenants(desk: State<'_, Desk>) -> Result<Vec<TenantRow>, CommandError> {
    tenants::list(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn create_tenant(
    desk: State<'_, Desk>,
    name: String,
    confirmation: Option<Confirmation>,
) -> Result<TenantRow, CommandError> {
    tenants::create(&desk.confirmed(confirmation), name).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_tenant_policy(
    desk: State<'_, Desk>,
    id: TenantId,
    policy: TenantPolicy,
) -> Result<Vec<PolicyEffect>, CommandError> {
    tenants::preview_policy(&desk, id, policy).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_retention(desk: State<'_, Desk>, id: TenantId) -> Result<Retention, CommandError> {
    tenants::retention(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_tenant_policy(
    desk: State<'_, Desk>,
    at: TenantAt,
    policy: TenantPolicy,
    confirmation: Option<Confirmation>,
) -> Result<TenantRow, CommandError> {
    tenants::set_policy(
        &desk.confirmed(confirmation),
        at.id,
        Some(at.revision),
        policy,
    )
    .await
}
