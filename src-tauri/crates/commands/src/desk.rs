//! The desk: one host, at most one open database, and the word that something changed.

use std::{sync::Arc, time::Duration};

use tokio::sync::broadcast;

use crate::{host::Host, wire::Tag};

const CHANGES_KEPT: usize = 256;

pub struct Desk {
    pub(crate) host: Arc<dyn Host>,
    changes: broadcast::Sender<Vec<Tag>>,
}

impl Desk {
    pub fn new(host: Arc<dyn Host>) -> Self {
        Self {
            host,
            changes: broadcast::channel(CHANGES_KEPT).0,
        }
    }

    /// Which reads become stale, from now on.
    pub fn changes(&self) -> broadcast::Receiver<Vec<Tag>> {
        self.changes.subscribe()
    }

    pub async fn shutdown(&self, _deadline: Duration) {}
}
