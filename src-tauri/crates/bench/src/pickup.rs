//! A steady rate of fires over many routines: how late each is launched, how soon an edit by somebody
//! else is seen, and what endpoints that never answer do to the others.

use std::{net::TcpListener, sync::Arc};

use chrono::Duration;
use routine_domain::{Cause, Instant, Launcher, RoutineId, Simulation, TenantPolicy, TriggerSpec};
use routine_engine::{Clock, Scheduler, SchedulerHandle, SystemClock, Worker, wall_clock};
use routine_store::{Store, model::Actor};

use crate::{
    BenchError, BenchResult, Floor, Place, Population, Report, burst::config, process::memory_mib,
    raw::Raw, report::percentile,
};

/// Moments of a period at which some are due.
const MOMENTS: u32 = 1_000;
/// The least of a tenant here.
const SHORTEST_PERIOD_SECONDS: u32 = 60;
const EDITS: u32 = 20;
/// Of so many definitions one is never answered.
const DEFINITIONS: usize = 20;

pub struct Pickup {
    pub routines: u32,
    pub workers: u32,
    /// How long they are watched, without the silent endpoint and with it.
    pub seconds: u32,
    /// Fires a second, as far as so many routines allow it.
    pub rate: u32,
}

impl Pickup {
    pub async fn measure(&self, database: Option<&str>) -> BenchResult<Report> {
        let place = Place::beside(database).await?;
        let measured = self.measure_in(&place, None).await;
        place.take_away().await?;
        let mut report = measured?;
        // It accepts connections, being asked to, and reads nothing.
        let silent = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| Ok((listener.local_addr()?, listener)))
            .map_err(|error| BenchError::Place(format!("No port is free: {error}.")))?;
        let place = Place::beside(database).await?;
        let beside = self
            .measure_in(&place, Some(format!("http://{}", silent.0)))
            .await;
        place.take_away().await?;
        let p99 = beside?.figures["lateness_p99_ms"];
        report.figure("beside_a_silent_endpoint_p99_ms", p99);
        Ok(report.finish())
    }

    async fn measure_in(&self, place: &Place, silent: Option<String>) -> BenchResult<Report> {
        let mut raw = place.raw().await?;
        let mut report = Report::on(place, &mut raw, "pickup").await?;
        let by_hand = place.store().await?;
        self.population(silent, wall_clock())
            .fill(&*by_hand, &mut raw, wall_clock())
            .await?;
        let mut floor = Floor::new(place.raw().await?, self.routines.min(2_000)).await?;
        let (floor_took, _) = floor.round().await?;
        let mut running = Vec::new();
        for number in 1..=self.workers {
            let worker = config(&format!("bench-{number}"));
            let store = place.store().await?;
            let clock = Arc::new(SystemClock::new());
            running.push(Scheduler::start(Worker::new(worker, store, clock)));
        }
        let edited = self.watch(&*by_hand, &mut raw).await?;
        let late = lateness(&mut raw, "u.cause = 'schedule'", "u.scheduled_for").await?;
        let seen = lateness(&mut raw, "u.cause = 'manual'", "u.recorded_at").await?;
        stop(running).await?;
        if late.is_empty() || (seen.len() as u32) < edited {
            return Err(BenchError::Wrong(format!(
                "{} fires and {} of {edited} edits were launched, so nothing can be said.",
                late.len(),
                seen.len()
            )));
        }
        let rate = late.len() as f64 / f64::from(self.seconds);
        let of_floor = f64::from(self.routines.min(2_000)) / floor_took;
        report.routines = self.routines;
        report.workers = self.workers;
        report.runs = 1;
        report.rates(&[rate], &[of_floor]);
        report.figure("fires", late.len() as f64);
        report.figure("watched_seconds", f64::from(self.seconds));
        for (name, times) in [("lateness", &late), ("edit_seen", &seen)] {
            report.figure(format!("{name}_p50_ms"), percentile(times, 50));
            report.figure(format!("{name}_p99_ms"), percentile(times, 99));
        }
        report.figure("memory_mib", memory_mib());
        by_hand.close().await;
        raw.close().await?;
        Ok(report)
    }

    fn population(&self, silent: Option<String>, now: Instant) -> Population {
        let simulated = Launcher::Simulated(Simulation::default());
        let mut launchers = vec![simulated; DEFINITIONS];
        if let (Some(url), Some(first)) = (silent, launchers.first_mut()) {
            *first = Launcher::Http {
                url,
                secret_name: None,
                command: None,
            };
        }
        let period = (self.routines / self.rate.max(1)).max(SHORTEST_PERIOD_SECONDS);
        let moments = self.routines.clamp(1, MOMENTS);
        let step = Duration::milliseconds(i64::from(period) * 1_000 / i64::from(moments));
        let triggers = (0..moments).map(|moment| TriggerSpec::Interval {
            every_seconds: period,
            anchor: now - step * i32::try_from(moment).unwrap_or_default(),
        });
        Population {
            routines: self.routines,
            runs: 0,
            tenants: 1,
            policy: TenantPolicy {
                minimum_interval_seconds: SHORTEST_PERIOD_SECONDS,
                ..TenantPolicy::default()
            },
            launchers,
            triggers: triggers.collect(),
            due: false,
            seed: 1,
        }
    }

    /// Runs that somebody asks for through a connection of their own, one after the other.
    async fn watch(&self, by_hand: &dyn Store, raw: &mut Raw) -> BenchResult<u32> {
        let clock = SystemClock::new();
        let ids = raw
            .texts(
                "SELECT CAST(r.id AS TEXT) FROM routines AS r JOIN definitions AS d
                     ON d.id = r.definition_id WHERE d.launcher = 'simulated' LIMIT 20",
            )
            .await?;
        let pause = Duration::seconds(self.seconds.into()) / EDITS as i32;
        let mut asked = 0;
        for number in 0..EDITS {
            clock.sleep_until(clock.now() + pause).await;
            let Some(id) = ids.get(number as usize % ids.len().max(1)) else {
                break;
            };
            let id = id
                .parse()
                .map(RoutineId)
                .map_err(|_| BenchError::Wrong(format!("{id} is no id.")))?;
            let actor = Actor::new("bench");
            let run = by_hand.request_run(id, Cause::Manual, None, &actor, wall_clock());
            asked += u32::from(run.await?.is_some());
        }
        clock.sleep_until(clock.now() + Duration::seconds(1)).await;
        Ok(asked)
    }
}

/// Milliseconds from an instant of a run to its launch, of those that are answered.
async fn lateness(raw: &mut Raw, which: &str, since: &str) -> BenchResult<Vec<f64>> {
    let late = format!(
        "{} - {}",
        raw.milliseconds("u.launched_at"),
        raw.milliseconds(since)
    );
    let numbers = raw
        .numbers(format!(
            "SELECT {late} FROM runs AS u JOIN routines AS r ON r.id = u.routine_id
               JOIN definitions AS d ON d.id = r.definition_id
              WHERE {which} AND u.launched_at IS NOT NULL AND d.launcher = 'simulated'"
        ))
        .await?;
    Ok(numbers.into_iter().map(|late| late as f64).collect())
}

async fn stop(running: Vec<SchedulerHandle>) -> BenchResult<()> {
    for worker in running {
        let store = worker.worker().store().clone();
        worker.stop(Duration::zero()).await?;
        store.close().await;
    }
    Ok(())
}
