use routine_commands::{CommandError, Desk, bundle, wire::Bundle};
use routine_domain::RunId;
use tauri::State;

/// Answers the file.
#[tauri::command]
#[specta::specta]
pub async fn save_bundle(desk: State<'_, Desk>, id: RunId) -> Result<String, CommandError> {
    bundle::save(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn read_bundle(text: String) -> Result<Bundle, CommandError> {
    bundle::read(&text)
}
