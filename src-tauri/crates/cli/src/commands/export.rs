use std::{fmt, path::PathBuf};

use clap::{Args, ValueEnum};
use routine_commands::{
    CommandError, exchange,
    wire::{ExchangeChoice, ExchangeFormat, ExportRequest, Exported},
};
use serde_json::json;

use crate::{answer::Answer, failure, lookup, open};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Json,
    Yaml,
}

/// What `export` and `twin` are about.
#[derive(Debug, Args)]
pub struct ChoiceArgs {
    /// Only this tenant, by name or id.
    #[arg(long)]
    tenant: Option<String>,
    /// Only this routine, by name or id, and the definition that it runs; may be given several times.
    #[arg(long, conflicts_with = "tenant")]
    routine: Vec<String>,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(flatten)]
    choice: ChoiceArgs,
    #[arg(long, value_enum, default_value_t = Format::Yaml)]
    format: Format,
    /// Write it to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub async fn run(database: Option<&str>, args: ExportArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let request = ExportRequest {
        choice: args.choice.read(&desk).await?,
        format: match args.format {
            Format::Json => ExchangeFormat::Json,
            Format::Yaml => ExchangeFormat::Yaml,
        },
    };
    let exported = exchange::export(&desk, request).await?;
    let Some(file) = args.output else {
        return Answer::new(&exported, exported.text.clone());
    };
    std::fs::write(&file, &exported.text).map_err(|error| {
        failure::refused(format!(
            "{} cannot be written: {error}. Name another file with --output.",
            file.display()
        ))
    })?;
    let answer = json!({ "file": file, "exported": &exported });
    Answer::new(&answer, told(&exported, file.display()))
}

impl ChoiceArgs {
    pub async fn read(
        &self,
        desk: &routine_commands::Desk,
    ) -> Result<ExchangeChoice, CommandError> {
        if let Some(tenant) = &self.tenant {
            let id = lookup::tenant(desk, tenant).await?.id;
            return Ok(ExchangeChoice::Tenant { id });
        }
        if self.routine.is_empty() {
            return Ok(ExchangeChoice::All);
        }
        let mut ids = Vec::new();
        for routine in &self.routine {
            ids.push(lookup::routine(desk, routine).await?.row.id);
        }
        Ok(ExchangeChoice::Routines { ids })
    }
}

fn told(exported: &Exported, file: impl fmt::Display) -> String {
    let mut said = vec![format!(
        "{} tenants, {} definitions and {} routines were written to {file}.",
        exported.tenants, exported.definitions, exported.routines
    )];
    said.extend(exported.notes.iter().cloned());
    said.join("\n")
}
