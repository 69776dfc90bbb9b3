//! The embedded scheduler, and what all workers of this database do.

mod embedded;
mod endpoints;
mod fleet;
mod moment;

use std::sync::Arc;

use routine_domain::{LauncherKind, Mutation, protection::Reach};
use routine_engine::{EnvironmentSecrets, SystemClock, Worker, WorkerConfig, wall_clock};
use routine_store::{Store, model::Environment};

pub(crate) use embedded::Embedded;
pub use endpoints::endpoints;
pub(crate) use moment::Moment;

use crate::{
    CommandError, Desk,
    connection::is_local,
    sandbox,
    session::Session,
    wire::{
        EmbeddedScheduler, Heartbeat, HubProbeRow, SchedulerStatus, SweepRow, Tag, WorkerState,
    },
};

/// How many of the newest sweeps are told.
const SWEEPS: u32 = 20;
/// How long a stop lets launches go on.
const STOP_SECONDS: i64 = 10;

pub async fn status(desk: &Desk, with_work: bool) -> Result<SchedulerStatus, CommandError> {
    let session = desk.session().await?;
    let store = session.store()?;
    let environment = store.environment().await?;
    let now = environment.now();
    let fleet = store.fleet(SWEEPS, with_work, now).await?;
    let name = worker_name(desk, "embedded");
    let embedded = session.scheduler.read().await;
    let running = embedded.as_ref().filter(|embedded| embedded.is_running());
    let probes = store.list_probes().await?;
    Ok(SchedulerStatus {
        embedded: EmbeddedScheduler {
            running: running.is_some(),
            since: running.map(Embedded::since),
            worker: name.clone(),
        },
        heartbeat: fleet::heartbeat(&fleet, environment.rate(), now),
        workers: fleet
            .workers
            .iter()
            .map(|worker| fleet::worker_row(worker, &fleet.sweeps, &name, environment.rate(), now))
            .collect(),
        hub_probes: probes.into_iter().map(HubProbeRow::from).collect(),
        next_fire_at: fleet.next_fire_at,
        clock_difference_ms: fleet::bounded(wall_clock() - environment.real),
        virtual_time: sandbox::virtual_time(&environment),
        real_now: environment.real,
        zone_data: routine_domain::zone::TZDB_VERSION.to_owned(),
        sweeps: fleet.sweeps.into_iter().map(SweepRow::from).collect(),
        now,
    })
}

/// Whether anyone sweeps.
pub(crate) async fn heartbeat(desk: &Desk) -> Result<Heartbeat, CommandError> {
    let store = desk.session().await?.store()?;
    let environment = store.environment().await?;
    let now = environment.now();
    let fleet = store.fleet(1, false, now).await?;
    Ok(fleet::heartbeat(&fleet, environment.rate(), now))
}

/// Whether the scheduler inside this program runs.
pub async fn runs_here(desk: &Desk) -> bool {
    match desk.open_session().await {
        Some(session) => {
            let slot = session.scheduler.read().await;
            slot.as_ref().is_some_and(Embedded::is_running)
        }
        None => false,
    }
}

/// Starts the embedded scheduler, where it does not run yet.
pub async fn start(desk: &Desk) -> Result<SchedulerStatus, CommandError> {
    let session = desk.permit(Mutation::StartScheduler, Reach::One).await?;
    start_in(desk, &session).await?;
    status(desk, false).await
}

/// The same, for the demo: opening it says that a scheduler runs.
pub(crate) async fn start_in(desk: &Desk, session: &Session) -> Result<(), CommandError> {
    let mut slot = session.scheduler.write().await;
    if !slot.as_ref().is_some_and(Embedded::is_running) {
        let worker = worker(worker_name(desk, "embedded"), session)?;
        *slot = Some(Embedded::start(worker, desk.announcer()));
    }
    drop(slot);
    desk.announce(&[Tag::Scheduler]);
    Ok(())
}

/// Stops it: launches may go on for some seconds, the rest is left to be taken over.
pub async fn stop(desk: &Desk) -> Result<SchedulerStatus, CommandError> {
    let session = desk.session().await?;
    let running = session.scheduler.write().await.take();
    if let Some(running) = running {
        running.stop(chrono::Duration::seconds(STOP_SECONDS)).await;
        desk.announce(&[Tag::Scheduler, Tag::Runs]);
    }
    status(desk, false).await
}

/// One pass, by the embedded scheduler if it runs and by a worker of the moment if not. Answers when
/// every launch has come to a result; work may still go on.
pub async fn sweep(desk: &Desk) -> Result<SchedulerStatus, CommandError> {
    let session = desk.permit(Mutation::SweepOnce, Reach::One).await?;
    let slot = session.scheduler.read().await;
    match slot.as_ref().filter(|embedded| embedded.is_running()) {
        Some(embedded) => embedded.sweep().await?,
        None => {
            // Named apart: its goodbye must not end what the embedded scheduler holds by then.
            let hire = || worker(worker_name(desk, "sweep"), &session);
            session.moment.sweep(hire).await?;
        }
    }
    drop(slot);
    desk.announce(&[Tag::Scheduler, Tag::Runs, Tag::Routines]);
    status(desk, false).await
}

/// The workers that sweep this database beside this program, by name.
pub(crate) async fn others_awake(
    desk: &Desk,
    store: &dyn Store,
    environment: &Environment,
) -> Result<Vec<String>, CommandError> {
    let now = environment.now();
    let fleet = store.fleet(1, false, now).await?;
    let name = worker_name(desk, "embedded");
    let awake = fleet.workers.iter().filter(|worker| {
        let row = fleet::worker_row(worker, &[], &name, environment.rate(), now);
        !row.this_app && matches!(row.state, WorkerState::Sweeping | WorkerState::Waiting)
    });
    Ok(awake.map(|worker| worker.name.clone()).collect())
}

/// Programs are only started for a database on this computer: they run as this person.
fn worker(name: String, session: &Session) -> Result<Worker, CommandError> {
    let mut config = WorkerConfig::new(
        name,
        env!("CARGO_PKG_VERSION"),
        Arc::new(EnvironmentSecrets::new()),
    );
    if is_local(&session.address) {
        config.launchers.push(LauncherKind::Command);
    }
    Ok(Worker::new(
        config,
        session.store()?,
        Arc::new(SystemClock::new()),
    ))
}

/// Two copies of the program on one computer are two workers.
fn worker_name(desk: &Desk, part: &str) -> String {
    let actor = desk.host.actor();
    let computer = actor.rsplit('@').next().unwrap_or_default();
    format!("desk-{part}@{computer}-{}", std::process::id())
}
