use clap::Args;
use routine_commands::{CommandError, twin, wire::TwinRequest};

use super::export::ChoiceArgs;
use crate::{answer::Answer, open};

#[derive(Debug, Args)]
pub struct TwinArgs {
    /// The SQLite file to make; it must not be there yet.
    file: String,
    #[command(flatten)]
    choice: ChoiceArgs,
}

pub async fn run(database: Option<&str>, args: TwinArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let request = TwinRequest {
        choice: args.choice.read(&desk).await?,
        file: Some(args.file),
    };
    let made = twin::copy(&desk, request).await?;
    let mut said = vec![format!(
        "{} holds {} routines and {} definitions of {} tenants, every launcher simulated.",
        made.file, made.routines, made.definitions, made.tenants
    )];
    said.extend(made.left_out.iter().map(|why| format!("Left out: {why}")));
    Answer::new(&made, said.join("\n"))
}
