use routine_commands::{CommandError, Desk, simulate, wire::*};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn simulate(
    desk: State<'_, Desk>,
    request: SimulateRequest,
) -> Result<SimulateReport, CommandError> {
    simulate::simulate(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_simulate_progress(
    desk: State<'_, Desk>,
) -> Result<Option<SimulateProgress>, CommandError> {
    Ok(simulate::progress(&desk))
}

#[tauri::command]
#[specta::specta]
pub async fn stop_simulate(desk: State<'_, Desk>) -> Result<bool, CommandError> {
    Ok(simulate::stop(&desk))
}
