use routine_commands::{CommandError, Desk, scheduler, wire::*};
use routine_domain::Confirmation;
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn get_scheduler(
    desk: State<'_, Desk>,
    with_work: bool,
) -> Result<SchedulerStatus, CommandError> {
    scheduler::status(&desk, with_work).await
}

#[tauri::command]
#[specta::specta]
pub async fn list_endpoints_down(desk: State<'_, Desk>) -> Result<Vec<EndpointRow>, CommandError> {
    scheduler::endpoints(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn start_scheduler(
    desk: State<'_, Desk>,
    confirmation: Option<Confirmation>,
) -> Result<SchedulerStatus, CommandError> {
    scheduler::start(&desk.confirmed(confirmation)).await
}

#[tauri::command]
#[specta::specta]
pub async fn stop_scheduler(desk: State<'_, Desk>) -> Result<SchedulerStatus, CommandError> {
    scheduler::stop(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn sweep_once(
    desk: State<'_, Desk>,
    confirmation: Option<Confirmation>,
) -> Result<SchedulerStatus, CommandError> {
    scheduler::sweep(&desk.confirmed(confirmation)).await
}
