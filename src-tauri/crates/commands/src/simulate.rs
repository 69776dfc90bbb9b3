//! What will happen: the engine itself, over a copy in memory, on a clock of its own. Nothing of it
//! touches the database that was copied.

mod copy;
mod report;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{ClockMove, Instant, Invalid, LauncherKind, instant::truncate};
use routine_engine::{EngineError, EnvironmentSecrets, ManualClock, Steer, Worker, WorkerConfig};
use routine_store::{Address, ConnectOptions, Store, connect};

use crate::{
    CommandError, Desk, ErrorCode,
    wire::{SimulateProgress, SimulateReport, SimulateRequest},
};

/// The simulation that may be under way.
#[derive(Default)]
pub(crate) struct Slot(Arc<Mutex<Option<SimulateProgress>>>);

impl Slot {
    fn lock(&self) -> MutexGuard<'_, Option<SimulateProgress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, from: Instant, to: Instant) -> Result<UnderWay, CommandError> {
        let mut slot = self.lock();
        if slot.is_some() {
            return Err(CommandError::new(
                ErrorCode::Refused,
                "A simulation is under way. Wait for its end, or stop it.",
            ));
        }
        *slot = Some(SimulateProgress {
            from,
            to,
            at: from,
            percent: 0,
            stopping: false,
        });
        Ok(UnderWay(Self(self.0.clone())))
    }
}

/// Makes room when it is dropped, also by whoever no longer waits for it.
struct UnderWay(Slot);

impl Drop for UnderWay {
    fn drop(&mut self) {
        *self.0.lock() = None;
    }
}

impl UnderWay {
    fn is_stopping(&self) -> bool {
        self.0.lock().is_none_or(|progress| progress.stopping)
    }

    fn reach(&self, at: Instant) {
        if let Some(progress) = self.0.lock().as_mut() {
            let (past, whole) = (at - progress.from, progress.to - progress.from);
            let percent = past.num_seconds() * 100 / whole.num_seconds().max(1);
            progress.at = at;
            progress.percent = u32::try_from(percent).unwrap_or(0).min(100);
        }
    }
}

/// None when no simulation is under way.
pub fn progress(desk: &Desk) -> Option<SimulateProgress> {
    *desk.simulation.lock()
}

/// Ends the simulation under way: it answers what it has. Answers whether there was one.
pub fn stop(desk: &Desk) -> bool {
    match desk.simulation.lock().as_mut() {
        Some(progress) => {
            progress.stopping = true;
            true
        }
        None => false,
    }
}

/// Looks ahead over some days. Possible on every connection that can be read.
pub async fn simulate(
    desk: &Desk,
    request: SimulateRequest,
) -> Result<SimulateReport, CommandError> {
    if !(1..=366).contains(&request.days) {
        return Err(Invalid::new(
            "days",
            format!(
                "{} days cannot be simulated. Choose from 1 to 366.",
                request.days
            ),
        )
        .into());
    }
    request.faults.check()?;
    let reading = desk.reading().await?;
    let from = request.from.map_or(reading.now, truncate);
    ClockMove::Set { at: from, rate: 0 }.check()?;
    let to = from + Duration::days(i64::from(request.days));
    let under_way = desk.simulation.begin(from, to)?;
    let taken = copy::take(reading.store.as_ref(), &request, (from, reading.now)).await?;
    let store = in_memory().await?;
    let reached = run(&store, &request, &taken, (from, to), &under_way).await;
    let report = match reached {
        Ok(reached) => report::of(store.as_ref(), &request, taken, (from, reached), to).await,
        Err(error) => Err(error),
    };
    store.close().await;
    report
}

async fn in_memory() -> Result<Arc<dyn Store>, CommandError> {
    let database = connect(&Address::memory(), &ConnectOptions::default()).await?;
    database.migrate().await?;
    Ok(database.store().await?)
}

/// Answers where it ended.
async fn run(
    store: &Arc<dyn Store>,
    request: &SimulateRequest,
    taken: &copy::Taken,
    (from, to): (Instant, Instant),
    under_way: &UnderWay,
) -> Result<Instant, CommandError> {
    let actor = copy::actor();
    store.mark_sandbox(false, &actor).await?;
    store
        .move_clock(ClockMove::Set { at: from, rate: 0 }, None)
        .await?;
    store
        .set_faults(Some(&request.faults), &actor, from)
        .await?;
    store.write_copy(&taken.copied, &actor, from).await?;
    let clock = Arc::new(ManualClock::new(from));
    let secrets = Arc::new(EnvironmentSecrets::from_variables(Vec::new()));
    let mut config = WorkerConfig::new(actor.name, env!("CARGO_PKG_VERSION"), secrets);
    config.launchers = LauncherKind::ALL.to_vec();
    let worker = Worker::new(config, store.clone(), clock.clone());
    let reached = worker.walk(to, &Course { clock, under_way }).await?;
    Ok(reached)
}

struct Course<'a> {
    clock: Arc<ManualClock>,
    under_way: &'a UnderWay,
}

#[async_trait]
impl Steer for Course<'_> {
    async fn go_to(&self, at: Instant) -> Result<bool, EngineError> {
        if self.under_way.is_stopping() {
            return Ok(false);
        }
        self.clock.set(at);
        self.under_way.reach(at);
        Ok(true)
    }
}
