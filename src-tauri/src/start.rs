//! What is open when the window shows: the demo where it was asked for, else what was open last.

use routine_commands::{Desk, ErrorCode, connection};
use tauri::{AppHandle, Manager};

/// `--demo`: open and sweeping before the window shows. Where it fails the window opens on the
/// first-run page, which offers the demo and says why not.
pub fn open_demo(desk: &Desk) {
    if let Err(error) = tauri::async_runtime::block_on(connection::open_demo(desk)) {
        tracing::error!(%error, "the local demo did not open");
    }
}

/// Beside the window, which a server that does not answer must not hold back. A failure stays with
/// what is remembered, and the first-run page shows it.
pub fn open_last(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        match connection::open_last(&app.state::<Desk>()).await {
            Ok(_) => {}
            // The first start: nothing was ever opened.
            Err(error) if error.code == ErrorCode::Refused => {}
            Err(error) => tracing::warn!(%error, "what was open last did not open"),
        }
    });
}
