use std::path::Path;

use routine_commands::{
    CommandError, crontab,
    wire::{CrontabImport, CrontabReport, LineOutcome},
};
use routine_domain::crontab::{Form, cut};

use super::{ImportArgs, ending, read};
use crate::{answer::Answer, lookup, open, table};

/// So much of a line that came to nothing stands in the table, in code points.
const SHOWN: usize = 60;

pub async fn run(
    database: Option<&str>,
    file: &Path,
    args: ImportArgs,
) -> Result<Answer, CommandError> {
    let bytes = read("crontab", file)?;
    let desk = open::desk(database).await?;
    let tenant = lookup::tenant_or_only(&desk, args.tenant.as_deref()).await?;
    let form = match args.system {
        true => Form::System,
        // As cron finds it, whatever way it was written.
        false => Form::at(&file.canonicalize().unwrap_or_default()),
    };
    let import = CrontabImport {
        tenant_id: tenant.id,
        file: file.display().to_string(),
        bytes,
        form,
        zone: args.zone,
        apply: args.apply,
    };
    let report = crontab::import(&desk, import).await?;
    Answer::new(&report, told(&report))
}

fn told(report: &CrontabReport) -> String {
    let rows: Vec<_> = report
        .lines
        .iter()
        .map(|line| {
            vec![
                line.line.to_string(),
                word(line.outcome).to_owned(),
                line.name.clone().unwrap_or_else(|| cut(&line.text, SHOWN)),
                line.sentence.clone(),
            ]
        })
        .collect();
    let mut said = vec![table::lay_out(&["line", "", "what", ""], &rows)];
    said.extend(report.notes.iter().cloned());
    said.push(format!(
        "{} created, {} heeded, {} skipped, {} refused.",
        report.created, report.heeded, report.skipped, report.refused
    ));
    said.push(ending(report.applied, report.created).to_owned());
    if report.applied && report.created > 0 {
        said.push("What was created is off: take a line out of cron, then switch its routine on with `routinectl routine resume`.".to_owned());
    }
    said.join("\n")
}

fn word(outcome: LineOutcome) -> &'static str {
    match outcome {
        LineOutcome::Created => "created",
        LineOutcome::Heeded => "heeded",
        LineOutcome::Skipped => "skipped",
        LineOutcome::Refused => "refused",
    }
}
