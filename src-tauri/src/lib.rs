//! The desktop shell: arguments, paths, settings, keychain, the window, and a clean end. What the
//! application does stands in `routine-commands`; here is only what needs this desktop.

mod args;
mod events;
mod files;
mod host;
mod instance;
mod ipc;
mod keychain;
mod links;
mod logging;
mod menu;
mod notify;
mod paths;
mod relay;
#[cfg(target_os = "linux")]
mod rendering;
mod settings;
mod shutdown;
mod start;
mod tray;
mod window;

#[cfg(test)]
mod bindings;
#[cfg(test)]
mod mutations;
#[cfg(test)]
mod security;

use std::{process::ExitCode, sync::Arc};

use routine_commands::Desk;
use tauri::Manager;
use tauri_plugin_deep_link::DeepLinkExt;

use crate::{args::Args, host::DesktopHost, links::Links, paths::Paths};

/// Runs the application until its window is closed or it is told to stop.
pub fn run() -> ExitCode {
    logging::start();
    let outcome = Args::read(std::env::args().skip(1)).and_then(|args| match args {
        Args::Help => {
            println!("{}", args::HELP);
            Ok(())
        }
        Args::Version => {
            println!("routine-desk {}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        Args::Open { demo, link } => {
            #[cfg(target_os = "linux")]
            if let Err(error) = rendering::suit_this_machine() {
                tracing::warn!(%error, "drawing goes through OpenGL, without a device for it");
            }
            open(demo, link.as_deref())
        }
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("routine-desk: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// Why the application did not start.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error("{0}")]
    Argument(String),
    #[error(transparent)]
    Paths(#[from] paths::PathsError),
    #[error("the window could not be opened: {0}")]
    Window(#[from] tauri::Error),
}

impl StartError {
    /// 2 is a wrong call, 1 is a desktop that did not let it start.
    fn exit_code(&self) -> u8 {
        match self {
            Self::Argument(_) => 2,
            Self::Paths(_) | Self::Window(_) => 1,
        }
    }
}

fn open(demo: bool, link: Option<&str>) -> Result<(), StartError> {
    let paths = Paths::of_this_user()?;
    let desk = Desk::new(Arc::new(DesktopHost::new(paths.clone())));
    let ipc = ipc::builder();
    let links = Links::default();
    links.put(link.and_then(links::parse));
    let app = tauri::Builder::default()
        // First: a second start ends before it does anything.
        .plugin(instance::plugin(&paths))
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(window::state_plugin(&paths))
        .manage(desk)
        .manage(links)
        .manage(notify::Told::default())
        .on_menu_event(|app, event| menu::on_chosen(app, event.id().as_ref()))
        .on_window_event(shutdown::on_window_event)
        .invoke_handler(ipc.invoke_handler())
        .setup(move |app| {
            ipc.mount_events(app);
            let app = app.handle();
            relay::start(app);
            notify::start(app);
            let followed = app.clone();
            app.deep_link().on_open_url(move |event| {
                for url in event.urls() {
                    links::open(&followed, url.as_str());
                }
            });
            shutdown::on_signals(app);
            if demo {
                start::open_demo(&app.state::<Desk>());
            } else {
                start::open_last(app);
            }
            window::open(app, &paths)?;
            Ok(())
        })
        .build(tauri::generate_context!())?;
    app.run(shutdown::on_exit_requested);
    Ok(())
}
