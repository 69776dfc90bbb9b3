//! The loop around the passes: sleeps until there is something to do, wakes when something changed.

use std::{pin::Pin, sync::Arc, task::Poll};

use chrono::Duration;
use routine_domain::Instant;
use routine_store::Store;
use tokio::{sync::broadcast, task::JoinHandle};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    Clock, Deadline, EngineError, EngineEvent, Worker, courier::keep_delivering, pauses::Pauses,
    sweep::Tended,
};

/// A worker's own writes wake it too: two passes that nothing but a change asked for are at least
/// this far apart. A fire that is due waits for nothing.
const WAKE_GAP_MS: i64 = 25;

pub struct Scheduler;

impl Scheduler {
    /// Sweeps until stopped. Must be called within a tokio runtime.
    pub fn start(worker: Worker) -> SchedulerHandle {
        let worker = Arc::new(worker);
        let stop = CancellationToken::new();
        SchedulerHandle {
            since: worker.clock().now(),
            sweeping: tokio::spawn(run(worker.clone(), stop.clone())),
            delivering: tokio::spawn(deliver(worker.clone(), stop.clone())),
            stop: stop.drop_guard(),
            worker,
        }
    }
}

/// A scheduler that is running. Dropping it is like losing its worker.
pub struct SchedulerHandle {
    worker: Arc<Worker>,
    sweeping: JoinHandle<()>,
    delivering: JoinHandle<()>,
    stop: DropGuard,
    since: Instant,
}

impl SchedulerHandle {
    /// Ends the pass under way, lets launches end until `deadline` has passed, and gives back the
    /// rest.
    pub async fn stop(self, deadline: Duration) -> Result<(), EngineError> {
        drop(self.stop);
        let stopped = self.worker.stop(deadline).await;
        // They end at their next signal, which has been given.
        let _ = self.sweeping.await;
        let _ = self.delivering.await;
        stopped
    }

    pub fn subscribe(&self) -> broadcast::Receiver<EngineEvent> {
        self.worker.subscribe()
    }

    pub fn since(&self) -> Instant {
        self.since
    }

    /// False only if its loop broke down.
    pub fn is_running(&self) -> bool {
        !self.sweeping.is_finished()
    }

    /// For a pass at once, and for what it has in hand.
    pub fn worker(&self) -> &Worker {
        &self.worker
    }
}

async fn deliver(worker: Arc<Worker>, stop: CancellationToken) {
    keep_delivering(&worker.shared, &stop).await;
}

async fn run(worker: Arc<Worker>, stop: CancellationToken) {
    let store = worker.store().clone();
    let clock = worker.clock().clone();
    let mut changes = Changes::of(&*store);
    let mut pauses = Pauses::default();
    while !stop.is_cancelled() {
        changes.listen().await;
        let next = match pass(&worker, &mut pauses).await {
            Ok(next) => next,
            Err(EngineError::Stopped { .. }) => return,
            Err(error) => {
                let pause = pauses.after_failure();
                tracing::error!(%error, seconds = pause.num_seconds(), "no pass was possible; trying again");
                tokio::select! {
                    biased;
                    () = stop.cancelled() => return,
                    () = clock.reach(clock.deadline(pause)) => continue,
                }
            }
        };
        let gap = clock.deadline(Duration::milliseconds(WAKE_GAP_MS));
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = next.reached(&*clock) => continue,
            () = changes.next() => {}
            () = worker.shared.moved.notified() => {}
        }
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = next.reached(&*clock) => {}
            () = clock.reach(gap) => {}
        }
    }
}

/// When the next pass is due at the latest.
enum Next {
    At(Instant),
    /// Once the database had some time to recover, whatever its clock says.
    After(Deadline),
}

impl Next {
    async fn reached(&self, clock: &dyn Clock) {
        match self {
            Self::At(at) => clock.sleep_until(*at).await,
            Self::After(deadline) => clock.reach(*deadline).await,
        }
    }
}

/// One pass, and when the next is due at the latest.
async fn pass(worker: &Worker, pauses: &mut Pauses) -> Result<Next, EngineError> {
    let report = match worker.tend().await? {
        Tended::Swept(report) => report,
        Tended::Idle { until } => {
            pauses.reset();
            return Ok(Next::At(until));
        }
    };
    if report.counts.error.is_some() {
        // What a failed phase left undone is due still, and nothing else would come back for it.
        let pause = worker.clock().deadline(pauses.after_failure());
        return Ok(Next::After(pause));
    }
    pauses.reset();
    if !report.is_complete {
        return Ok(Next::At(report.ended_at));
    }
    // Asked from when the pass began: what became due while it ran was perhaps not seen.
    let wake = worker.store().next_wake(report.started_at).await?;
    let latest = report.ended_at + worker.shared.poll();
    Ok(Next::At(wake.map_or(latest, |wake| wake.min(latest))))
}

/// The changes of a database, listened to also while a pass runs.
struct Changes<'a> {
    store: &'a dyn Store,
    pending: Pin<Box<dyn Future<Output = ()> + Send + 'a>>,
}

impl<'a> Changes<'a> {
    fn of(store: &'a dyn Store) -> Self {
        Self {
            store,
            pending: store.changed(),
        }
    }

    /// Forgets what came until now, and hears what comes from now on.
    async fn listen(&mut self) {
        // A fresh future hears nothing until it is polled, so a second look registers it.
        for _ in 0..2 {
            let pending = self.pending.as_mut();
            if !poll_once(pending).await {
                return;
            }
            self.pending = self.store.changed();
        }
    }

    async fn next(&mut self) {
        self.pending.as_mut().await;
        self.pending = self.store.changed();
    }
}

async fn poll_once(mut future: Pin<&mut (impl Future<Output = ()> + ?Sized)>) -> bool {
    std::future::poll_fn(|context| Poll::Ready(future.as_mut().poll(context).is_ready())).await
}
