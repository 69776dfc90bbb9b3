use routine_commands::CommandError;
use tauri::{AppHandle, State};

use crate::{
    links::{Link, Links},
    menu::{self, MenuGroup},
};

/// The link that was opened and is not followed yet.
#[tauri::command]
#[specta::specta]
pub fn take_link(links: State<'_, Links>) -> Result<Option<Link>, CommandError> {
    Ok(links.take())
}

/// None takes the menu bar away.
#[tauri::command]
#[specta::specta]
pub fn set_menu(app: AppHandle, groups: Vec<MenuGroup>) -> Result<(), CommandError> {
    menu::set(&app, &groups);
    Ok(())
}
