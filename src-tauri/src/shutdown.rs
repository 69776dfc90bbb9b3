//! A clean end, however it is asked for: the window closed, SIGTERM, or Ctrl C. The embedded
//! scheduler gets a moment for the launches it has begun; take-over covers what it does not finish.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use routine_commands::Desk;
use tauri::{AppHandle, Manager, RunEvent};

/// How long launches that have begun may take to end.
const GRACE: Duration = Duration::from_secs(5);

/// A database that is gone must not hold the process either.
const LIMIT: Duration = Duration::from_secs(7);

/// Ends the process, once, after the desk was shut down or the limit has passed.
fn leave(app: &AppHandle) {
    static LEAVING: AtomicBool = AtomicBool::new(false);
    if LEAVING.swap(true, Ordering::SeqCst) {
        return;
    }
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let desk = app.state::<Desk>();
        if tokio::time::timeout(LIMIT, desk.shutdown(GRACE))
            .await
            .is_err()
        {
            tracing::warn!("the database did not let go in time; the process ends all the same");
        }
        app.exit(0);
    });
}

pub fn on_exit_requested(app: &AppHandle, event: RunEvent) {
    // Without a code it is the last window that closed; with one it is `leave` itself.
    if let RunEvent::ExitRequested {
        code: None, api, ..
    } = event
    {
        api.prevent_exit();
        leave(app);
    }
}

pub fn on_signals(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        match stop_signal().await {
            Ok(()) => leave(&app),
            Err(error) => tracing::warn!(%error, "signals to stop will not be heard"),
        }
    });
}

#[cfg(unix)]
async fn stop_signal() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn stop_signal() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
