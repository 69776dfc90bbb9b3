//! One application for each place it keeps its files in: a second start shows the first one's window.

use std::hash::{DefaultHasher, Hash, Hasher};

use routine_commands::{Desk, connection};
use tauri::{AppHandle, Manager, Wry, plugin::TauriPlugin};

use crate::{paths::Paths, window};

pub fn plugin(paths: &Paths) -> TauriPlugin<Wry> {
    tauri_plugin_single_instance::Builder::new()
        .callback(|app, words, _folder| on_second_start(app, &words))
        .dbus_id(name(paths))
        .build()
}

/// Whether a second start finds this one: it asks over the session's bus.
pub fn can_be_found() -> bool {
    !cfg!(target_os = "linux")
        || std::env::var_os("DBUS_SESSION_BUS_ADDRESS")
            .is_some_and(|address| !address.is_empty() && address != "disabled:")
}

fn name(paths: &Paths) -> String {
    let mut hash = DefaultHasher::new();
    paths.settings.hash(&mut hash);
    format!("dev.routinedesk.app.At{:016x}", hash.finish())
}

/// A link among its words is followed by the plugin for links.
fn on_second_start(app: &AppHandle, words: &[String]) {
    window::show(app);
    if words.iter().any(|word| word == "--demo") {
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            if let Err(error) = connection::open_demo(&app.state::<Desk>()).await {
                tracing::error!(%error, "the local demo did not open");
            }
        });
    }
}
