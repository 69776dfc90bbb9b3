use std::path::PathBuf;

use clap::Args;
use routine_commands::{CommandError, bundle};
use routine_domain::RunId;
use serde_json::json;

use crate::{answer::Answer, failure, open};

#[derive(Debug, Args)]
pub struct BundleArgs {
    run: RunId,
    /// The file to write; named after the run, in this folder, where it is left out.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub async fn run(database: Option<&str>, args: BundleArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let made = bundle::make(&desk, args.run).await?;
    let file = args
        .output
        .unwrap_or_else(|| PathBuf::from(&made.file_name));
    std::fs::write(&file, &made.text).map_err(|error| {
        failure::refused(format!(
            "{} cannot be written: {error}. Name another file with --output.",
            file.display()
        ))
    })?;
    let text = format!(
        "{} holds the run and what explains it, secrets hidden. Routine Desk opens it under \"Open a bundle\".",
        file.display()
    );
    Answer::new(&json!({ "file": file }), text)
}
