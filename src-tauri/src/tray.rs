//! The sign in the tray, where a person wants one: how things stand, the window, and the way out.

use routine_commands::notices::Board;
use tauri::{
    AppHandle, Manager,
    menu::{Menu, MenuItem},
    tray::{TrayIcon, TrayIconBuilder},
};

use crate::{shutdown, window};

const ID: &str = "state";
const OPEN: &str = "tray.open";
const QUIT: &str = "tray.quit";

/// The line of the menu that says how things stand.
struct State(MenuItem<tauri::Wry>);

/// Puts it up or takes it down.
pub fn set(app: &AppHandle, wanted: bool) {
    match (wanted, app.tray_by_id(ID)) {
        (true, None) => {
            if let Err(error) = put_up(app) {
                tracing::warn!(%error, "the tray did not take a sign");
            }
        }
        (true, Some(tray)) => show(&tray, true),
        (false, Some(tray)) => show(&tray, false),
        (false, None) => {}
    }
}

fn show(tray: &TrayIcon, visible: bool) {
    if let Err(error) = tray.set_visible(visible) {
        tracing::warn!(%error, "the sign in the tray did not change");
    }
}

fn put_up(app: &AppHandle) -> tauri::Result<()> {
    let state = MenuItem::with_id(app, "tray.state", "Nothing is open", false, None::<&str>)?;
    let open = MenuItem::with_id(app, OPEN, "Open Routine Desk", true, None::<&str>)?;
    let quit = MenuItem::with_id(app, QUIT, "Quit", true, None::<&str>)?;
    let menu = Menu::with_items(app, &[&state, &open, &quit])?;
    let mut tray = TrayIconBuilder::with_id(ID)
        .menu(&menu)
        .tooltip("Routine Desk")
        .on_menu_event(|app, event| match event.id().as_ref() {
            OPEN => window::show(app),
            QUIT => shutdown::leave(app),
            _ => {}
        });
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    tray.build(app)?;
    app.manage(State(state));
    Ok(())
}

/// How things stood at the last look.
pub fn tell(app: &AppHandle, board: &Board) {
    let Some(state) = app.try_state::<State>() else {
        return;
    };
    if let Err(error) = state.0.set_text(board.standing()) {
        tracing::debug!(%error, "the tray did not take the state");
    }
}
