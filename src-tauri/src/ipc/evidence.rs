use routine_commands::{CommandError, Desk, evidence, wire::*};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn get_evidence(
    desk: State<'_, Desk>,
    query: EvidenceQuery,
) -> Result<EvidenceReport, CommandError> {
    evidence::evidence(&desk, query).await
}
