//! `import`: what a file would do, and with `--apply` what it did. An exported file and a crontab
//! are spoken of in the same way.

mod crontab;

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use clap::Args;
use routine_commands::{
    CommandError, exchange,
    wire::{ImportReport, ImportRequest},
};
use routine_domain::Invalid;

use crate::{answer::Answer, open, table};

/// More than any file within the limits of what people write.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A file of `routinectl export`, JSON or YAML; `-` reads standard input. Fails where a part of it
    /// is refused or in conflict.
    #[arg(
        value_name = "FILE",
        required_unless_present = "crontab",
        conflicts_with = "crontab"
    )]
    file: Option<PathBuf>,
    /// Write what the preview says. Without, nothing is written.
    #[arg(long)]
    apply: bool,
    /// Take the file's side where something was changed here since it was exported.
    #[arg(long, conflicts_with = "crontab")]
    overwrite: bool,
    /// A crontab instead, whose lines become routines that are off; `-` reads standard input, as in
    /// `crontab -l | routinectl import --crontab -`.
    #[arg(long, value_name = "FILE")]
    crontab: Option<PathBuf>,
    /// The zone of a crontab's times where it holds no CRON_TZ; this machine's where it is left out.
    #[arg(long, requires = "crontab")]
    zone: Option<String>,
    /// The tenant of a crontab, by name or id; may be left out where there is one only.
    #[arg(long, requires = "crontab")]
    tenant: Option<String>,
    /// A user stands before each command, as in /etc/crontab and /etc/cron.d, which are known.
    #[arg(long, requires = "crontab")]
    system: bool,
}

pub async fn run(database: Option<&str>, mut args: ImportArgs) -> Result<Answer, CommandError> {
    if let Some(file) = args.crontab.take() {
        return crontab::run(database, &file, args).await;
    }
    let file = args.file.unwrap_or_default();
    let text = String::from_utf8(read("file", &file)?)
        .map_err(|_| Invalid::new("file", format!("{} is not text.", file.display())))?;
    let request = ImportRequest {
        text,
        overwrite: args.overwrite,
        seal: None,
    };
    let desk = open::desk(database).await?;
    let report = match args.apply {
        true => exchange::import(&desk, request).await?,
        false => exchange::preview(&desk, request).await?,
    };
    let answer = Answer::new(&report, told(&report))?;
    Ok(match report.conflicts + report.refused {
        0 => answer,
        _ => answer.failed(),
    })
}

fn read(field: &str, path: &Path) -> Result<Vec<u8>, Invalid> {
    let refused =
        |why: String| Invalid::new(field, format!("{} cannot be read: {why}.", path.display()));
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

fn told(report: &ImportReport) -> String {
    let rows: Vec<_> = report
        .items
        .iter()
        .map(|item| {
            vec![
                item.verdict.to_string(),
                item.kind.to_string(),
                item.tenant.clone(),
                item.name.clone(),
                item.sentence.clone(),
            ]
        })
        .collect();
    format!(
        "{}\n{} created, {} updated, {} in conflict, {} unchanged, {} refused.\n{}",
        table::lay_out(&["", "what", "tenant", "name", ""], &rows),
        report.created,
        report.updated,
        report.conflicts,
        report.unchanged,
        report.refused,
        ending(report.applied, report.created + report.updated),
    )
}

/// Whether something was written, in the words of both kinds of import.
fn ending(applied: bool, written: u32) -> &'static str {
    match (applied, written) {
        (false, 0) => "This is a preview, and there is nothing to write.",
        (false, _) => "This is a preview: nothing was written. Add --apply to write it.",
        (true, 0) => "Nothing was written.",
        (true, _) => "It was written.",
    }
}
