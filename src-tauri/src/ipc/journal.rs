use routine_commands::{CommandError, Desk, journal, wire::*};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn list_journal(
    desk: State<'_, Desk>,
    query: JournalQuery,
) -> Result<JournalPage, CommandError> {
    journal::list(&desk, query).await
}
