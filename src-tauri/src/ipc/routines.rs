use routine_commands::{CommandError, Desk, routines, wire::*};
use routine_domain::{Confirmation, Instant, RoutineId, TenantId};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn list_routines(
    desk: State<'_, Desk>,
    query: RoutineQuery,
) -> Result<RoutinePage, CommandError> {
    routines::list(&desk, query).await
}

#[tauri::command]
#[specta::specta]
pub async fn count_matching_routines(
    desk: State<'_, Desk>,
    matching: RoutineMatch,
) -> Result<u32, CommandError> {
    routines::count(&desk, matching).await
}

#[tauri::command]
#[specta::specta]
pub async fn list_owners(
    desk: State<'_, Desk>,
    tenant_id: Option<TenantId>,
) -> Result<Vec<String>, CommandError> {
    routines::owners(&desk, tenant_id).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_routine(
    desk: State<'_, Desk>,
    id: RoutineId,
) -> Result<RoutineDetail, CommandError> {
    routines::get(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_routine_changes(
    desk: State<'_, Desk>,
    id: RoutineId,
) -> Result<RoutineChanges, CommandError> {
    routines::changes(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_routine_fires(
    desk: State<'_, Desk>,
    id: RoutineId,
    cursor: Option<String>,
    limit: u32,
) -> Result<RoutineFires, CommandError> {
    routines::fires(&desk, id, cursor, limit).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_routine_health(
    desk: State<'_, Desk>,
    id: RoutineId,
) -> Result<RoutineHealth, CommandError> {
    routines::health(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn create_routine(
    desk: State<'_, Desk>,
    draft: RoutineDraft,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::create(&desk.confirmed(confirmation), draft).await
}

#[tauri::command]
#[specta::specta]
pub async fn update_routine(
    desk: State<'_, Desk>,
    at: RoutineAt,
    draft: RoutineDraft,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::update(&desk.confirmed(confirmation), at, draft).await
}

#[tauri::command]
#[specta::specta]
pub async fn pause_routine(
    desk: State<'_, Desk>,
    at: RoutineAt,
    reason: String,
    resume_at: Option<Instant>,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::pause(&desk.confirmed(confirmation), at, reason, resume_at).await
}

#[tauri::command]
#[specta::specta]
pub async fn resume_routine(
    desk: State<'_, Desk>,
    at: RoutineAt,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::resume(&desk.confirmed(confirmation), at).await
}

#[tauri::command]
#[specta::specta]
pub async fn run_routine(
    desk: State<'_, Desk>,
    id: RoutineId,
    input: Option<String>,
    confirmation: Option<Confirmation>,
) -> Result<RunRow, CommandError> {
    routines::run(&desk.confirmed(confirmation), id, input).await
}

#[tauri::command]
#[specta::specta]
pub async fn revive_routine(
    desk: State<'_, Desk>,
    at: RoutineAt,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::revive(&desk.confirmed(confirmation), at).await
}

#[tauri::command]
#[specta::specta]
pub async fn delete_routine(
    desk: State<'_, Desk>,
    at: RoutineAt,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::delete(&desk.confirmed(confirmation), at).await
}

#[tauri::command]
#[specta::specta]
pub async fn restore_routine(
    desk: State<'_, Desk>,
    at: RoutineAt,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::restore(&desk.confirmed(confirmation), at).await
}

#[tauri::command]
#[specta::specta]
pub async fn try_routine_now(
    desk: State<'_, Desk>,
    at: RoutineAt,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::try_now(&desk.confirmed(confirmation), at).await
}

#[tauri::command]
#[specta::specta]
pub async fn stop_retrying_routine(
    desk: State<'_, Desk>,
    at: RoutineAt,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::stop_retrying(&desk.confirmed(confirmation), at).await
}

#[tauri::command]
#[specta::specta]
pub async fn bring_back_routine_at_once(
    desk: State<'_, Desk>,
    at: RoutineAt,
    way: WayBack,
    confirmation: Option<Confirmation>,
) -> Result<RoutineDetail, CommandError> {
    routines::bring_back_at_once(&desk.confirmed(confirmation), at, way).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_consequence(
    desk: State<'_, Desk>,
    id: RoutineId,
    action: RoutineAction,
    until: Option<Instant>,
) -> Result<ConsequenceNote, CommandError> {
    routines::consequence(&desk, id, action, until).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_bulk_consequence(
    desk: State<'_, Desk>,
    request: BulkRequest,
) -> Result<BulkConsequence, CommandError> {
    routines::bulk_consequence(&desk, request).await
}
