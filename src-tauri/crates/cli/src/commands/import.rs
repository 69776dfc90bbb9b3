use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use clap::Args;
use routine_commands::{
    CommandError, crontab,
    wire::{CrontabImport, CrontabReport, LineOutcome},
};
use routine_domain::{
    Invalid,
    crontab::{Form, cut},
};

use crate::{answer::Answer, lookup, open, table};

/// More than any crontab within the limits of lines that people write.
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// So much of a line that came to nothing stands in the table, in code points.
const SHOWN: usize = 60;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The crontab; `-` reads standard input, as in `crontab -l | routinectl import --crontab -`.
    #[arg(long, value_name = "FILE")]
    crontab: PathBuf,
    /// The zone of its times where it holds no CRON_TZ; this machine's where it is left out.
    #[arg(long)]
    zone: Option<String>,
    /// The tenant's name or id; may be left out where there is one only.
    #[arg(long)]
    tenant: Option<String>,
    /// A user stands before each command, as in /etc/crontab and /etc/cron.d, which are known.
    #[arg(long)]
    system: bool,
    /// Say what would be made and make nothing.
    #[arg(long)]
    dry_run: bool,
}

pub async fn run(database: Option<&str>, args: ImportArgs) -> Result<Answer, CommandError> {
    let bytes = read(&args.crontab)?;
    let desk = open::desk(database).await?;
    let tenant = lookup::tenant_or_only(&desk, args.tenant.as_deref()).await?;
    let form = match args.system {
        true => Form::System,
        // As cron finds it, whatever way it was written.
        false => Form::at(&args.crontab.canonicalize().unwrap_or_default()),
    };
    let import = CrontabImport {
        tenant_id: tenant.id,
        file: args.crontab.display().to_string(),
        bytes,
        form,
        zone: args.zone,
        dry_run: args.dry_run,
    };
    let report = crontab::import(&desk, import).await?;
    Answer::new(&report, told(&report))
}

fn read(path: &Path) -> Result<Vec<u8>, Invalid> {
    let refused = |why: String| {
        Invalid::new(
            "crontab",
            format!("{} cannot be read: {why}.", path.display()),
        )
    };
    let source: io::Result<Box<dyn Read>> = match path.to_str() {
        Some("-") => Ok(Box::new(io::stdin())),
        _ => File::open(path).map(|file| Box::new(file) as Box<dyn Read>),
    };
    let mut bytes = Vec::new();
    source
        .and_then(|source| source.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| refused(error.to_string()))?;
    match bytes.len() as u64 > MAX_BYTES {
        true => Err(refused(format!("it has more than {MAX_BYTES} bytes"))),
        false => Ok(bytes),
    }
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
    said.push(match (report.dry_run, report.created) {
        (true, _) => "This was a dry run: nothing was written.".to_owned(),
        (false, 0) => "Nothing was written.".to_owned(),
        (false, _) => "What was created is off: take a line out of cron, then switch its routine on with `routinectl routine resume`.".to_owned(),
    });
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
