use clap::{Args, Subcommand};
use routine_commands::{
    CommandError, definitions,
    wire::{DefinitionDraft, DefinitionRow},
};
use routine_domain::{HubCommand, Launcher, Simulation};

use crate::{answer::Answer, lookup, open, table};

#[derive(Debug, Subcommand)]
pub enum DefinitionCommand {
    /// Make a definition with one launcher.
    Create(CreateArgs),
    /// All definitions, or those of one tenant.
    List {
        /// The tenant's name or id.
        #[arg(long)]
        tenant: Option<String>,
    },
    /// Stop its routines from being launched, or let them again.
    Disable {
        /// The definition's name or id.
        definition: String,
        /// Let them be launched again.
        #[arg(long)]
        undo: bool,
    },
    /// Let at most so many of its runs be open at once; without a number, as many as there are.
    Cap {
        /// The definition's name or id.
        definition: String,
        runs: Option<u32>,
    },
}

#[derive(Debug, Args)]
pub struct CreateArgs {
    name: String,
    /// The tenant's name or id.
    #[arg(long)]
    tenant: String,
    #[command(flatten)]
    launcher: LauncherArgs,
    /// The name of the bearer secret of an HTTP hand-off, never the secret itself.
    #[arg(long, value_name = "NAME", requires = "http")]
    secret: Option<String>,
    /// Seconds after which a program is killed.
    #[arg(long, value_name = "SECONDS", default_value_t = 3_600)]
    time_limit: u32,
    /// A program that may have started may be started again.
    #[arg(long, requires = "command")]
    repeatable: bool,
    /// Arguments of the program, after `--`.
    #[arg(last = true, requires = "command")]
    args: Vec<String>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct LauncherArgs {
    /// Hand runs to a hub at this URL.
    #[arg(long, value_name = "URL")]
    http: Option<String>,
    /// Start this program; with --http, tell the hub to start it.
    #[arg(long, value_name = "PROGRAM")]
    command: Option<String>,
    /// Pretend, with these weights: `succeeds=8,fails=1,refuses=1,duration_ms=500`.
    #[arg(long, value_name = "WEIGHTS", value_parser = simulation, conflicts_with_all = ["http", "command"])]
    simulated: Option<Simulation>,
}

pub async fn run(
    database: Option<&str>,
    command: DefinitionCommand,
) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    match command {
        DefinitionCommand::Create(args) => {
            let tenant = lookup::tenant(&desk, &args.tenant).await?;
            let draft = DefinitionDraft {
                tenant_id: tenant.id,
                name: args.name.clone(),
                launcher: args.into_launcher(),
                concurrency_cap: None,
            };
            let made = definitions::create(&desk, draft).await?;
            Answer::new(&made, format!("Made {} ({}).", made.name, made.id))
        }
        DefinitionCommand::List { tenant } => {
            let tenant = lookup::tenant_id(&desk, tenant.as_deref()).await?;
            let definitions = definitions::list(&desk, tenant).await?;
            Answer::new(&definitions, listed(&definitions))
        }
        DefinitionCommand::Disable { definition, undo } => {
            let definition = lookup::definition(&desk, None, &definition).await?;
            let changed = definitions::disable(&desk, definition.id, None, !undo).await?;
            let done = if undo { "Enabled" } else { "Disabled" };
            Answer::new(&changed, format!("{done} {}.", changed.name))
        }
        DefinitionCommand::Cap { definition, runs } => {
            let definition = lookup::definition(&desk, None, &definition).await?;
            let changed = definitions::cap(&desk, definition.id, runs).await?;
            let capped = match changed.concurrency_cap {
                Some(1) => "At most one run of it may be open at once.".to_owned(),
                Some(cap) => format!("At most {cap} runs of it may be open at once."),
                None => "Any number of its runs may be open at once.".to_owned(),
            };
            Answer::new(&changed, format!("{}: {capped}", changed.name))
        }
    }
}

impl CreateArgs {
    fn into_launcher(self) -> Launcher {
        let LauncherArgs {
            http,
            command,
            simulated,
        } = self.launcher;
        let command = command.map(|program| HubCommand {
            program,
            args: self.args,
            time_limit_seconds: self.time_limit,
            repeatable: self.repeatable,
        });
        match (http, command) {
            (Some(url), command) => Launcher::Http {
                url,
                secret_name: self.secret,
                command,
            },
            (None, Some(start)) => Launcher::Command {
                program: start.program,
                args: start.args,
                time_limit_seconds: start.time_limit_seconds,
                repeatable: start.repeatable,
            },
            (None, None) => Launcher::Simulated(simulated.unwrap_or_default()),
        }
    }
}

fn simulation(text: &str) -> Result<Simulation, routine_domain::Invalid> {
    let refused = || {
        routine_domain::Invalid::new(
            "simulated",
            "write weights like succeeds=8,fails=1,refuses=1,duration_ms=500",
        )
    };
    let mut simulation = Simulation {
        succeeds: 0,
        ..Simulation::default()
    };
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or_else(refused)?;
        let value = value.trim().parse().map_err(|_| refused())?;
        match key.trim() {
            "succeeds" => simulation.succeeds = value,
            "fails" => simulation.fails = value,
            "refuses" => simulation.refuses = value,
            "duration_ms" => simulation.duration_ms = value,
            _ => return Err(refused()),
        }
    }
    Ok(simulation)
}

fn listed(definitions: &[DefinitionRow]) -> String {
    let rows: Vec<_> = definitions
        .iter()
        .map(|definition| {
            vec![
                definition.id.to_string(),
                definition.tenant_name.clone(),
                definition.name.clone(),
                definition.launcher.kind().to_string(),
                definition.used_by.to_string(),
                match definition.disabled_at {
                    Some(_) => "disabled".to_owned(),
                    None => String::new(),
                },
            ]
        })
        .collect();
    table::lay_out(&["id", "tenant", "name", "launcher", "used by", ""], &rows)
}
