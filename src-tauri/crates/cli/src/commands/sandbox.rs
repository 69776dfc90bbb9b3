use std::path::PathBuf;

use clap::{Args, Subcommand};
use routine_commands::{
    CommandError, Desk, sandbox,
    wire::{ClockOrder, ConnectionInfo, SandboxDraft, SandboxStatus},
};
use routine_domain::{
    Instant, Jump,
    instant::{in_words, rfc3339},
};

use super::faults::FaultArgs;
use crate::{answer::Answer, open, words};

#[derive(Debug, Subcommand)]
pub enum SandboxCommand {
    /// Make a new SQLite file with a clock of its own.
    Create(CreateArgs),
    /// Show clock and faults.
    Show,
    /// Move the clock; the workers of the sandbox follow.
    #[command(subcommand)]
    Clock(ClockCommand),
    /// Replace the faults on purpose; without any, they end.
    Faults(FaultArgs),
}

#[derive(Debug, Args)]
pub struct CreateArgs {
    file: PathBuf,
    /// The name of its first tenant.
    #[arg(long, value_name = "NAME", default_value = "Sandbox")]
    tenant: String,
}

#[derive(Debug, Subcommand)]
pub enum ClockCommand {
    /// Let it stand still.
    Hold,
    /// Let it go on, 1, 60 or 600 times as fast as real time.
    Pace { rate: u32 },
    /// Take it to minute, hour, day, next_fire or past_clock_change, at once.
    Jump { jump: Jump },
    /// Set it to a time (RFC 3339).
    Set {
        #[arg(value_parser = words::moment)]
        at: Instant,
    },
    /// Back to real time.
    Real,
}

pub async fn run(database: Option<&str>, command: SandboxCommand) -> Result<Answer, CommandError> {
    match command {
        SandboxCommand::Create(args) => create(args).await,
        SandboxCommand::Show => {
            let desk = open::desk(database).await?;
            told(sandbox::status(&desk).await?)
        }
        SandboxCommand::Clock(command) => {
            let desk = open::desk(database).await?;
            told(sandbox::move_clock(&desk, order(command)).await?)
        }
        SandboxCommand::Faults(args) => {
            let desk = open::desk(database).await?;
            let seed = sandbox::status(&desk).await?.faults.seed;
            told(sandbox::set_faults(&desk, args.faults(seed)).await?)
        }
    }
}

async fn create(args: CreateArgs) -> Result<Answer, CommandError> {
    let (desk, _): (Desk, _) = open::closed(None)?;
    let draft = SandboxDraft {
        path: args.file.display().to_string(),
        tenant: args.tenant,
    };
    let info: ConnectionInfo = sandbox::create(&desk, draft).await?;
    let text = format!("The sandbox is in {}.", info.address);
    Answer::new(&info, text)
}

fn order(command: ClockCommand) -> ClockOrder {
    match command {
        ClockCommand::Hold => ClockOrder::Pace { rate: 0 },
        ClockCommand::Pace { rate } => ClockOrder::Pace { rate },
        ClockCommand::Jump { jump } => ClockOrder::Jump { jump },
        ClockCommand::Set { at } => ClockOrder::Set { at },
        ClockCommand::Real => ClockOrder::Real,
    }
}

fn told(status: SandboxStatus) -> Result<Answer, CommandError> {
    let mut lines = vec![match &status.clock {
        Some(clock) => format!("{}, virtual, {}.", in_words(status.now), clock.words),
        None => format!("{}, real time.", in_words(status.now)),
    }];
    lines.extend(status.refusal.clone());
    lines.extend(status.change.as_ref().map(|change| {
        format!(
            "Next clock change: {}, {} ({}).",
            rfc3339(change.at),
            change.words,
            change.zone
        )
    }));
    lines.push(format!("Faults on purpose, seed {}:", status.faults.seed));
    let on = status.switches.iter().filter(|switch| switch.on);
    let on: Vec<_> = on
        .map(|switch| format!("  {}, {}", switch.label, switch.extent))
        .collect();
    match on.is_empty() {
        true => lines.push("  none".to_owned()),
        false => lines.extend(on),
    }
    let text = lines.join("\n");
    Answer::new(&status, text)
}
