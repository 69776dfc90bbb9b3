//! A clean end, however it is asked for: the window closed, SIGTERM, or Ctrl C. The embedded
//! scheduler gets a moment for the launches it has begun; take-over covers what it does not finish.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use routine_commands::{Desk, scheduler};
use tauri::{AppHandle, Manager, RunEvent, Window, WindowEvent};

use crate::{instance, notify};

/// How long launches that have begun may take to end.
const GRACE: Duration = Duration::from_secs(5);

/// A database that is gone must not hold the process either.
const LIMIT: Duration = Duration::from_secs(7);

/// Ends the process, once, after the desk was shut down or the limit has passed.
pub fn leave(app: &AppHandle) {
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

/// Closing the window ends the application, unless a person asked that the scheduler inside it goes
/// on: then the window only goes out of sight, and that is said.
pub fn on_window_event(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else {
        return;
    };
    let app = window.app_handle();
    if !goes_on(app) {
        return;
    }
    api.prevent_close();
    match window.hide() {
        Ok(()) => notify::show(
            app,
            "Routine Desk goes on sweeping",
            "Its window is closed. Start Routine Desk again to see it, or to quit it for good.",
        ),
        Err(error) => {
            tracing::warn!(%error, "the window could not be hidden");
            leave(app);
        }
    }
}

/// Out of sight only where there is a way back.
fn goes_on(app: &AppHandle) -> bool {
    let desk = app.state::<Desk>();
    let habits = routine_commands::settings::habits(&desk);
    habits.keep_running
        && (habits.tray || instance::can_be_found())
        && tauri::async_runtime::block_on(scheduler::runs_here(&desk))
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
