use routine_commands::{CommandError, Desk, runs, wire::*};
use routine_domain::{Confirmation, RunId};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn list_runs(desk: State<'_, Desk>, query: RunQuery) -> Result<RunPage, CommandError> {
    runs::list(&desk, query).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_run(desk: State<'_, Desk>, id: RunId) -> Result<RunDetail, CommandError> {
    runs::get(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn compare_run(desk: State<'_, Desk>, id: RunId) -> Result<RunComparison, CommandError> {
    runs::compare(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn cancel_run(
    desk: State<'_, Desk>,
    id: RunId,
    confirmation: Option<Confirmation>,
) -> Result<CancelResult, CommandError> {
    runs::cancel(&desk.confirmed(confirmation), id).await
}

#[tauri::command]
#[specta::specta]
pub async fn replay_run(
    desk: State<'_, Desk>,
    id: RunId,
    input: Option<String>,
    confirmation: Option<Confirmation>,
) -> Result<RunRow, CommandError> {
    runs::replay(&desk.confirmed(confirmation), id, input).await
}
