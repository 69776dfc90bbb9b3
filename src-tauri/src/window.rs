//! The one window.

use tauri::{
    AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Wry, plugin::TauriPlugin,
};
use tauri_plugin_window_state::StateFlags;

use crate::{paths::Paths, settings::SettingsFile, tray};

const LABEL: &str = "main";

/// Size and place as they were; whether it was hidden is not kept, since a start is to show it.
pub fn state_plugin(paths: &Paths) -> TauriPlugin<Wry> {
    tauri_plugin_window_state::Builder::new()
        .with_filename(paths.window_state.display().to_string())
        .with_state_flags(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED)
        .build()
}

pub fn open(app: &AppHandle, paths: &Paths) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Routine Desk")
        .inner_size(1280.0, 820.0)
        .min_inner_size(960.0, 640.0)
        .data_directory(paths.webview.clone())
        .build()?;
    let (settings, _) = SettingsFile::load(&paths.settings).settings();
    scale(&window, settings.scale_percent);
    tray::set(app, settings.habits.tray);
    tracing::info!("the window is open");
    Ok(())
}

/// To the front, from wherever it was.
pub fn show(app: &AppHandle) {
    let Some(window) = app.get_webview_window(LABEL) else {
        return;
    };
    let shown = window
        .show()
        .and_then(|()| window.unminimize())
        .and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window did not come to the front");
    }
}

pub fn is_in_front(app: &AppHandle) -> bool {
    let window = app.get_webview_window(LABEL);
    window.is_some_and(|window| {
        window.is_visible().unwrap_or(false) && window.is_focused().unwrap_or(false)
    })
}

/// The web view's own zoom, so that a larger scale falls through the same widths as a smaller window.
pub fn scale(window: &WebviewWindow, percent: u32) {
    if let Err(error) = window.set_zoom(f64::from(percent) / 100.0) {
        tracing::warn!(%error, percent, "the scale could not be set");
    }
}
