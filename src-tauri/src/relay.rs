//! Carries the desk's changes to the screens, at most five times a second: a burst of writes costs
//! one refresh, and the last change of a burst is never held back for good.

use std::{collections::BTreeSet, time::Duration};

use routine_commands::{Desk, wire::Tag};
use tauri::{AppHandle, Manager};
use tauri_specta::Event;
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::interval,
};

use crate::events::DeskChanged;

const SHORTEST_GAP: Duration = Duration::from_millis(200);

pub fn start(app: &AppHandle) {
    let changes = app.state::<Desk>().subscribe();
    let app = app.clone();
    tauri::async_runtime::spawn(relay(changes, move |changed| {
        if let Err(error) = changed.emit(&app) {
            tracing::warn!(%error, "a change did not reach the window");
        }
    }));
}

async fn relay(mut changes: Receiver<Tag>, emit: impl Fn(DeskChanged)) {
    let mut gap = interval(SHORTEST_GAP);
    while let Some(first) = next(&mut changes).await {
        let mut stale = first;
        while !changes.is_empty() {
            let Some(more) = next(&mut changes).await else {
                break;
            };
            stale.extend(more);
        }
        emit(DeskChanged {
            tags: stale.into_iter().collect(),
        });
        gap.reset();
        gap.tick().await;
    }
}

/// `None` when the desk is gone. Whoever fell behind cannot know what was missed: all is stale.
async fn next(changes: &mut Receiver<Tag>) -> Option<BTreeSet<Tag>> {
    match changes.recv().await {
        Ok(tag) => Some(BTreeSet::from([tag])),
        Err(RecvError::Lagged(_)) => Some(BTreeSet::from(Tag::ALL)),
        Err(RecvError::Closed) => None,
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::{broadcast, mpsc};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_told_once_and_its_end_is_not_lost() {
        let (desk, changes) = broadcast::channel(64);
        let (told, mut window) = mpsc::unbounded_channel();
        tokio::spawn(relay(changes, move |changed| {
            told.send(changed.tags).unwrap();
        }));

        for tag in [Tag::Runs, Tag::Routines, Tag::Runs] {
            desk.send(tag).unwrap();
        }
        assert_eq!(window.recv().await.unwrap(), [Tag::Routines, Tag::Runs]);

        desk.send(Tag::Scheduler).unwrap();
        assert!(window.is_empty());
        assert_eq!(window.recv().await.unwrap(), [Tag::Scheduler]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_listener_that_fell_behind_refreshes_everything() {
        let (desk, changes) = broadcast::channel(2);
        let (told, mut window) = mpsc::unbounded_channel();
        for _ in 0..5 {
            desk.send(Tag::Runs).unwrap();
        }
        tokio::spawn(relay(changes, move |changed| {
            told.send(changed.tags).unwrap();
        }));
        assert_eq!(window.recv().await.unwrap(), Tag::ALL);
    }
}
