//! Nothing due: what a glance at the database costs, and what a worker that waits costs.

use std::sync::Arc;

use chrono::Duration;
use routine_domain::Instant;
use routine_engine::{Clock, Scheduler, Stopwatch, SystemClock, wall_clock};
use routine_store::Store;

use crate::{
    BenchError, BenchResult, Place, Population, Report,
    burst::config,
    process::{memory_mib, processor_seconds},
    raw::Raw,
    report::median,
    statements,
};

/// What the growth of a glance is measured against.
const FEW: u32 = 1_000;
/// Glances timed together: one takes less than the clock tells.
const TOGETHER: u32 = 50;

const SETTLING: Duration = Duration::seconds(1);

pub struct Idle {
    pub routines: u32,
    pub workers: u32,
    pub rounds: u32,
    /// How long the workers are watched.
    pub seconds: u32,
}

/// A database in which nothing is due for days.
struct Quiet {
    place: Place,
    store: Arc<dyn Store>,
    raw: Raw,
}

impl Idle {
    pub async fn measure(&self, database: Option<&str>) -> BenchResult<Report> {
        let few = Quiet::with(self.routines.min(FEW), database).await?;
        let mut many = Quiet::with(self.routines, database).await?;
        let mut report = Report::on(&many.place, &mut many.raw, "idle").await?;
        let (mut ours, mut floors, mut small) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..=self.rounds {
            let (of_few, ours_now, floor) = (
                few.glance().await?,
                many.glance().await?,
                many.floor().await?,
            );
            if round > 0 {
                small.push(of_few);
                ours.push(ours_now);
                floors.push(floor);
            }
        }
        let (look, floor, look_of_few) = (median(&ours), median(&floors), median(&small));
        report.routines = self.routines;
        report.workers = self.workers;
        report.runs = self.rounds;
        report.floor_fires_per_second = Some(1.0 / floor);
        report.ratio_to_floor = Some(floor / look);
        report.figure("polls_per_second", 1.0 / look);
        report.figure("poll_us", look * 1e6);
        report.figure("raw_poll_us", floor * 1e6);
        report.figure("poll_us_of_1000", look_of_few * 1e6);
        report.figure("growth", look / look_of_few);
        few.end().await?;
        self.watch(&many, &mut report).await?;
        many.end().await?;
        Ok(report.finish())
    }

    /// Workers that have nothing to do but to be there.
    async fn watch(&self, many: &Quiet, report: &mut Report) -> BenchResult<()> {
        let mut running = Vec::new();
        for number in 1..=self.workers {
            let store = many.place.store().await?;
            let clock = Arc::new(SystemClock::new());
            let worker = config(&format!("bench-{number}"));
            running.push(Scheduler::start(routine_engine::Worker::new(
                worker, store, clock,
            )));
        }
        // Their first pass looks around, and is heard by the others.
        for worker in &running {
            worker.worker().sweep().await?;
        }
        let clock = SystemClock::new();
        clock.sleep_until(clock.now() + SETTLING).await;
        let counted = statements::count().map_err(|error| BenchError::Place(error.to_string()))?;
        let (statements, used) = (counted.so_far(), processor_seconds());
        let until = clock.now() + Duration::seconds(self.seconds.into());
        clock.sleep_until(until).await;
        let workers = f64::from(self.workers);
        let seconds = f64::from(self.seconds);
        let sent = (counted.so_far() - statements) as f64;
        report.figure("watched_seconds", seconds);
        report.figure("statements_in_5_seconds", sent / workers / seconds * 5.0);
        report.figure(
            "processor_percent",
            (processor_seconds() - used) / workers / seconds * 100.0,
        );
        report.figure("memory_mib", memory_mib());
        for worker in running {
            let store = worker.worker().store().clone();
            worker.stop(Duration::seconds(5)).await?;
            store.close().await;
        }
        Ok(())
    }
}

impl Quiet {
    async fn with(routines: u32, database: Option<&str>) -> BenchResult<Self> {
        let place = Place::beside(database).await?;
        match Self::filled(&place, routines, wall_clock()).await {
            Ok((store, raw)) => Ok(Self { place, store, raw }),
            Err(error) => {
                place.take_away().await?;
                Err(error)
            }
        }
    }

    async fn filled(
        place: &Place,
        routines: u32,
        now: Instant,
    ) -> BenchResult<(Arc<dyn Store>, Raw)> {
        let store = place.store().await?;
        let mut raw = place.raw().await?;
        let population = Population::everyday(routines, 0);
        population.fill(&*store, &mut raw, now).await?;
        let later = raw.at(now + Duration::days(30));
        raw.run(format!(
            "UPDATE routines SET next_fire_at = {later} WHERE next_fire_at < {later}"
        ))
        .await?;
        raw.settle().await?;
        Ok((store, raw))
    }

    /// Seconds.
    async fn glance(&self) -> BenchResult<f64> {
        let watch = Stopwatch::start();
        for _ in 0..TOGETHER {
            self.store.look().await?;
        }
        Ok(watch.seconds() / f64::from(TOGETHER))
    }

    /// The indexed statement that a glance cannot do without.
    async fn floor(&mut self) -> BenchResult<f64> {
        let watch = Stopwatch::start();
        for _ in 0..TOGETHER {
            self.raw
                .rows("SELECT min(next_fire_at) FROM routines WHERE next_fire_at IS NOT NULL")
                .await?;
        }
        Ok(watch.seconds() / f64::from(TOGETHER))
    }

    async fn end(self) -> BenchResult<()> {
        self.store.close().await;
        self.raw.close().await?;
        self.place.take_away().await
    }
}
