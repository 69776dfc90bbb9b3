//! A pass by hand where no scheduler runs: by a worker of the moment, which says goodbye once nothing
//! of it is under way. Passes that overlap share it, since the goodbye of one would give back what the
//! next has claimed under the same name.

use std::sync::Arc;

use routine_engine::Worker;
use tokio::sync::{Mutex, oneshot};

use crate::{CommandError, ErrorCode};

#[derive(Default)]
pub(crate) struct Moment(Arc<Mutex<Option<Hired>>>);

struct Hired {
    worker: Arc<Worker>,
    /// Those that have not ended yet.
    passes: usize,
}

impl Moment {
    /// Resolves once every launch of the pass has come to a result.
    pub async fn sweep(
        &self,
        hire: impl FnOnce() -> Result<Worker, CommandError>,
    ) -> Result<(), CommandError> {
        let worker = self.enter(hire).await?;
        let (tell, told) = oneshot::channel();
        let slot = self.0.clone();
        // A task of its own: whoever asked may be gone before the work has ended.
        tokio::spawn(async move {
            let swept = worker.sweep().await;
            if swept.is_ok() {
                worker.settled().await;
            }
            // Nobody listens any more: it is in the log of sweeps all the same.
            let _ = tell.send(swept);
            leave(&slot, &worker).await;
        });
        match told.await {
            Ok(swept) => Ok(swept.map(drop)?),
            Err(_) => Err(CommandError::new(
                ErrorCode::Internal,
                "The pass broke off.",
            )),
        }
    }

    async fn enter(
        &self,
        hire: impl FnOnce() -> Result<Worker, CommandError>,
    ) -> Result<Arc<Worker>, CommandError> {
        let mut slot = self.0.lock().await;
        let hired = match slot.take() {
            Some(hired) => hired,
            None => Hired {
                worker: Arc::new(hire()?),
                passes: 0,
            },
        };
        let hired = slot.insert(hired);
        hired.passes += 1;
        Ok(hired.worker.clone())
    }
}

async fn leave(slot: &Mutex<Option<Hired>>, worker: &Worker) {
    worker.idle().await;
    if let Err(error) = worker.deliver().await {
        tracing::warn!(%error, "results could not be delivered");
    }
    // Held through the goodbye: nobody comes under its name before.
    let mut slot = slot.lock().await;
    if let Some(hired) = slot.as_mut() {
        hired.passes -= 1;
        if hired.passes > 0 {
            return;
        }
    }
    *slot = None;
    if let Err(error) = worker.stop(chrono::Duration::zero()).await {
        tracing::warn!(%error, "a worker of the moment could not say goodbye");
    }
}
