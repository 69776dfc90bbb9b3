//! `--demo`: the local demo, open and sweeping before the window shows.

use routine_commands::{CommandError, Desk, connection, scheduler};

/// Where it fails the window opens on the first-run page, which offers the demo and says why not.
pub fn open(desk: &Desk) {
    if let Err(error) = tauri::async_runtime::block_on(open_and_sweep(desk)) {
        tracing::error!(%error, "the local demo did not open");
    }
}

async fn open_and_sweep(desk: &Desk) -> Result<(), CommandError> {
    connection::open_demo(desk).await?;
    scheduler::start(desk).await?;
    Ok(())
}
