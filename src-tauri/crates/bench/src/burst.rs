//! Many routines due at once: how fast they are fired, beside the floor.

use std::sync::Arc;

use chrono::Duration;
use routine_domain::{Launcher, Simulation, TenantPolicy, TriggerSpec};
use routine_engine::{
    EnvironmentSecrets, Stopwatch, SystemClock, Worker, WorkerConfig, wall_clock,
};
use routine_store::Store;

use crate::{
    BenchError, BenchResult, Floor, Place, Population, Report,
    process::{memory_mib, processor_seconds},
    raw::Raw,
    report::median,
};

pub struct Burst {
    pub routines: u32,
    pub workers: u32,
    pub rounds: u32,
    /// Of a hundred launches so many fail, half of them before they start.
    pub failing: u32,
    /// Runs that the history holds already. At least one of each routine: PostgreSQL plans for a
    /// table that was empty when it was last looked at as if it stayed so.
    pub stored: u32,
}

impl Burst {
    pub async fn measure(&self, database: Option<&str>) -> BenchResult<Report> {
        let place = Place::beside(database).await?;
        let measured = self.measure_in(&place).await;
        place.take_away().await?;
        measured
    }

    async fn measure_in(&self, place: &Place) -> BenchResult<Report> {
        let mut raw = place.raw().await?;
        let mut report = Report::on(place, &mut raw, "burst").await?;
        let mut workers = Vec::new();
        for number in 1..=self.workers {
            workers.push(worker(&format!("bench-{number}"), place.store().await?));
        }
        let now = wall_clock();
        self.population()
            .fill(&**workers[0].store(), &mut raw, now)
            .await?;
        let mut floor = Floor::new(place.raw().await?, self.routines).await?;
        let fires = f64::from(self.routines);
        let (mut ours, mut floors) = (Vec::new(), Vec::new());
        let (mut used, mut floors_used) = (Vec::new(), Vec::new());
        for round in 0..=self.rounds {
            let (under, floor_used) = floor.round().await?;
            make_due(&mut raw).await?;
            let began_with = processor_seconds();
            let took = self.round(&workers, &mut raw).await?;
            let use_of_round = processor_seconds() - began_with;
            // The first round warms caches and plans.
            if round > 0 {
                floors.push(fires / under);
                ours.push(fires / took);
                floors_used.push(floor_used);
                used.push(use_of_round);
            }
        }
        report.routines = self.routines;
        report.workers = self.workers;
        report.runs = self.rounds;
        report.rates(&ours, &floors);
        report.figure("round_seconds", fires / median(&ours));
        report.figure("processor_seconds", median(&used));
        report.figure("floor_processor_seconds", median(&floors_used));
        report.figure("failing_percent", f64::from(self.failing));
        report.figure("stored_runs", f64::from(self.stored()));
        report.figure("memory_mib", memory_mib());
        for worker in &workers {
            worker.stop(Duration::seconds(5)).await?;
            worker.store().close().await;
        }
        raw.close().await?;
        Ok(report.finish())
    }

    fn stored(&self) -> u32 {
        self.stored.max(self.routines)
    }

    fn population(&self) -> Population {
        // Long enough ago for a history of so many days.
        let anchor = wall_clock() - Duration::seconds(5) - Duration::days(10_000);
        Population {
            routines: self.routines,
            runs: self.stored(),
            tenants: 10,
            policy: TenantPolicy::default(),
            launchers: vec![Launcher::Simulated(Simulation {
                succeeds: 200 - 2 * self.failing,
                fails: self.failing,
                refuses: self.failing,
                duration_ms: 0,
            })],
            triggers: (0..16)
                .map(|step| TriggerSpec::Interval {
                    every_seconds: 86_400,
                    anchor: anchor - Duration::milliseconds(step * 100),
                })
                .collect(),
            due: true,
            seed: 1,
        }
    }

    /// Until nothing is due and every outcome is written, in seconds.
    async fn round(&self, workers: &[Arc<Worker>], raw: &mut Raw) -> BenchResult<f64> {
        let watch = Stopwatch::start();
        let mut sweeping = tokio::task::JoinSet::new();
        for worker in workers {
            let worker = worker.clone();
            sweeping.spawn(async move {
                loop {
                    let report = worker.sweep().await?;
                    worker.settled().await;
                    if report.is_complete {
                        return Ok::<_, routine_engine::EngineError>(());
                    }
                }
            });
        }
        while let Some(ended) = sweeping.join_next().await {
            ended
                .map_err(|error| BenchError::Wrong(format!("A worker broke down: {error}.")))??;
        }
        let took = watch.seconds();
        let ended = raw
            .number(
                "SELECT count(*) FROM runs WHERE worker LIKE 'bench-%' AND finished_at IS NOT NULL",
            )
            .await?;
        if ended != i64::from(self.routines) {
            return Err(BenchError::Wrong(format!(
                "Of {} due routines {ended} were fired to their end, so the round does not count.",
                self.routines
            )));
        }
        Ok(took)
    }
}

/// Takes back what the round before did.
pub(crate) async fn make_due(raw: &mut Raw) -> BenchResult<()> {
    raw.run_all(&[
        "DELETE FROM runs WHERE worker LIKE 'bench-%'".into(),
        "UPDATE routines
            SET next_fire_at = newest_claimed_for, newest_claimed_for = NULL, retry_for = NULL,
                retry_attempt = NULL, consecutive_failures = 0, last_failed_for = NULL, failed_runs = 0
          WHERE newest_claimed_for IS NOT NULL"
            .into(),
    ])
    .await?;
    raw.settle().await
}

fn worker(name: &str, store: Arc<dyn Store>) -> Arc<Worker> {
    let clock = Arc::new(SystemClock::new());
    Arc::new(Worker::new(config(name), store, clock))
}

pub(crate) fn config(name: &str) -> WorkerConfig {
    let secrets = Arc::new(EnvironmentSecrets::new());
    WorkerConfig::new(name, env!("CARGO_PKG_VERSION"), secrets)
}
