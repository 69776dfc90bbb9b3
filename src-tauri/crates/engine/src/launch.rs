//! From an order in hand to a report of what became of it. Each launch is a task of its own, so a
//! slow one delays no other and no pass.

use std::sync::Arc;

use routine_domain::Launcher;
use routine_store::{
    StoreResult,
    model::{BeginOutcome, LaunchOrder, Lease, RunError, RunEvent},
};
use tracing::Instrument;

use crate::{
    LaunchResult, Work, cancels,
    launchers::TIMEOUT,
    leases::Leases,
    load::{Carried, Part},
    measures,
    shared::Shared,
};

/// A run this worker holds until it is reported or put down. Put down without a report, its lease
/// lapses and any worker takes it over.
pub(crate) struct Flight {
    order: LaunchOrder,
    /// `launching` is durable.
    begun: bool,
    /// Why it is not launched at all but failed at once.
    refusal: Option<RunError>,
    /// The lease is the report's to end now.
    reported: bool,
    carried: Carried,
    leases: Arc<Leases>,
}

impl Flight {
    pub(crate) fn new(shared: &Shared, order: LaunchOrder, refusal: Option<RunError>) -> Self {
        shared.leases.add(&order, shared.clock.now());
        Self {
            // Taken over while it was launching, it stays so under the new epoch.
            begun: order.may_have_started,
            refusal,
            reported: false,
            carried: shared.load.take(Part::Launching),
            leases: shared.leases.clone(),
            order,
        }
    }

    /// Of a run that is `launching` since its claim.
    pub(crate) fn begun(shared: &Shared, order: LaunchOrder) -> Self {
        let mut flight = Self::new(shared, order, None);
        flight.begun = true;
        flight
    }

    /// Starting a program may not be repeatable, so it is not called `launching` while it queues
    /// for its turn: that would turn a lost worker's queue into runs that "may have started".
    fn begins_in_turn(&self) -> bool {
        matches!(self.order.launcher, Launcher::Command { .. })
    }
}

/// Runs that were handed over and are not launched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct HeldBack {
    pub(crate) skipped: u32,
    /// They wait for a place or an endpoint.
    pub(crate) waiting: u32,
}

impl Drop for Flight {
    fn drop(&mut self) {
        if !self.reported {
            self.leases.forget(self.order.lease);
        }
    }
}

impl Shared {
    /// Makes `launching` durable, in one batch where it may be, and starts a task for each launch.
    /// Answers how many turned out not to be launched. On an error nothing was sent, and the orders
    /// are kept for the next pass.
    pub(crate) async fn launch(
        self: &Arc<Self>,
        mut flights: Vec<Flight>,
    ) -> StoreResult<HeldBack> {
        let begin: Vec<Flight> = flights
            .extract_if(.., |flight| !flight.begun && !flight.begins_in_turn())
            .collect();
        for flight in flights {
            self.spawn(self.clone().fly(flight));
        }
        let (begun, held_back) = self.begin(begin).await?;
        for flight in begun {
            self.spawn(self.clone().fly(flight));
        }
        Ok(held_back)
    }

    /// The flights that may go ahead, and how many do not.
    async fn begin(&self, flights: Vec<Flight>) -> StoreResult<(Vec<Flight>, HeldBack)> {
        let mut held_back = HeldBack::default();
        if flights.is_empty() {
            return Ok((flights, held_back));
        }
        let leases: Vec<_> = flights.iter().map(|flight| flight.order.lease).collect();
        let outcomes = match self.store.begin_launches(&leases, self.clock.now()).await {
            Ok(outcomes) => outcomes,
            Err(error) => {
                self.keep_for_next_pass(flights);
                return Err(error);
            }
        };
        let mut begun = Vec::with_capacity(flights.len());
        for (mut flight, outcome) in flights.into_iter().zip(outcomes) {
            let run = flight.order.lease.run_id;
            match outcome {
                BeginOutcome::Launch => {
                    flight.begun = true;
                    begun.push(flight);
                }
                BeginOutcome::Skipped { reason } => {
                    tracing::info!(%run, reason, "skipped");
                    held_back.skipped += 1;
                }
                BeginOutcome::Waits { reason } => {
                    tracing::debug!(%run, reason, "waits");
                    held_back.waiting += 1;
                }
                BeginOutcome::Lost => tracing::info!(%run, "another worker holds it"),
            }
        }
        Ok((begun, held_back))
    }

    async fn fly(self: Arc<Self>, flight: Flight) {
        let order = &flight.order;
        let span = tracing::info_span!("launch", run = %order.lease.run_id, routine = %order.routine_id, key = order.idempotency_key, launcher = %order.launcher.kind());
        self.clone().fly_to_its_end(flight).instrument(span).await;
    }

    async fn fly_to_its_end(self: Arc<Self>, mut flight: Flight) {
        let turn = tokio::select! {
            biased;
            () = self.cut.cancelled() => return,
            Ok(turn) = self.turns.acquire() => turn,
        };
        if !flight.begun {
            match self.begin(vec![flight]).await {
                Ok((mut begun, _)) => match begun.pop() {
                    Some(begun) => flight = begun,
                    None => return,
                },
                Err(error) => {
                    tracing::warn!(%error, "the launch could not be begun and waits for the next pass");
                    return;
                }
            }
        }
        if !self.leases.holds(flight.order.lease) {
            tracing::info!("its lease was lost before its turn came");
            return;
        }
        measures::launched(flight.order.scheduled_for, self.clock.now());
        let launched = async {
            match flight.refusal.take() {
                Some(error) => LaunchResult::Refused(error),
                None => self.launcher.launch(&flight.order).await,
            }
        };
        let result = tokio::select! {
            biased;
            // Cut in the middle, nobody knows whether it arrived: the next holder hands it off again.
            () = self.cut.cancelled() => return,
            result = launched => result,
        };
        drop(turn);
        self.conclude(flight, result).await;
    }

    async fn conclude(&self, mut flight: Flight, result: LaunchResult) {
        match result {
            LaunchResult::Finished(outcome) => self.report(&mut flight, outcome.into()),
            LaunchResult::HandedOff => {
                self.report(&mut flight, RunEvent::Started { heartbeats: false });
            }
            LaunchResult::Refused(error) => {
                self.report(&mut flight, RunEvent::ScheduleFailed { error });
            }
            LaunchResult::Unknown(error) => {
                if error.code == TIMEOUT {
                    self.note_timeout(flight.order.lease).await;
                }
                tracing::warn!(
                    code = error.code,
                    error.message,
                    "no answer: it is handed off again when its lease lapses"
                );
            }
            LaunchResult::Started(work) => self.work(flight, work).await,
        }
    }

    /// Nothing depends on it but how soon the endpoint is called down.
    async fn note_timeout(&self, lease: Lease) {
        let noted = self.store.note_timeouts(&[lease], self.clock.now()).await;
        if let Err(error) = noted {
            tracing::warn!(%error, "a time-out was not noted");
        }
    }

    async fn work(&self, mut flight: Flight, work: Work) {
        flight.carried = self.load.take(Part::Working);
        // On a virtual clock the next heartbeat may be a step away, and the step may be a day.
        let heartbeats = !self.sandbox.is_virtual();
        self.report(&mut flight, RunEvent::Started { heartbeats });
        flight.reported = false;
        let end = tokio::select! {
            biased;
            () = self.cut.cancelled() => RunEvent::Abandoned {
                message: "Its worker stopped before the work had ended, so the work was ended too.".into(),
            },
            outcome = work => outcome.into(),
            by = self.cancels.of(flight.order.lease.run_id) => RunEvent::Cancelled {
                message: cancels::ended(&by, flight.order.launcher.kind()),
            },
        };
        self.report(&mut flight, end);
    }

    pub(crate) fn report(&self, flight: &mut Flight, event: RunEvent) {
        self.reports
            .send(flight.order.lease, event, self.clock.now());
        flight.reported = true;
    }
}
