use clap::Args;
use routine_commands::{CommandError, connection};

use crate::{answer::Answer, open};

#[derive(Debug, Args)]
pub struct MigrateArgs {
    /// Make this tenant where there is none yet.
    #[arg(long, value_name = "NAME")]
    tenant: Option<String>,
}

/// A second run finds nothing to do and says the same.
pub async fn run(database: Option<&str>, args: MigrateArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let info = connection::migrate(&desk, args.tenant).await?;
    Answer::new(&info, format!("{} has the current schema.", info.address))
}
