use routine_commands::{CommandError, Desk, settings, wire::*};
use tauri::{Manager, State, WebviewWindow};

use crate::{tray, window};

#[tauri::command]
#[specta::specta]
pub async fn get_settings(desk: State<'_, Desk>) -> Result<SettingsStatus, CommandError> {
    settings::get(&desk).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_settings(
    desk: State<'_, Desk>,
    window: WebviewWindow,
    settings: Settings,
) -> Result<SettingsStatus, CommandError> {
    let saved = settings::save(&desk, settings).await?;
    window::scale(&window, saved.settings.scale_percent);
    tray::set(window.app_handle(), saved.settings.habits.tray);
    Ok(saved)
}
