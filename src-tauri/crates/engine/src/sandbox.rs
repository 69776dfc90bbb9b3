//! What a worker knows of the database it works on as a sandbox, and the launcher that stands before
//! all others there: on a virtual clock it only pretends, and it brings the faults that are wanted.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{
    Instant, Launcher, SandboxFaults, Simulation,
    instant::from_millis,
    sandbox_faults::{LaunchFault, LaunchSubject},
};
use routine_store::model::{Environment, LaunchOrder};

use crate::{
    Clock, Launch, LaunchResult, WorkOutcome,
    launchers::{SimulatedLauncher, TIMEOUT, error},
};

/// Renewed whenever the database is asked for its time.
#[derive(Default)]
pub(crate) struct Sandbox {
    environment: Mutex<Option<Environment>>,
    /// When pretended work ends, and how much of it.
    ends: Mutex<BTreeMap<Instant, usize>>,
}

impl Sandbox {
    pub(crate) fn renew(&self, environment: Environment) {
        *lock(&self.environment) = Some(environment);
    }

    fn environment(&self) -> Option<Environment> {
        lock(&self.environment).filter(|environment| environment.is_sandbox)
    }

    pub(crate) fn faults(&self) -> SandboxFaults {
        self.environment()
            .and_then(|environment| environment.faults)
            .unwrap_or_default()
    }

    pub(crate) fn is_virtual(&self) -> bool {
        self.environment()
            .is_some_and(|environment| environment.is_virtual())
    }

    /// What passes by the clock while real time passes by so many seconds; as in real time where the
    /// clock is held.
    pub(crate) fn seconds(&self, seconds: u32) -> Duration {
        let rate = self.environment().map_or(1, |here| here.rate().max(1));
        Duration::seconds(i64::from(seconds) * i64::from(rate))
    }

    /// How much pretended work has its end after `now`.
    pub(crate) fn working_after(&self, now: Instant) -> usize {
        let mut ends = lock(&self.ends);
        ends.retain(|end, _| *end > now);
        ends.values().sum()
    }

    pub(crate) fn next_end(&self) -> Option<Instant> {
        lock(&self.ends).keys().next().copied()
    }

    fn works_until(&self, end: Instant) {
        *lock(&self.ends).entry(end).or_default() += 1;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stands before the other launchers.
pub(crate) struct Sandboxed {
    inner: Arc<dyn Launch>,
    simulated: SimulatedLauncher,
    clock: Arc<dyn Clock>,
    sandbox: Arc<Sandbox>,
}

impl Sandboxed {
    pub(crate) fn new(
        inner: Arc<dyn Launch>,
        clock: Arc<dyn Clock>,
        sandbox: Arc<Sandbox>,
    ) -> Self {
        Self {
            inner,
            simulated: SimulatedLauncher::new(clock.clone()),
            clock,
            sandbox,
        }
    }

    async fn pretend(&self, order: &LaunchOrder, simulation: Simulation) -> LaunchResult {
        let lasts = Duration::milliseconds(i64::from(simulation.duration_ms));
        let pretended = LaunchOrder {
            launcher: Launcher::Simulated(simulation),
            ..order.clone()
        };
        let end = self.clock.now() + lasts;
        let result = self.simulated.launch(&pretended).await;
        if matches!(result, LaunchResult::Started(_)) {
            self.sandbox.works_until(end);
        }
        match order.launcher {
            Launcher::Simulated(_) => result,
            _ => told_so(result, order),
        }
    }
}

#[async_trait]
impl Launch for Sandboxed {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        let Some(environment) = self.sandbox.environment() else {
            return self.inner.launch(order).await;
        };
        let faults = environment.faults.unwrap_or_default();
        if let Some(fault) = faults.of_launch(subject(order, self.clock.now())) {
            return struck(fault);
        }
        let simulation = match &order.launcher {
            Launcher::Simulated(simulation) => simulation.clone(),
            _ if environment.is_virtual() => Simulation::default(),
            _ => return self.inner.launch(order).await,
        };
        if !environment.is_virtual() && faults.runs_too_long.is_none() {
            return self.inner.launch(order).await;
        }
        let too_long = faults.runs_too_long.map(|minutes| minutes * 60_000);
        let simulation = Simulation {
            duration_ms: too_long.unwrap_or(simulation.duration_ms),
            ..simulation
        };
        self.pretend(order, simulation).await
    }
}

/// A fire by hand has no planned time: that of its request, which its id holds, stands for it.
fn subject(order: &LaunchOrder, now: Instant) -> LaunchSubject {
    let requested = order.lease.run_id.0.get_timestamp().and_then(|stamp| {
        let (seconds, nanos) = stamp.to_unix();
        from_millis(i64::try_from(seconds).ok()? * 1_000 + i64::from(nanos / 1_000_000))
    });
    LaunchSubject {
        routine: order.routine_id,
        occurrence: order.scheduled_for.or(requested).unwrap_or(now),
        attempt: order.attempt,
        take_overs: order.take_overs,
    }
}

fn struck(fault: LaunchFault) -> LaunchResult {
    match fault {
        // Nothing is reported, so its lease lapses as if nobody were there.
        LaunchFault::WorkerDies => LaunchResult::Unknown(error(
            "worker_lost",
            "The worker was lost after its claim, as the faults of this sandbox want it.",
            None,
        )),
        LaunchFault::Unanswered => LaunchResult::Unknown(error(
            TIMEOUT,
            "Nobody answered the launch, as the faults of this sandbox want it.",
            None,
        )),
        LaunchFault::Unavailable => LaunchResult::Refused(error(
            "unavailable",
            "The hub answered 503 Service Unavailable, as the faults of this sandbox want it.",
            None,
        )),
    }
}

/// What was only pretended in the place of another launcher says so.
fn told_so(result: LaunchResult, order: &LaunchOrder) -> LaunchResult {
    let sentence = format!(
        "Only simulated: this database is a sandbox on a virtual clock, so its {} launcher was not used.",
        order.launcher.kind()
    );
    let told = move |outcome: WorkOutcome| match outcome {
        WorkOutcome::Succeeded { .. } => WorkOutcome::Succeeded {
            output: Some(sentence),
        },
        failed @ WorkOutcome::Failed { .. } => failed,
    };
    match result {
        LaunchResult::Finished(outcome) => LaunchResult::Finished(told(outcome)),
        LaunchResult::Started(work) => {
            LaunchResult::Started(Box::pin(async move { told(work.await) }))
        }
        other => other,
    }
}
