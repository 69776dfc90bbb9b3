//! The system's own notifications, while the window is not in front: in front, the screens say it.

use std::time::Duration;

use routine_commands::{
    Desk,
    notices::{self, Board},
};
use tauri::{AppHandle, Manager};
use tauri_plugin_notification::NotificationExt;
use tokio::time::interval;

use crate::{
    links::{self, Link},
    tray, window,
};

/// Between two looks.
const EVERY: Duration = Duration::from_secs(15);

pub fn start(app: &AppHandle) {
    let app = app.clone();
    let clicked = app.clone();
    // Where the system tells of clicks, a click leads to what the notice is about.
    let heard = app.notification().on_action(move |_| {
        if let Some(link) = clicked.state::<Told>().last() {
            links::follow(&clicked, link);
        }
    });
    if let Err(error) = heard {
        tracing::info!(%error, "clicks on notifications are not heard");
    }
    tauri::async_runtime::spawn(async move {
        let mut board = Board::default();
        let mut ticks = interval(EVERY);
        loop {
            ticks.tick().await;
            let desk = app.state::<Desk>();
            match notices::look(&desk, &mut board).await {
                Ok(Some(notice)) if !window::is_in_front(&app) => {
                    let profile = notices::profile(&desk).await;
                    app.state::<Told>().put(Link {
                        profile,
                        route: notice.route,
                    });
                    show(&app, &notice.title, &notice.body);
                }
                Ok(_) => {}
                Err(error) => tracing::debug!(%error, "nothing to tell: the database did not say"),
            }
            tray::tell(&app, &board);
        }
    });
}

pub fn show(app: &AppHandle, title: &str, body: &str) {
    let shown = app.notification().builder().title(title).body(body).show();
    if let Err(error) = shown {
        tracing::info!(%error, "a notification was not shown");
    }
}

/// Where the newest notice leads.
#[derive(Default)]
pub struct Told(std::sync::Mutex<Option<Link>>);

impl Told {
    fn put(&self, link: Link) {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(link);
    }

    fn last(&self) -> Option<Link> {
        let last = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        last.clone()
    }
}
