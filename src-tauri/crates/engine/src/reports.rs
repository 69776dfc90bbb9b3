//! What happened to runs, on its way into the database: in batches, in order, and tried again until
//! it is written. An outcome is lost only with the process.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use chrono::Duration;
use routine_domain::Instant;
use routine_store::{
    Store, StoreError,
    model::{Lease, ReportOutcome, RunEvent, RunReport},
};
use tokio::sync::{Notify, broadcast, mpsc};

use crate::{
    Clock, Deadline, EngineEvent,
    leases::Leases,
    load::{Carried, LoadCounter, Part},
    measures,
    pauses::Pauses,
};

const BATCH: usize = 500;

struct Pending {
    report: RunReport,
    ticket: Ticket,
}

/// What a report leaves behind when it is written.
struct Ticket {
    lease: Lease,
    _unwritten: Carried,
}

/// The way in: never waits.
pub(crate) struct Reports {
    queue: mpsc::UnboundedSender<Pending>,
    load: LoadCounter,
}

impl Reports {
    pub(crate) fn send(&self, lease: Lease, event: RunEvent, at: Instant) {
        // The work's own outcome counts whoever holds the run by then.
        let is_outcome = matches!(event, RunEvent::Succeeded { .. } | RunEvent::Failed { .. });
        let pending = Pending {
            report: RunReport {
                run_id: lease.run_id,
                epoch: (!is_outcome).then_some(lease.epoch),
                at,
                event,
            },
            ticket: Ticket {
                lease,
                _unwritten: self.load.take(Part::Unwritten),
            },
        };
        if self.queue.send(pending).is_err() {
            tracing::warn!(run = %lease.run_id, "the worker has ended, so a report was not written");
        }
    }
}

/// Writes what is sent, for ever.
pub(crate) struct Writer {
    queue: mpsc::UnboundedReceiver<Pending>,
    /// What could not be written, oldest first.
    parked: Vec<Pending>,
    retry_at: Deadline,
    pauses: Pauses,
    pub(crate) desk: WriterDesk,
}

/// What the writer works with.
pub(crate) struct WriterDesk {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) leases: Arc<Leases>,
    pub(crate) events: broadcast::Sender<EngineEvent>,
    /// Told when a run of this worker has moved.
    pub(crate) moved: Arc<Notify>,
    /// Launch failures recorded since they were last counted.
    pub(crate) schedule_failed: Arc<AtomicU32>,
}

pub(crate) fn channel(desk: WriterDesk, load: LoadCounter) -> (Reports, Writer) {
    let (sender, queue) = mpsc::unbounded_channel();
    let reports = Reports {
        queue: sender,
        load,
    };
    let writer = Writer {
        queue,
        parked: Vec::new(),
        retry_at: desk.clock.deadline(Duration::zero()),
        pauses: Pauses::default(),
        desk,
    };
    (reports, writer)
}

impl Writer {
    /// Batches fill by themselves: whatever is sent while one is being written goes into the next,
    /// and what is on its way while one is filled still goes into it.
    pub(crate) async fn run(mut self) {
        let clock = self.desk.clock.clone();
        loop {
            let mut batch = Vec::new();
            if self.parked.is_empty() {
                if self.queue.recv_many(&mut batch, BATCH).await == 0 {
                    return;
                }
            } else {
                tokio::select! {
                    biased;
                    () = clock.reach(self.retry_at) => {
                        batch.extend(self.parked.drain(..self.parked.len().min(BATCH)));
                    }
                    _ = self.queue.recv_many(&mut batch, BATCH), if !self.queue.is_closed() => {}
                }
            }
            self.gather(&mut batch).await;
            self.write(batch).await;
        }
    }

    /// Lets launches that end at this moment hand in what they have: a transaction costs about the
    /// same for one report as for many.
    async fn gather(&mut self, batch: &mut Vec<Pending>) {
        let mut seen = 0;
        while seen < batch.len() && batch.len() < BATCH {
            seen = batch.len();
            tokio::task::yield_now().await;
            while batch.len() < BATCH
                && let Ok(pending) = self.queue.try_recv()
            {
                batch.push(pending);
            }
        }
    }

    async fn write(&mut self, batch: Vec<Pending>) {
        match self.try_write(batch).await {
            Ok(()) => self.recovered(),
            // One report the database cannot take must not hold up the others.
            Err((StoreError::Internal(_), batch)) if batch.len() > 1 => {
                for pending in batch {
                    if let Err((error, failed)) = self.try_write(vec![pending]).await {
                        self.park(error, failed);
                    }
                }
            }
            Err((error, batch)) => self.park(error, batch),
        }
    }

    async fn try_write(&self, batch: Vec<Pending>) -> Result<(), (StoreError, Vec<Pending>)> {
        let (reports, tickets): (Vec<_>, Vec<_>) = batch
            .into_iter()
            .map(|pending| (pending.report, pending.ticket))
            .unzip();
        let now = self.desk.clock.now();
        match self.desk.store.record_reports(&reports, now).await {
            Ok(outcomes) => {
                for ((report, ticket), outcome) in reports.iter().zip(tickets).zip(outcomes) {
                    self.desk.settle(report, &ticket, &outcome);
                }
                let _ = self.desk.events.send(EngineEvent::RunsMoved);
                self.desk.moved.notify_one();
                Ok(())
            }
            Err(error) => {
                let batch = reports.into_iter().zip(tickets);
                let batch = batch.map(|(report, ticket)| Pending { report, ticket });
                Err((error, batch.collect()))
            }
        }
    }

    fn recovered(&mut self) {
        self.pauses.reset();
        self.retry_at = self.desk.clock.deadline(Duration::zero());
    }

    fn park(&mut self, error: StoreError, batch: Vec<Pending>) {
        tracing::warn!(%error, reports = batch.len(), "outcomes are not written yet and will be tried again");
        self.retry_at = self.desk.clock.deadline(self.pauses.after_failure());
        self.parked.extend(batch);
    }
}

impl WriterDesk {
    fn settle(&self, report: &RunReport, ticket: &Ticket, outcome: &ReportOutcome) {
        let run = report.run_id;
        let status = report.event.status();
        let recorded = matches!(outcome, ReportOutcome::Recorded { .. });
        match outcome {
            ReportOutcome::Recorded {
                routine_id,
                dead_lettered,
                switched_off,
            } => {
                tracing::debug!(%run, routine = %routine_id, %status, "recorded");
                measures::recorded(&report.event);
                if *dead_lettered {
                    measures::dead_lettered();
                    tracing::warn!(routine = %routine_id, "dead-lettered after too many launch failures");
                }
                if *switched_off {
                    measures::switched_off();
                    tracing::warn!(routine = %routine_id, "switched off after too many failed runs");
                }
            }
            ReportOutcome::LostTheRace { status: stands } => {
                tracing::info!(%run, %status, %stands, "lost the race");
            }
            ReportOutcome::NotFound => tracing::warn!(%run, %status, "no such run"),
        }
        if recorded && matches!(report.event, RunEvent::ScheduleFailed { .. }) {
            self.schedule_failed.fetch_add(1, Ordering::Relaxed);
        }
        let goes_on_here = matches!(report.event, RunEvent::Started { heartbeats: true });
        if !(recorded && goes_on_here) {
            self.leases.forget(ticket.lease);
        }
    }
}
