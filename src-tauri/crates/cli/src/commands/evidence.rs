use clap::Args;
use routine_commands::{
    CommandError, evidence,
    wire::{EvidenceQuery, EvidenceReport, RoutineEvidence},
};
use routine_domain::{Instant, evidence::Tally, instant::rfc3339};

use crate::{answer::Answer, lookup, open, table, words};

/// Routines shown.
const SHOWN: u32 = 50;

#[derive(Debug, Args)]
pub struct EvidenceArgs {
    /// Only this tenant, by name or id.
    #[arg(long)]
    tenant: Option<String>,
    /// Only this routine, by name or id.
    #[arg(long)]
    routine: Option<String>,
    /// Planned at or after (RFC 3339); 24 hours before the end where it is left out.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    from: Option<Instant>,
    /// Planned before (RFC 3339); now where it is left out.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    to: Option<Instant>,
}

/// Fails when anything was lost or doubled.
pub async fn run(database: Option<&str>, args: EvidenceArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let routine_id = match &args.routine {
        Some(written) => Some(lookup::routine(&desk, written).await?.row.id),
        None => None,
    };
    let query = EvidenceQuery {
        tenant_id: lookup::tenant_id(&desk, args.tenant.as_deref()).await?,
        routine_id,
        from: args.from,
        to: args.to,
        limit: SHOWN,
    };
    let report = evidence::evidence(&desk, query).await?;
    let answer = Answer::new(&report, text(&report))?;
    Ok(match report.is_clean() {
        true => answer,
        false => answer.failed(),
    })
}

fn text(report: &EvidenceReport) -> String {
    let rows: Vec<_> = report.routines.iter().map(row).collect();
    let head = [
        "routine",
        "tenant",
        "due",
        "fired",
        "refused",
        "skipped",
        "missed",
        "abandoned",
        "open",
        "lost",
        "doubled",
        "explained",
        "remarks",
    ];
    let mut lines = vec![
        verdict(report),
        sum(&report.tally),
        String::new(),
        table::lay_out(&head, &rows),
    ];
    for routine in &report.routines {
        lines.extend(routine.findings.iter().map(|finding| {
            format!(
                "{}: {} at {}",
                routine.routine_name,
                finding.bucket,
                rfc3339(finding.scheduled_for)
            )
        }));
    }
    lines.join("\n")
}

fn verdict(report: &EvidenceReport) -> String {
    let Tally { lost, doubled, .. } = report.tally;
    let span = format!(
        "from {} to {}, {} routines",
        rfc3339(report.from),
        rfc3339(report.to),
        report.examined
    );
    match report.is_clean() {
        true => format!("Every occurrence exactly once, {span}."),
        false => format!("{lost} lost and {doubled} doubled, {span}."),
    }
}

fn sum(tally: &Tally) -> String {
    let Tally {
        due,
        fired,
        schedule_failed,
        skipped,
        missed,
        abandoned,
        open,
        lost,
        ..
    } = tally;
    format!(
        "{due} due = {fired} fired + {schedule_failed} schedule-failed + {skipped} skipped + {missed} missed + {abandoned} abandoned + {open} open + {lost} lost. {} explained, {} not provable.",
        tally.explained, tally.not_provable
    )
}

fn row(routine: &RoutineEvidence) -> Vec<String> {
    let tally = &routine.tally;
    let mut remarks = Vec::new();
    if routine.dead_lettered {
        remarks.push("dead-lettered".to_owned());
    }
    if routine.unrecorded_change {
        remarks.push("unrecorded change".to_owned());
    }
    if let Some(from) = routine.provable_from {
        remarks.push(format!("not provable before {}", rfc3339(from)));
    }
    let counts = [
        tally.due,
        tally.fired,
        tally.schedule_failed,
        tally.skipped,
        tally.missed,
        tally.abandoned,
        tally.open,
        tally.lost,
        tally.doubled,
        tally.explained,
    ];
    let names = [routine.routine_name.clone(), routine.tenant_name.clone()];
    let counts = counts.iter().map(ToString::to_string);
    names
        .into_iter()
        .chain(counts)
        .chain([remarks.join(", ")])
        .collect()
}
