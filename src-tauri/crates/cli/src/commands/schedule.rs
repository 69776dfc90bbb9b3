use clap::{Args, Subcommand};
use routine_commands::{CommandError, schedule};
use routine_domain::Instant;
use routine_engine::wall_clock;
use serde::Serialize;

use crate::{answer::Answer, words};

#[derive(Debug, Subcommand)]
pub enum ScheduleCommand {
    /// The next fires of a cron expression in a zone.
    Next(NextArgs),
}

#[derive(Debug, Args)]
pub struct NextArgs {
    /// Five fields, six with leading seconds, or a macro such as @daily.
    #[arg(long, value_name = "EXPRESSION")]
    cron: String,
    /// An IANA zone, for example Europe/Vienna.
    #[arg(long)]
    zone: String,
    /// Fires after this time (RFC 3339); now where it is left out.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    from: Option<Instant>,
    /// How many.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    count: u32,
}

/// Needs no database: the answer is a function of the expression, the zone and the time.
pub fn run(command: ScheduleCommand) -> Result<Answer, CommandError> {
    let ScheduleCommand::Next(args) = command;
    let from = args.from.unwrap_or_else(wall_clock);
    let next = schedule::next(&args.cron, &args.zone, from, args.count)?;
    let fires: Vec<String> = next.fires.iter().map(|at| seconds(*at)).collect();
    let text = format!("{}\n{}", next.description, fires.join("\n"));
    Answer::new(
        &NextAnswer {
            fires,
            description: next.description,
            kind: next.kind,
        },
        text,
    )
}

#[derive(Serialize)]
struct NextAnswer {
    fires: Vec<String>,
    description: String,
    kind: routine_domain::CronKind,
}

/// Fires fall on whole seconds.
fn seconds(at: Instant) -> String {
    at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}
