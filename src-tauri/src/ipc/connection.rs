use routine_commands::{CommandError, Desk, connection, profiles, wire::*};
use routine_domain::{Confirmation, Profile, ProfileDetails, ProfileId};
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
pub async fn list_profiles(desk: State<'_, Desk>) -> Result<Vec<ProfileRow>, CommandError> {
    profiles::list(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_profile(
    desk: State<'_, Desk>,
    id: Option<ProfileId>,
    details: ProfileDetails,
    password: Option<String>,
) -> Result<Profile, CommandError> {
    profiles::save(&desk, id, details, password).await
}

#[tauri::command]
#[specta::specta]
pub async fn duplicate_profile(
    desk: State<'_, Desk>,
    id: ProfileId,
) -> Result<Profile, CommandError> {
    profiles::duplicate(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_profile(desk: State<'_, Desk>, id: ProfileId) -> Result<(), CommandError> {
    profiles::remove(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn export_profiles(desk: State<'_, Desk>) -> Result<String, CommandError> {
    profiles::export(&desk)
}

#[tauri::command]
#[specta::specta]
pub async fn import_profiles(
    desk: State<'_, Desk>,
    text: String,
) -> Result<ProfilesImported, CommandError> {
    profiles::import(&desk, &text).await
}

#[tauri::command]
#[specta::specta]
pub async fn test_profile(
    desk: State<'_, Desk>,
    id: ProfileId,
) -> Result<ConnectionReport, CommandError> {
    connection::test_profile(&desk, id).await
}

#[tauri::command]
#[specta::specta]
pub async fn test_details(
    desk: State<'_, Desk>,
    details: ProfileDetails,
    password: Option<String>,
) -> Result<ConnectionReport, CommandError> {
    connection::test_details(&desk, details, password).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_profile(
    desk: State<'_, Desk>,
    id: ProfileId,
    password: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    connection::open_profile(&desk, id, password).await
}

#[tauri::command]
#[specta::specta]
pub async fn lower_protection(
    desk: State<'_, Desk>,
    level: Protection,
) -> Result<ConnectionInfo, CommandError> {
    connection::lower(&desk, level).await
}

#[tauri::command]
#[specta::specta]
pub async fn get_migration(
    engine: DatabaseEngine,
    number: u32,
) -> Result<MigrationText, CommandError> {
    connection::migration(engine, number)
}

#[tauri::command]
#[specta::specta]
pub async fn migrate_connection(
    desk: State<'_, Desk>,
    first_tenant: Option<String>,
    confirmation: Option<Confirmation>,
) -> Result<ConnectionInfo, CommandError> {
    connection::migrate(&desk.confirmed(confirmation), first_tenant).await
}

#[tauri::command]
#[specta::specta]
pub async fn migrate_profile(
    desk: State<'_, Desk>,
    id: ProfileId,
    confirmation: Option<Confirmation>,
) -> Result<(), CommandError> {
    connection::migrate_profile(&desk.confirmed(confirmation), id).await
}

#[tauri::command]
#[specta::specta]
pub async fn close_connection(desk: State<'_, Desk>) -> Result<(), CommandError> {
    connection::close(&desk).await
}
