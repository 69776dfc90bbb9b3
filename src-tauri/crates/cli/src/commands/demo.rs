use clap::Args;
use routine_bench::Population;
use routine_commands::{
    CommandError,
    demo::{self, DemoReport},
    wire::ConnectionInfo,
};
use routine_domain::evidence::Tally;

use routine_engine::{Stopwatch, wall_clock};
use serde::Serialize;

use super::bench;
use crate::{answer::Answer, failure, open};

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Run the engine on a virtual clock, on a database that is gone afterwards, and count what became
    /// of every occurrence.
    #[arg(long, requires = "days")]
    headless: bool,
    /// How many days go by.
    #[arg(long, value_name = "N", requires = "headless")]
    days: Option<u32>,
    /// Fill the empty database named by --database with so many runs of the past, the same ones
    /// every time.
    #[arg(long, value_name = "N", conflicts_with = "headless")]
    runs: Option<u32>,
    /// How many routines these runs are of.
    #[arg(long, value_name = "N", requires = "runs", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    routines: u32,
}

pub async fn run(database: Option<&str>, args: DemoArgs) -> Result<Answer, CommandError> {
    if let Some(days) = args.days {
        let report = demo::simulate_days(days).await?;
        return Answer::new(&report, told(&report));
    }
    if let Some(runs) = args.runs {
        return populate(database, args.routines, runs).await;
    }
    if database.is_some() {
        return Err(failure::refused(
            "The demo has a database of its own. Leave --database and ROUTINE_DATABASE_URL out.",
        ));
    }
    let info = open::demo().await?;
    Answer::new(&info, whereabouts(&info))
}

#[derive(Serialize)]
struct Populated {
    routines: u32,
    runs: u32,
    seconds: f64,
}

async fn populate(
    database: Option<&str>,
    routines: u32,
    runs: u32,
) -> Result<Answer, CommandError> {
    let Some(url) = database else {
        return Err(failure::refused(
            "Name the empty database to fill with --database: the demo's own has its cast already.",
        ));
    };
    let watch = Stopwatch::start();
    Population::everyday(routines, runs)
        .fill_at(url, wall_clock())
        .await
        .map_err(bench::failed)?;
    let seconds = watch.seconds();
    let text = format!("{routines} routines and {runs} runs were written in {seconds:.0} s.");
    Answer::new(
        &Populated {
            routines,
            runs,
            seconds,
        },
        text,
    )
}

fn whereabouts(info: &ConnectionInfo) -> String {
    format!(
        "The demo is in {}.\nLook at it with `routinectl routine list`, and let it run with `routinectl worker --allow-commands`.",
        info.address
    )
}

fn told(report: &DemoReport) -> String {
    let DemoReport {
        days,
        tally:
            Tally {
                due,
                fired,
                schedule_failed,
                skipped,
                missed,
                abandoned,
                open,
                lost,
                doubled,
                ..
            },
        dead_lettered,
    } = report;
    format!(
        "{days} days, {due} occurrences due:\n\
         {fired} fired, {schedule_failed} schedule-failed, {skipped} skipped, {missed} missed, {abandoned} abandoned, {open} open, {lost} lost.\n\
         {doubled} doubled. {dead_lettered} routines dead-lettered."
    )
}
