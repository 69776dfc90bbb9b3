//! One pass of the scheduler over all tenants. A phase that fails is noted and stops no other.

use std::sync::{Arc, atomic::Ordering};

use routine_domain::{Instant, RevivePlanId, RoutineId, SweepId};
use routine_store::{
    StoreResult,
    model::{LaunchOrder, PlanMove, RunEvent, SweepEnd, WorkerIdentity},
};

use crate::{
    EngineError, EngineEvent, SweepReport, TakeOver, Worker,
    launch::{Flight, HeldBack},
    measures, plan_take_over,
    shared::Shared,
};

/// How long a pass may go on claiming before the next one's heartbeat is due.
const BUDGET_SECONDS: u32 = 5;
/// Three missed heartbeats, and never less than a minute.
const SILENCE_SECONDS: u32 = 60;

impl Worker {
    /// One pass. Launches go on after it has ended. An error means that it could not run at all.
    pub async fn sweep(&self) -> Result<SweepReport, EngineError> {
        let _alone = self.passing.lock().await;
        self.demand_running()?;
        let now = self.shared.synchronise().await?;
        self.shared.demand_free(now)?;
        self.pass(now).await
    }

    /// Looks whether a pass would find anything, and makes it only then; a worker that has nothing
    /// to do says once a poll interval that it is there.
    pub(crate) async fn tend(&self) -> Result<Tended, EngineError> {
        let _alone = self.passing.lock().await;
        self.demand_running()?;
        let shared = &self.shared;
        let look = shared.look().await?;
        if look.delivery_due_at.is_some_and(|at| at <= look.now) {
            shared.to_deliver.notify_one();
        }
        shared.demand_free(look.now)?;
        let poll = shared.poll();
        let beat_at = shared.beats_next(poll, look.now);
        let is_first = shared.heard_at().is_none();
        let is_due = look.has_open_runs || look.work_at.is_some_and(|at| at <= look.now);
        if is_due || is_first || shared.has_kept() {
            let report = self.pass(look.now).await?;
            self.prune(look).await;
            return Ok(Tended::Swept(report));
        }
        if beat_at <= look.now {
            self.beat(look.now).await?;
        }
        let prune_at = self.prune(look).await;
        let until = shared.beats_next(poll, look.now).min(prune_at);
        Ok(Tended::Idle {
            until: look.work_at.map_or(until, |at| at.min(until)),
        })
    }

    /// A pass that was over when it began.
    async fn beat(&self, now: Instant) -> Result<(), EngineError> {
        let shared = &self.shared;
        let identity = shared.identity(now);
        let sweep_id = shared.store.record_idle_sweep(&identity, now).await?;
        shared.hear(now);
        let _ = shared.events.send(EngineEvent::SweepEnded(SweepReport {
            sweep_id,
            started_at: now,
            ended_at: now,
            counts: SweepEnd::default(),
            is_complete: true,
        }));
        Ok(())
    }

    fn demand_running(&self) -> Result<(), EngineError> {
        match self.shared.stopping.is_cancelled() {
            false => Ok(()),
            true => Err(EngineError::Stopped {
                worker: self.shared.config.name.clone(),
            }),
        }
    }

    #[tracing::instrument(skip_all, fields(worker = self.name()))]
    async fn pass(&self, now: Instant) -> Result<SweepReport, EngineError> {
        let mut pass = self.begin_pass(now).await?;
        pass.refresh_zone_data().await;
        pass.resume_due().await;
        pass.read_cancels().await;
        pass.abandon_lost().await;
        pass.launch_kept().await;
        pass.take_up().await;
        pass.claim_due().await;
        Ok(pass.end().await)
    }

    async fn begin_pass(&self, now: Instant) -> Result<Pass, EngineError> {
        let shared = self.shared.clone();
        let identity = shared.identity(now);
        let sweep_id = shared.store.begin_sweep(&identity, now).await?;
        shared.hear(now);
        Ok(Pass {
            sweep_id,
            identity,
            started_at: now,
            counts: SweepEnd::default(),
            is_complete: true,
            shared,
        })
    }
}

/// What became of a glance.
pub(crate) enum Tended {
    Swept(SweepReport),
    /// There was nothing to do.
    Idle {
        until: Instant,
    },
}

struct Pass {
    shared: Arc<Shared>,
    sweep_id: SweepId,
    identity: WorkerIdentity,
    started_at: Instant,
    counts: SweepEnd,
    is_complete: bool,
}

impl Pass {
    /// In the first pass of a worker: this program may have come with newer zone data.
    async fn refresh_zone_data(&mut self) {
        let shared = self.shared.clone();
        if shared.zone_data_is_checked.load(Ordering::Relaxed) {
            return;
        }
        let moved = shared.store.refresh_zone_data(self.started_at).await;
        if let Some(moved) = self.noted("zone data", moved) {
            shared.zone_data_is_checked.store(true, Ordering::Relaxed);
            if moved > 0 {
                tracing::info!(moved, "fires were moved by newer zone data");
            }
        }
    }

    async fn resume_due(&mut self) {
        let resumed = self.shared.store.resume_due(self.started_at).await;
        let Some(resumed) = self.noted("resume", resumed) else {
            return;
        };
        if resumed.routines > 0 {
            tracing::info!(resumed = resumed.routines, "pauses have ended");
        }
        for plan in resumed.plans {
            self.advance(plan).await;
        }
    }

    /// Takes the steps of a revive plan that are due; what this pass has no time for is still due in
    /// the next.
    async fn advance(&mut self, plan: RevivePlanId) {
        let deadline = self.started_at + self.shared.sandbox.seconds(BUDGET_SECONDS);
        loop {
            let now = self.shared.clock.now();
            if now >= deadline || self.shared.stopping.is_cancelled() {
                self.is_complete = false;
                return;
            }
            let step = self.shared.store.step_revive_plan(plan, now).await;
            match self.noted("revive plan", step) {
                Some(PlanMove::Moved) => {
                    let _ = self.shared.events.send(EngineEvent::RunsMoved);
                }
                Some(PlanMove::Rests) | None => return,
            }
        }
    }

    /// Only a worker with something in hand can be asked to end it.
    async fn read_cancels(&mut self) {
        let shared = self.shared.clone();
        if shared.load.now().is_idle() {
            return;
        }
        let requests = shared.store.cancel_requests(&shared.config.name).await;
        if let Some(requests) = self.noted("cancel", requests) {
            shared.cancels.replace(requests);
        }
    }

    async fn abandon_lost(&mut self) {
        let limit = self.shared.config.running_limit_seconds;
        let silence = self.shared.sandbox.seconds(SILENCE_SECONDS).num_seconds();
        let silence = u32::try_from(silence).unwrap_or(u32::MAX);
        let lost = self
            .shared
            .store
            .abandon_lost(silence, limit, self.started_at)
            .await;
        if let Some(lost @ 1..) = self.noted("abandon", lost) {
            tracing::warn!(lost, "running runs were given up");
        }
    }

    /// What could not be begun in the pass before.
    async fn launch_kept(&mut self) {
        let kept = self.shared.take_kept();
        self.launch(kept).await;
    }

    async fn take_up(&mut self) {
        while let Some(limit) = self.room().await {
            let now = self.shared.clock.now();
            let taken = self.shared.store.take_up(&self.identity, limit, now).await;
            let Some(orders) = self.noted("take up", taken) else {
                return;
            };
            let is_full = orders.len() >= limit as usize;
            let mut flights = Vec::with_capacity(orders.len());
            for order in orders {
                flights.extend(self.take_over(order));
            }
            self.launch(flights).await;
            if !is_full {
                return;
            }
        }
    }

    fn take_over(&mut self, order: LaunchOrder) -> Option<Flight> {
        if order.take_overs > 0 {
            self.counts.taken_over += 1;
        } else {
            self.counts.claimed += 1;
        }
        match plan_take_over(&order) {
            TakeOver::Launch => Some(Flight::new(&self.shared, order, None)),
            TakeOver::Cancel { message } => {
                self.report_at_once(order, RunEvent::Cancelled { message })
            }
            TakeOver::GiveUp { error } => Some(Flight::new(&self.shared, order, Some(error))),
            TakeOver::Abandon { message } => {
                self.report_at_once(order, RunEvent::Abandoned { message })
            }
        }
    }

    /// Ends a run that is not launched any more.
    fn report_at_once(&self, order: LaunchOrder, event: RunEvent) -> Option<Flight> {
        let mut flight = Flight::new(&self.shared, order, None);
        self.shared.report(&mut flight, event);
        None
    }

    async fn claim_due(&mut self) {
        let mut held: Vec<RoutineId> = Vec::new();
        while let Some(limit) = self.room().await {
            let now = self.shared.clock.now();
            let claimed = self
                .shared
                .store
                .fire_due(&self.identity, &held, limit, now)
                .await;
            let Some(batch) = self.noted("claim", claimed) else {
                return;
            };
            self.counts.claimed += count(&batch.begun) + count(&batch.orders);
            self.counts.skipped += batch.skipped;
            self.counts.missed += batch.missed;
            self.counts.lag_ms = self.counts.lag_ms.max(batch.lag_ms);
            held.extend(batch.held);
            let shared = self.shared.clone();
            let begun = batch.begun.into_iter();
            let flights = begun.map(|order| Flight::begun(&shared, order));
            let claimed = batch.orders.into_iter();
            let flights = flights.chain(claimed.map(|order| Flight::new(&shared, order, None)));
            self.launch(flights.collect()).await;
            if batch.examined < limit {
                return;
            }
        }
    }

    async fn launch(&mut self, flights: Vec<Flight>) {
        let handed_over = count(&flights);
        if handed_over == 0 {
            return;
        }
        let launched = self.shared.launch(flights).await;
        if let Some(HeldBack { skipped, waiting }) = self.noted("launch", launched) {
            self.counts.launched += handed_over - skipped - waiting;
            self.counts.skipped += skipped;
        }
        let _ = self.shared.events.send(EngineEvent::RunsMoved);
    }

    async fn end(mut self) -> SweepReport {
        self.counts.schedule_failed = self.shared.schedule_failed.swap(0, Ordering::Relaxed);
        let ended_at = self.shared.clock.now();
        let written = self
            .shared
            .store
            .end_sweep(self.sweep_id, &self.counts, ended_at)
            .await;
        self.noted("end", written);
        tracing::debug!(counts = ?self.counts, is_complete = self.is_complete, "swept");
        let report = SweepReport {
            sweep_id: self.sweep_id,
            started_at: self.started_at,
            ended_at,
            counts: self.counts,
            is_complete: self.is_complete,
        };
        let _ = self
            .shared
            .events
            .send(EngineEvent::SweepEnded(report.clone()));
        measures::pass_ended(&report.counts);
        report
    }

    /// Waits until more may be claimed and answers how many; none when the pass is to end first.
    async fn room(&mut self) -> Option<u32> {
        let shared = self.shared.clone();
        let deadline = self.started_at + shared.sandbox.seconds(BUDGET_SECONDS);
        let has_room = tokio::select! {
            biased;
            () = shared.stopping.cancelled() => false,
            () = shared.load.until(|load| shared.room(load) > 0) => shared.clock.now() < deadline,
            () = shared.clock.sleep_until(deadline) => false,
        };
        self.is_complete &= has_room;
        has_room.then(|| shared.room(&shared.load.now()).max(1))
    }

    /// The value of a phase that went well; one that did not is logged and told in the sweep's row.
    fn noted<T>(&mut self, phase: &str, result: StoreResult<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                tracing::error!(phase, %error, "a phase of the pass failed");
                self.counts.error.get_or_insert(format!("{phase}: {error}"));
                None
            }
        }
    }
}

fn count<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}
