use routine_commands::{CommandError, Desk, failures, wire::*};
use routine_domain::{Confirmation, Instant, TenantId};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn list_failures(
    desk: State<'_, Desk>,
    query: FailuresQuery,
) -> Result<FailuresPage, CommandError> {
    failures::list(&desk, query).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_error(
    desk: State<'_, Desk>,
    fingerprint: String,
    tenant_id: Option<TenantId>,
) -> Result<ErrorPage, CommandError> {
    failures::get(&desk, fingerprint, tenant_id).await
}

#[tauri::command]
#[specta::specta]
pub async fn mute_error(
    desk: State<'_, Desk>,
    fingerprint: String,
    until: Option<Instant>,
    confirmation: Option<Confirmation>,
) -> Result<(), CommandError> {
    failures::mute(&desk.confirmed(confirmation), fingerprint, until).await
}
