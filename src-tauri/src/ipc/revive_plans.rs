use routine_commands::{CommandError, Desk, revive_plans, wire::*};
use routine_domain::{Confirmation, RevivePlanId};
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
    confirmation: Option<Confirmation>,
) -> Result<RevivePlan, CommandError> {
    revive_plans::start(&desk.confirmed(confirmation), request).await
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
    confirmation: Option<Confirmation>,
) -> Result<RevivePlan, CommandError> {
    revive_plans::stop(&desk.confirmed(confirmation), id).await
}

#[tauri::command]
#[specta::specta]
pub async fn undo_revive_plan(
    desk: State<'_, Desk>,
    id: RevivePlanId,
    confirmation: Option<Confirmation>,
) -> Result<RevivePlan, CommandError> {
    revive_plans::undo(&desk.confirmed(confirmation), id).await
}
