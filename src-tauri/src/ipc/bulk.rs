use routine_commands::{CommandError, Desk, bulk, routines, wire::*};
use routine_domain::Confirmation;
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn run_bulk(
    desk: State<'_, Desk>,
    request: BulkRequest,
    confirmation: Option<Confirmation>,
) -> Result<BulkReport, CommandError> {
    routines::run_bulk(&desk.confirmed(confirmation), request).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_bulk_progress(
    desk: State<'_, Desk>,
) -> Result<Option<BulkProgress>, CommandError> {
    Ok(bulk::progress(&desk))
}

#[tauri::command]
#[specta::specta]
pub async fn stop_bulk(desk: State<'_, Desk>) -> Result<bool, CommandError> {
    Ok(bulk::stop(&desk))
}
