//! `--demo`: the local demo, open and sweeping before the window shows.

use routine_commands::{Desk, connection};

/// Where it fails the window opens on the first-run page, which offers the demo and says why not.
pub fn open(desk: &Desk) {
    if let Err(error) = tauri::async_runtime::block_on(connection::open_demo(desk)) {
        tracing::error!(%error, "the local demo did not open");
    }
}
