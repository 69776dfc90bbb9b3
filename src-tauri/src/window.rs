//! The one window.

use tauri::{AppHandle, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

use crate::{paths::Paths, settings::SettingsFile};

pub fn open(app: &AppHandle, paths: &Paths) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
        .title("Routine Desk")
        .inner_size(1280.0, 820.0)
        .min_inner_size(960.0, 640.0)
        .data_directory(paths.webview.clone())
        .build()?;
    let (settings, _) = SettingsFile::load(&paths.settings).settings();
    scale(&window, settings.scale_percent);
    tracing::info!("the window is open");
    Ok(())
}

/// The web view's own zoom, so that a larger scale falls through the same widths as a smaller window.
pub fn scale(window: &WebviewWindow, percent: u32) {
    if let Err(error) = window.set_zoom(f64::from(percent) / 100.0) {
        tracing::warn!(%error, percent, "the scale could not be set");
    }
}
