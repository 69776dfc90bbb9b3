use routine_commands::{CommandError, Desk, connection, wire::*};
use tauri::State;

#[tauri::command]
#[specta::specta]
pub async fn get_app_status(desk: State<'_, Desk>) -> Result<AppStatus, CommandError> {
    connection::status(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_demo(desk: State<'_, Desk>) -> Result<ConnectionInfo, CommandError> {
    connection::open_demo(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn test_connection(
    desk: State<'_, Desk>,
    request: ConnectionRequest,
) -> Result<ConnectionReport, CommandError> {
    connection::test(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_connection(
    desk: State<'_, Desk>,
    request: ConnectionRequest,
) -> Result<ConnectionInfo, CommandError> {
    connection::open(&desk, request).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_remembered(
    desk: State<'_, Desk>,
    password: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    connection::open_remembered(&desk, password).await
}

#[tauri::command]
#[specta::specta]
pub async fn migrate_connection(
    desk: State<'_, Desk>,
    first_tenant: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    connection::migrate(&desk, first_tenant).await
}

#[tauri::command]
#[specta::specta]
pub async fn close_connection(desk: State<'_, Desk>) -> Result<(), CommandError> {
    connection::close(&desk).await
}
