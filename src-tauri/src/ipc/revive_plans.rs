use routine_commands::{CommandError, Desk, revive_plans, wire::*};
use routine_domain::RevivePlanId;
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn draft_revive_plan(
    desk: State<'_, Desk>,
    scope: ReviveScope,
) -> Result<ReviveDraft, CommandError> {
    revive_plans::draft(&desk, scope).await
}

#[tauri::command]
#[specta::specta]
pub async fn start_revive_plan(
    desk: State<'_, Desk>,
    request: ReviveRequest,
) -> Result<RevivePlan, CommandError> {
    revive_plans::start(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_revive_plan(
    desk: State<'_, Desk>,
    id: RevivePlanId,
) -> Result<RevivePlan, CommandError> {
    revive_plans::get(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn list_revive_plans(desk: State<'_, Desk>) -> Result<Vec<RevivePlan>, CommandError> {
    revive_plans::list(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn stop_revive_plan(
    desk: State<'_, Desk>,
    id: RevivePlanId,
) -> Result<RevivePlan, CommandError> {
    revive_plans::stop(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn undo_revive_plan(
    desk: State<'_, Desk>,
    id: RevivePlanId,
) -> Result<RevivePlan, CommandError> {
    revive_plans::undo(&desk, id).await
}
