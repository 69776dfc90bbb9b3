//! Carries the desk's changes to the screens, at most five times a second: a burst of writes costs
//! one refresh, and the last change of a burst is never held back for good.

use std::{collections::HashSet, time::Duration};

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
    let changes = app.state::<Desk>().changes();
    let app = app.clone();
    tauri::async_runtime::spawn(relay(changes, move |changed| {
        if let Err(error) = changed.emit(&app) {
            tracing::warn!(%error, "a change did not reach the window");
        }
    }));
}

async fn relay(mut changes: Receiver<Vec<Tag>>, emit: impl Fn(DeskChanged)) {
    let mut gap = interval(SHORTEST_GAP);
    while let Some(first) = next(&mut changes).await {
        let mut stale = HashSet::<Tag>::from_iter(first);
        while !changes.is_empty() {
            let Some(more) = next(&mut changes).await else {
                break;
            };
            stale.extend(more);
        }
        emit(DeskChanged {
            tags: Tag::ALL
                .into_iter()
                .filter(|tag| stale.contains(tag))
                .collect(),
        });
        gap.reset();
        gap.tick().await;
    }
}

/// `None` when the desk is gone. Whoever fell behind cannot know what was missed: all is stale.
async fn next(changes: &mut Receiver<Vec<Tag>>) -> Option<Vec<Tag>> {
    match changes.recv().await {
        Ok(tags) => Some(tags),
        Err(RecvError::Lagged(_)) => Some(Tag::ALL.to_vec()),
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

        for tags in [vec![Tag::Runs], vec![Tag::Routines, Tag::Runs]] {
            desk.send(tags).unwrap();
        }
        assert_eq!(window.recv().await.unwrap(), [Tag::Routines, Tag::Runs]);

        desk.send(vec![Tag::Scheduler]).unwrap();
        assert!(window.is_empty());
        assert_eq!(window.recv().await.unwrap(), [Tag::Scheduler]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_listener_that_fell_behind_refreshes_everything() {
        let (desk, changes) = broadcast::channel(2);
        let (told, mut window) = mpsc::unbounded_channel();
        for _ in 0..5 {
            desk.send(vec![Tag::Runs]).unwrap();
        }
        tokio::spawn(relay(changes, move |changed| {
            told.send(changed.tags).unwrap();
        }));
        assert_eq!(window.recv().await.unwrap(), Tag::ALL);
    }
}
