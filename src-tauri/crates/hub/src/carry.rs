//! A run in this hub's hands, from the hand-off to its recorded end.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::Duration;
use routine_engine::Pauses;
use routine_store::{
    StoreError,
    model::{CarryOutcome, HandOff, ReportOutcome},
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::{Ended, hub::Shared};

/// The keys this hub carries.
pub(crate) struct Carried {
    /// Each with what tells its task that the end was reported from elsewhere.
    keys: Mutex<HashMap<String, CancellationToken>>,
    /// How many of them are worked on here.
    working: watch::Sender<usize>,
}

impl Default for Carried {
    fn default() -> Self {
        Self {
            keys: Mutex::default(),
            working: watch::Sender::new(0),
        }
    }
}

impl Carried {
    pub(crate) fn keys(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    pub(crate) async fn idle(&self) {
        let mut working = self.working.subscribe();
        // The sender lives as long as `self`.
        let _ = working.wait_for(|count| *count == 0).await;
    }

    /// Its end was reported.
    pub(crate) fn finished(&self, key: &str) {
        if let Some(finished) = self.lock().get(key) {
            finished.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Starts the work of a run whose key is this hub's.
    pub(crate) fn carry(self: &Arc<Self>, hand_off: HandOff) {
        let order = &hand_off.order;
        let span = tracing::info_span!("carry", run = %order.lease.run_id, routine = %order.routine_id, key = order.idempotency_key);
        let key = order.idempotency_key.clone();
        let finished = CancellationToken::new();
        self.carried.lock().insert(key.clone(), finished.clone());
        self.carried.working.send_modify(|count| *count += 1);
        let this = self.clone();
        let task = async move {
            let ended = this.work(&hand_off, &finished).await;
            match ended {
                Some(Ended::With(outcome)) => {
                    this.record(&key, &outcome).await;
                    this.carried.working.send_modify(|count| *count -= 1);
                }
                Some(Ended::Elsewhere) => {
                    this.carried.working.send_modify(|count| *count -= 1);
                    this.wait_for_finish(&key, &finished).await;
                }
                // Reported while it was worked on here.
                None => this.carried.working.send_modify(|count| *count -= 1),
            }
            this.carried.lock().remove(&key);
        };
        self.tasks.spawn(task.instrument(span));
    }

    async fn work(&self, hand_off: &HandOff, finished: &CancellationToken) -> Option<Ended> {
        let Some(runner) = &self.runner else {
            return Some(Ended::With(stopped()));
        };
        let run = async {
            // Never closed.
            let _turn = self.turns.acquire().await;
            runner.run(hand_off).await
        };
        tokio::select! {
            biased;
            () = self.cut.cancelled() => Some(Ended::With(stopped())),
            () = finished.cancelled() => None,
            ended = run => Some(ended),
        }
    }

    async fn wait_for_finish(&self, key: &str, finished: &CancellationToken) {
        let limit = i64::from(self.config.elsewhere_limit_seconds);
        let until = self.clock.now() + Duration::seconds(limit);
        tokio::select! {
            biased;
            () = finished.cancelled() => {}
            () = self.clock.sleep_until(until) => {
                let message = format!("No outcome was reported within {limit} s.");
                self.record(key, &CarryOutcome::Abandoned { message }).await;
            }
            // It goes on without this hub, and may be reported to any other.
            () = self.cut.cancelled() => {}
        }
    }

    /// Tried until it is written: an outcome is lost only with the process.
    async fn record(&self, key: &str, outcome: &CarryOutcome) {
        let mut pauses = Pauses::default();
        loop {
            match self.store.end_carry(key, outcome, self.clock.now()).await {
                Ok(ReportOutcome::Recorded { .. }) => {
                    tracing::debug!("recorded");
                    return;
                }
                Ok(ReportOutcome::LostTheRace { status }) => {
                    tracing::info!(%status, "lost the race");
                    return;
                }
                Ok(ReportOutcome::NotFound) => {
                    tracing::warn!("the key is not carried any more");
                    return;
                }
                Err(error) if self.gives_up(&error) => {
                    tracing::error!(%error, "the outcome was not written");
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, "the outcome is not written yet and will be tried again");
                    let again = self.clock.now() + pauses.after_failure();
                    tokio::select! {
                        biased;
                        () = self.cut.cancelled() => {}
                        () = self.clock.sleep_until(again) => {}
                    }
                }
            }
        }
    }

    /// A hub that stops cannot wait for a database; neither helps waiting for one that was changed
    /// by hand.
    fn gives_up(&self, error: &StoreError) -> bool {
        self.cut.is_cancelled() || matches!(error, StoreError::Internal(_))
    }
}

fn stopped() -> CarryOutcome {
    CarryOutcome::Abandoned {
        message: "Its hub stopped before the work had ended, so the work was ended too.".into(),
    }
}
