use chrono::Duration;
use routine_domain::Instant;
use routine_engine::{EngineEvent, Scheduler, SchedulerHandle, Worker};
use tokio::sync::broadcast;

use crate::{CommandError, wire::Tag};

/// The scheduler that runs inside this program.
pub(crate) struct Embedded {
    handle: SchedulerHandle,
}

impl Embedded {
    /// Starts it; what it does is announced as `changes`.
    pub fn start(worker: Worker, changes: broadcast::Sender<Vec<Tag>>) -> Self {
        let handle = Scheduler::start(worker);
        tokio::spawn(pass_on(handle.subscribe(), changes));
        Self { handle }
    }

    pub fn is_running(&self) -> bool {
        self.handle.is_running()
    }

    pub fn since(&self) -> Instant {
        self.handle.since()
    }

    pub fn worker(&self) -> &Worker {
        self.handle.worker()
    }

    /// One pass at once, with the results of its launches.
    pub async fn sweep(&self) -> Result<(), CommandError> {
        self.handle.worker().sweep().await?;
        self.handle.worker().settled().await;
        Ok(())
    }

    pub async fn stop(self, deadline: Duration) {
        if let Err(error) = self.handle.stop(deadline).await {
            tracing::warn!(%error, "the scheduler could not say goodbye to the database");
        }
    }
}

/// Ends with the worker.
async fn pass_on(
    mut events: broadcast::Receiver<EngineEvent>,
    changes: broadcast::Sender<Vec<Tag>>,
) {
    loop {
        let tags = match events.recv().await {
            Ok(EngineEvent::SweepEnded(_)) => vec![Tag::Scheduler],
            Ok(EngineEvent::RunsMoved) => vec![Tag::Runs, Tag::Routines],
            // Some were lost: everything they could have told is stale.
            Err(broadcast::error::RecvError::Lagged(_)) => {
                vec![Tag::Scheduler, Tag::Runs, Tag::Routines]
            }
            Err(broadcast::error::RecvError::Closed) => return,
        };
        let _ = changes.send(tags);
    }
}
