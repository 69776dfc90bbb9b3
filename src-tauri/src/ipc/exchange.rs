use routine_commands::{CommandError, Desk, exchange, twin, wire::*};
use routine_domain::Confirmation;
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn export_to_file(
    desk: State<'_, Desk>,
    request: ExportRequest,
) -> Result<SavedExport, CommandError> {
    exchange::save(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn preview_import(
    desk: State<'_, Desk>,
    request: ImportRequest,
) -> Result<ImportReport, CommandError> {
    exchange::preview(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn apply_import(
    desk: State<'_, Desk>,
    request: ImportRequest,
    confirmation: Option<Confirmation>,
) -> Result<ImportReport, CommandError> {
    exchange::import(&desk.confirmed(confirmation), request).await
}

#[tauri::command]
#[specta::specta]
pub async fn make_twin(desk: State<'_, Desk>, request: TwinRequest) -> Result<Twin, CommandError> {
    twin::copy(&desk, request).await
}
