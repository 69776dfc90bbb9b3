use routine_commands::{CommandError, Desk, schedule, wire::*};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn preview_trigger(
    desk: State<'_, Desk>,
    request: PreviewRequest,
) -> Result<TriggerPreview, CommandError> {
    schedule::preview(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn diff_trigger(
    desk: State<'_, Desk>,
    request: DiffRequest,
) -> Result<TriggerDiff, CommandError> {
    schedule::diff(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn list_zones(desk: State<'_, Desk>) -> Result<Vec<String>, CommandError> {
    schedule::zones(&desk).await
}
