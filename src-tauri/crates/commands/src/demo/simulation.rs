//! Days of the engine on a virtual clock: the same worker and store as in earnest, with work that is
//! only pretended, on a database that is gone afterwards.

use std::sync::Arc;

use chrono::Duration;
use routine_domain::{
    Instant, Invalid, LauncherKind, RoutineChange, RoutineId, evidence::Tally, instant,
};
use routine_engine::{Clock, EnvironmentSecrets, Launchers, ManualClock, Worker, WorkerConfig};
use routine_store::{
    Address, ConnectOptions, Store, connect,
    model::{RunEvent, RunReport},
};

use super::{past::Past, rehearsal::Rehearsal, troupe};
use serde::Serialize;

use crate::{
    CommandError, ErrorCode,
    evidence::{self, Filter},
};

/// The Friday evening before the clocks of Vienna go back: 2026-10-23 20:00 UTC.
const BEGINS_MS: i64 = 1_792_785_600_000;
/// The hours of the first day in which nobody sweeps.
const OUTAGE_HOURS: (i64, i64) = (10, 15);
/// A run that is handed off and not heard of is presumed lost after this.
const RUNNING_LIMIT_SECONDS: u32 = 4 * 3_600;

/// The counts of a headless demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DemoReport {
    pub days: u32,
    #[serde(flatten)]
    pub tally: Tally,
    /// Routines, not runs.
    pub dead_lettered: u32,
}

/// Lets `days` go by and counts what became of every occurrence.
pub async fn simulate_days(days: u32) -> Result<DemoReport, CommandError> {
    if !(1..=366).contains(&days) {
        return Err(Invalid::new(
            "days",
            format!("{days} days cannot be simulated. Choose from 1 to 366."),
        )
        .into());
    }
    let folder = tempfile::tempdir().map_err(|error| {
        CommandError::new(
            ErrorCode::Internal,
            format!("No folder for the simulation could be made: {error}."),
        )
    })?;
    let store = open(&Address::file(folder.path().join("simulation.db"))).await?;
    let report = Simulation::begin(store.clone()).await?.run(days).await;
    store.close().await;
    report
}

async fn open(address: &Address) -> Result<Arc<dyn Store>, CommandError> {
    let options = ConnectOptions {
        create: true,
        ..ConnectOptions::default()
    };
    let database = connect(address, &options).await?;
    database.migrate().await?;
    Ok(database.store().await?)
}

struct Simulation {
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    worker: Worker,
    rehearsal: Arc<Rehearsal>,
    /// What a person does, and when; soonest last.
    script: Vec<(Instant, RoutineId, RoutineChange)>,
    begins: Instant,
}

impl Simulation {
    async fn begin(store: Arc<dyn Store>) -> Result<Self, CommandError> {
        let begins = instant::from_millis(BEGINS_MS).unwrap_or_default();
        let clock = Arc::new(ManualClock::new(begins));
        let past = Past::new(store.as_ref(), begins, begins);
        let troupe = troupe::engage(&past, store.as_ref(), begins).await?;
        let secrets = Arc::new(EnvironmentSecrets::from_variables(Vec::new()));
        let rehearsal = Arc::new(Rehearsal::new(
            Launchers::new(clock.clone(), secrets.clone()),
            clock.clone(),
            troupe.manners,
        ));
        let mut config = WorkerConfig::new("simulation", env!("CARGO_PKG_VERSION"), secrets);
        config.launchers = vec![LauncherKind::Simulated];
        config.running_limit_seconds = RUNNING_LIMIT_SECONDS;
        let worker = Worker::with_launcher(config, store.clone(), clock.clone(), rehearsal.clone());
        Ok(Self {
            store,
            clock,
            worker,
            rehearsal,
            script: troupe.script,
            begins,
        })
    }

    async fn run(mut self, days: u32) -> Result<DemoReport, CommandError> {
        let end = self.begins + Duration::days(i64::from(days));
        loop {
            self.report_ended().await?;
            self.follow_script().await?;
            self.sweep().await?;
            if self.clock.now() >= end {
                break;
            }
            let next = self.next_event().await?;
            self.clock.set(next.min(end));
        }
        self.worker.stop(Duration::zero()).await?;
        let window = (self.begins, end + Duration::milliseconds(1));
        let proof = evidence::gather(self.store.as_ref(), Filter::default(), window, end).await?;
        Ok(DemoReport {
            days,
            tally: Tally {
                doubled: proof.tally.doubled + self.rehearsal.doubled(),
                ..proof.tally
            },
            dead_lettered: proof.dead_lettered,
        })
    }

    /// Passes until nothing is due any more; each ends when its launches have.
    async fn sweep(&self) -> Result<(), CommandError> {
        loop {
            let report = self.worker.sweep().await?;
            self.worker.settled().await;
            let ever = self.begins - Duration::seconds(1);
            let due = self.store.next_wake(ever).await?;
            let rests = report.counts.claimed == 0 || due > Some(self.clock.now());
            if report.is_complete && rests {
                return Ok(());
            }
        }
    }

    /// The next moment at which anything can happen, but for the hours in which nobody looks.
    async fn next_event(&self) -> Result<Instant, CommandError> {
        let now = self.clock.now();
        let wake = self.store.next_wake(now).await?;
        let scripted = self.script.last().map(|(at, ..)| *at);
        let events = [wake, scripted, self.rehearsal.next_end()];
        let next = events
            .into_iter()
            .flatten()
            .filter(|at| *at > now)
            .min()
            .unwrap_or(now + Duration::hours(1));
        let (from, to) = OUTAGE_HOURS;
        let outage = self.begins + Duration::hours(from)..self.begins + Duration::hours(to);
        Ok(match outage.contains(&next) {
            true => outage.end,
            false => next,
        })
    }

    /// The ends of what was handed off, as the hub reports them.
    async fn report_ended(&self) -> Result<(), CommandError> {
        let now = self.clock.now();
        let ended = self.rehearsal.take_ended(now);
        let reports: Vec<_> = ended
            .into_iter()
            .map(|(at, run_id)| RunReport {
                run_id,
                epoch: None,
                at,
                event: RunEvent::Succeeded { output: None },
            })
            .collect();
        if !reports.is_empty() {
            self.store.record_reports(&reports, now).await?;
        }
        Ok(())
    }

    async fn follow_script(&mut self) -> Result<(), CommandError> {
        let now = self.clock.now();
        let past = Past::new(self.store.as_ref(), self.begins, now);
        while let Some((_, id, change)) = self.script.pop_if(|(at, ..)| *at <= now) {
            past.change(id, change, now).await?;
        }
        Ok(())
    }
}
