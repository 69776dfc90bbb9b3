//! The one window.

use tauri::{AppHandle, WebviewUrl, WebviewWindowBuilder};

use crate::paths::Paths;

pub fn open(app: &AppHandle, paths: &Paths) -> tauri::Result<()> {
    WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
        .title("Routine Desk")
        .inner_size(1280.0, 820.0)
        .min_inner_size(960.0, 640.0)
        .data_directory(paths.webview.clone())
        .build()?;
    tracing::info!("the window is open");
    Ok(())
}
