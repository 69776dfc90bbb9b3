//! Lets history go that is no longer kept: a batch at a time, between passes.

use chrono::Duration;
use routine_domain::{Instant, retention::PRUNE_PAUSE_SECONDS};
use routine_store::model::Look;

use crate::Worker;

impl Worker {
    /// Lets a batch of history go, where the glance saw one due, and answers when the next is. It is
    /// nobody's business that it failed: it is tried again.
    pub(crate) async fn prune(&self, look: Look) -> Instant {
        if let Some(due_at) = look.prune_due_at.filter(|at| *at > look.now) {
            return due_at;
        }
        match self.shared.store.prune(look.now).await {
            Ok(pruned) => {
                if pruned.runs > 0 {
                    tracing::info!(pruned.runs, "runs that are no longer kept were removed");
                }
                pruned.next_at
            }
            Err(error) => {
                tracing::error!(%error, "history could not be pruned; trying again");
                look.now + Duration::seconds(PRUNE_PAUSE_SECONDS)
            }
        }
    }
}
