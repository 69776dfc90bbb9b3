use routine_commands::{CommandError, Desk, evidence, explain, wire::*};
use routine_domain::{Instant, RoutineId};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn get_evidence(
    desk: State<'_, Desk>,
    query: EvidenceQuery,
) -> Result<EvidenceReport, CommandError> {
    evidence::evidence(&desk, query).await
}

#[tauri::command]
#[specta::specta]
pub async fn explain_fire(
    desk: State<'_, Desk>,
    routine_id: RoutineId,
    at: Option<Instant>,
) -> Result<Explanation, CommandError> {
    explain::explain(&desk, routine_id, at).await
}
