//! Worker processes beside each other on one database, one of them killed in the middle: how fast
//! they are together, and what is lost or doubled.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use chrono::Duration;
use routine_domain::{Launcher, Simulation, TenantPolicy, TriggerSpec};
use routine_engine::{Clock, SystemClock, wall_clock};
use serde_json::Value;

use crate::{
    BenchError, BenchResult, Floor, Place, Population, Report, burst::make_due, raw::Raw,
    report::median,
};

/// Not an argument, which others can read: it may hold a password.
const DATABASE: &str = "ROUTINE_DATABASE_URL";
/// How long the claims of a killed worker stay its own.
const LEASE_SECONDS: u32 = 3;
const LOOK_EVERY: Duration = Duration::milliseconds(20);
/// No round takes so long.
const PATIENCE: Duration = Duration::minutes(5);

pub struct Race {
    pub routines: u32,
    /// The most processes; one and two are measured beside them.
    pub workers: u32,
    pub rounds: u32,
    /// This program.
    pub program: PathBuf,
}

/// Killed when it is put down.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Race {
    pub async fn measure(&self, database: Option<&str>) -> BenchResult<Report> {
        let place = Place::beside(database).await?;
        let measured = self.measure_in(&place).await;
        place.take_away().await?;
        measured
    }

    async fn measure_in(&self, place: &Place) -> BenchResult<Report> {
        let mut raw = place.raw().await?;
        let mut report = Report::on(place, &mut raw, "race").await?;
        let store = place.store().await?;
        let population = self.population();
        population.fill(&*store, &mut raw, wall_clock()).await?;
        store.close().await;
        put_off(&mut raw).await?;
        let mut floor = Floor::new(place.raw().await?, self.routines).await?;
        let fires = f64::from(self.routines);
        let mut floors = Vec::new();
        let mut crews: Vec<_> = [1, 2, self.workers]
            .into_iter()
            .map(|of| (of, Vec::new()))
            .collect();
        crews.dedup_by_key(|(of, _)| *of);
        for _ in 0..self.rounds {
            floors.push(fires / floor.round().await?.0);
            for (of, rates) in &mut crews {
                let seconds = self.round(place, &mut raw, *of, false).await?;
                rates.push(fires / seconds);
            }
        }
        let rate = |of: u32| {
            crews
                .iter()
                .find(|(crew, _)| *crew == of)
                .map(|(_, rates)| median(rates))
        };
        for (of, rates) in &crews {
            report.figure(format!("fires_per_second_of_{of}"), median(rates));
        }
        if let (Some(one), Some(two)) = (rate(1), rate(2)) {
            report.figure("two_to_one", two / one);
        }
        report.rates(&[rate(self.workers).unwrap_or_default()], &floors);
        let seconds = self
            .round(place, &mut raw, self.workers.max(2), true)
            .await?;
        report.figure("seconds_with_one_killed", seconds);
        for (name, found) in self.proven(place)? {
            report.figure(name, found);
        }
        report.routines = self.routines;
        report.workers = self.workers;
        report.runs = self.rounds;
        raw.close().await?;
        Ok(report.finish())
    }

    fn population(&self) -> Population {
        Population {
            routines: self.routines,
            runs: 0,
            tenants: 10,
            policy: TenantPolicy {
                launch_timeout_seconds: LEASE_SECONDS - 1,
                lease_seconds: LEASE_SECONDS,
                ..TenantPolicy::default()
            },
            launchers: vec![Launcher::Simulated(Simulation::default())],
            triggers: vec![TriggerSpec::Interval {
                every_seconds: 86_400,
                anchor: wall_clock() - Duration::seconds(5),
            }],
            due: true,
            seed: 1,
        }
    }

    /// Seconds from when all of it is due until it has ended.
    async fn round(
        &self,
        place: &Place,
        raw: &mut Raw,
        workers: u32,
        kills: bool,
    ) -> BenchResult<f64> {
        let clock = SystemClock::new();
        let mut crew = Vec::new();
        raw.run("DELETE FROM sweeps").await?;
        raw.run("DELETE FROM workers").await?;
        for number in 1..=workers {
            crew.push(self.start(&place.url, &format!("bench-{number}"))?);
        }
        let there = "SELECT count(*) FROM sweeps WHERE ended_at IS NOT NULL";
        let each = "SELECT count(DISTINCT worker) FROM sweeps WHERE ended_at IS NOT NULL";
        wait(raw, &clock, each, |seen| seen >= i64::from(workers), there).await?;
        make_due(raw).await?;
        let ended =
            "SELECT count(*) FROM runs WHERE worker LIKE 'bench-%' AND finished_at IS NOT NULL";
        if kills {
            let tenth = i64::from(self.routines / 10);
            wait(raw, &clock, ended, |count| count >= tenth, ended).await?;
            // A SIGKILL, which it cannot hear.
            drop(crew.pop());
        }
        let all = i64::from(self.routines);
        wait(raw, &clock, ended, |count| count >= all, ended).await?;
        let first = raw.milliseconds("min(recorded_at)");
        let last = raw.milliseconds("max(finished_at)");
        let took = raw
            .number(format!(
                "SELECT {last} - {first} FROM runs WHERE worker LIKE 'bench-%'"
            ))
            .await?;
        Ok(took.max(1) as f64 / 1e3)
    }

    fn start(&self, url: &str, name: &str) -> BenchResult<Process> {
        let child = Command::new(&self.program)
            .args(["worker", "--name", name, "--poll-seconds", "1"])
            .env(DATABASE, url)
            .env("RUST_LOG", "error")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        child
            .map(Process)
            .map_err(|error| not_started(&self.program, &error))
    }

    /// What the product's own proof says of the round with the kill.
    fn proven(&self, place: &Place) -> BenchResult<Vec<(&'static str, f64)>> {
        let output = Command::new(&self.program)
            .args(["--json", "evidence"])
            .env(DATABASE, &place.url)
            .output()
            .map_err(|error| not_started(&self.program, &error))?;
        let told: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| BenchError::Wrong(format!("The evidence cannot be read: {error}.")))?;
        ["due", "fired", "lost", "doubled"]
            .into_iter()
            .map(|name| {
                let found = told["tally"][name].as_f64();
                let missing = || {
                    BenchError::Wrong(format!("The evidence does not say how many were {name}."))
                };
                Ok((name, found.ok_or_else(missing)?))
            })
            .collect()
    }
}

/// Nothing is due until a round begins.
async fn put_off(raw: &mut Raw) -> BenchResult<()> {
    let later = raw.at(wall_clock() + Duration::days(30));
    raw.run(format!(
        "UPDATE routines SET newest_claimed_for = next_fire_at, next_fire_at = {later}"
    ))
    .await?;
    Ok(())
}

async fn wait(
    raw: &mut Raw,
    clock: &SystemClock,
    counted: &str,
    enough: impl Fn(i64) -> bool,
    shown: &str,
) -> BenchResult<()> {
    let until = clock.now() + PATIENCE;
    while !enough(raw.number(counted).await?) {
        if clock.now() > until {
            let reached = raw.number(shown).await?;
            return Err(BenchError::Wrong(format!(
                "After five minutes the workers had only come to {reached}, so the round does not count."
            )));
        }
        clock.sleep_until(clock.now() + LOOK_EVERY).await;
    }
    Ok(())
}

fn not_started(program: &Path, error: &std::io::Error) -> BenchError {
    BenchError::Place(format!(
        "{} could not be started: {error}.",
        program.display()
    ))
}
