use std::fmt::Write;

use clap::{Args, Subcommand};
use routine_bench::{BenchError, Burst, HandOff, History, Idle, Pickup, Race, Report};
use routine_commands::CommandError;

use crate::{answer::Answer, failure};

/// Each in a database of its own beside the one named, or in a temporary SQLite file; what stands
/// there is not touched.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Many routines due at once: how many are fired in a second.
    Burst {
        #[command(flatten)]
        scale: Scale,
        /// Of a hundred launches so many fail.
        #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=50))]
        failing: u32,
        /// Runs that the history holds already.
        #[arg(long, value_name = "RUNS", default_value_t = 0)]
        stored: u32,
    },
    /// Runs handed to a hub on loopback, beside a bare handler of the same server: how long each
    /// takes.
    HandOff {
        /// Runs handed off in a round.
        #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        runs: u32,
        /// At once.
        #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000))]
        in_flight: u32,
        /// Rounds to take the median of.
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
        rounds: u32,
    },
    /// Nothing due: what a look for work and a waiting worker cost.
    Idle {
        #[command(flatten)]
        scale: Scale,
        /// How long the waiting workers are watched.
        #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=3_600))]
        seconds: u32,
    },
    /// A steady rate of fires: how late they are launched, and how soon an edit is seen.
    Pickup {
        #[command(flatten)]
        scale: Scale,
        /// How long they are watched.
        #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=3_600))]
        seconds: u32,
        /// Fires a second; no routine fires more than once a minute.
        #[arg(long, value_name = "FIRES", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
        rate: u32,
    },
    /// A long history: how long its pages take.
    History {
        #[command(flatten)]
        scale: Scale,
        /// Runs in it.
        #[arg(long, value_name = "RUNS", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
        stored: u32,
    },
    /// Worker processes beside each other, one of them killed: how fast, and whether anything is lost.
    Race {
        #[command(flatten)]
        scale: Scale,
    },
}

#[derive(Debug, Args)]
pub struct Scale {
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    routines: u32,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    workers: u32,
    /// Rounds to take the median of.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
}

pub async fn run(database: Option<&str>, command: BenchCommand) -> Result<Answer, CommandError> {
    let measured = match command {
        BenchCommand::Burst {
            scale,
            failing,
            stored,
        } => {
            let burst = Burst {
                routines: scale.routines,
                workers: scale.workers,
                rounds: scale.rounds,
                failing,
                stored,
            };
            burst.measure(database).await
        }
        BenchCommand::HandOff {
            runs,
            in_flight,
            rounds,
        } => {
            let hand_off = HandOff {
                runs,
                in_flight,
                rounds,
            };
            hand_off.measure(database).await
        }
        BenchCommand::Idle { scale, seconds } => {
            let idle = Idle {
                routines: scale.routines,
                workers: scale.workers,
                rounds: scale.rounds,
                seconds,
            };
            idle.measure(database).await
        }
        BenchCommand::Pickup {
            scale,
            seconds,
            rate,
        } => {
            let pickup = Pickup {
                routines: scale.routines,
                workers: scale.workers,
                seconds,
                rate,
            };
            pickup.measure(database).await
        }
        BenchCommand::History { scale, stored } => {
            let history = History {
                routines: scale.routines,
                rounds: scale.rounds,
                stored,
            };
            history.measure(database).await
        }
        BenchCommand::Race { scale } => {
            let race = Race {
                routines: scale.routines,
                workers: scale.workers.max(2),
                rounds: scale.rounds,
                program: std::env::current_exe().map_err(failure::internal)?,
            };
            race.measure(database).await
        }
    };
    let report = measured.map_err(failed)?;
    Answer::new(&report, told(&report))
}

pub fn failed(error: BenchError) -> CommandError {
    match error {
        BenchError::Store(error) => error.into(),
        BenchError::Engine(error) => error.into(),
        BenchError::Invalid(error) => error.into(),
        BenchError::Place(sentence) => failure::refused(sentence),
        other => failure::internal(other),
    }
}

fn told(report: &Report) -> String {
    let mut text = format!(
        "{} on {}: {} routines, {} workers, {} rounds.",
        report.scenario, report.database, report.routines, report.workers, report.runs
    );
    let rates = [
        ("fires_per_second", report.fires_per_second),
        ("floor_fires_per_second", report.floor_fires_per_second),
        ("ratio_to_floor", report.ratio_to_floor),
    ];
    let rates = rates.map(|(name, value)| Some((name, value?)));
    let figures = report
        .figures
        .iter()
        .map(|(name, value)| (name.as_str(), *value));
    for (name, value) in rates.into_iter().flatten().chain(figures) {
        let _ = write!(text, "\n{name:<32} {value:>12}");
    }
    text
}
