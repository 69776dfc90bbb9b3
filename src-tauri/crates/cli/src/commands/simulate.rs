use clap::Args;
use routine_commands::{
    CommandError, simulate,
    wire::{SimulateReport, SimulateRequest, SimulatedRoutine},
};
use routine_domain::{Instant, instant::rfc3339};

use super::faults::FaultArgs;
use crate::{answer::Answer, lookup, open, table, words};

/// Troubles told in the text; JSON tells more.
const TROUBLES: usize = 20;

#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// The routines, by name or id; all that are in the schedule where none is named.
    routines: Vec<String>,
    /// How many days to look ahead.
    #[arg(long, value_name = "N")]
    days: u32,
    /// From when on (RFC 3339); now where it is left out.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    from: Option<Instant>,
    #[command(flatten)]
    faults: FaultArgs,
}

/// Changes nothing: the engine runs over a copy in memory.
pub async fn run(database: Option<&str>, args: SimulateArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let mut routines = Vec::with_capacity(args.routines.len());
    for written in &args.routines {
        routines.push(lookup::routine(&desk, written).await?.row.id);
    }
    let request = SimulateRequest {
        routines,
        from: args.from,
        days: args.days,
        faults: args.faults.faults(0),
    };
    let report = simulate::simulate(&desk, request).await?;
    Answer::new(&report, text(&report))
}

fn text(report: &SimulateReport) -> String {
    let tally = &report.tally;
    let mut lines = vec![
        format!(
            "{} routines from {} to {}, seed {}:",
            report.routines.len(),
            rfc3339(report.from),
            rfc3339(report.to),
            report.faults.seed
        ),
        format!(
            "{} due: {} fired ({} of them failed), {} schedule-failed, {} skipped, {} missed, {} abandoned, {} open, {} lost. {} doubled. {} dead-lettered.",
            tally.due,
            tally.fired,
            report.failed_runs,
            tally.schedule_failed,
            tally.skipped,
            tally.missed,
            tally.abandoned,
            tally.open,
            tally.lost,
            tally.doubled,
            report.dead_lettered
        ),
        String::new(),
        table::lay_out(
            &[
                "routine", "tenant", "due", "fired", "failed", "refused", "skipped", "missed",
                "remarks",
            ],
            &report.routines.iter().map(row).collect::<Vec<_>>(),
        ),
    ];
    let troubles = report.troubles.iter().take(TROUBLES);
    lines.extend(troubles.map(|trouble| {
        format!(
            "{}: {} at {}{}",
            trouble.routine_name,
            trouble.status,
            rfc3339(trouble.at),
            if trouble.dead_lettered {
                ", dead-lettered"
            } else {
                ""
            }
        )
    }));
    lines.extend(report.notes.iter().cloned());
    lines.join("\n")
}

fn row(routine: &SimulatedRoutine) -> Vec<String> {
    let tally = &routine.tally;
    let counts = [
        tally.due,
        tally.fired,
        routine.failed_runs,
        tally.schedule_failed,
        tally.skipped,
        tally.missed,
    ];
    let dead = routine
        .dead_lettered_at
        .map(|at| format!("dead-lettered {}", rfc3339(at)));
    let names = [routine.routine_name.clone(), routine.tenant_name.clone()];
    let remarks = routine.idle.clone().or(dead).unwrap_or_default();
    let counts = counts.iter().map(ToString::to_string);
    names.into_iter().chain(counts).chain([remarks]).collect()
}
