use routine_commands::{CommandError, Desk, runs, wire::*};
use routine_domain::RunId;
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
pub async fn cancel_run(desk: State<'_, Desk>, id: RunId) -> Result<CancelResult, CommandError> {
    runs::cancel(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn replay_run(
    desk: State<'_, Desk>,
    id: RunId,
    input: Option<String>,
) -> Result<RunRow, CommandError> {
    runs::replay(&desk, id, input).await
}
