use routine_commands::{CommandError, Desk, sandbox, wire::*};
use routine_domain::{Confirmation, SandboxFaults};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn get_sandbox(desk: State<'_, Desk>) -> Result<SandboxStatus, CommandError> {
    sandbox::status(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn move_clock(
    desk: State<'_, Desk>,
    order: ClockOrder,
    confirmation: Option<Confirmation>,
) -> Result<SandboxStatus, CommandError> {
    sandbox::move_clock(&desk.confirmed(confirmation), order).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_faults(
    desk: State<'_, Desk>,
    faults: SandboxFaults,
    confirmation: Option<Confirmation>,
) -> Result<SandboxStatus, CommandError> {
    sandbox::set_faults(&desk.confirmed(confirmation), faults).await
}

#[tauri::command]
#[specta::specta]
pub async fn create_sandbox(
    desk: State<'_, Desk>,
    draft: SandboxDraft,
) -> Result<ConnectionInfo, CommandError> {
    sandbox::create(&desk, draft).await
}
