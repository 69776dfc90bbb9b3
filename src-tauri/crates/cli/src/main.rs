//! `routinectl`: the use cases of Routine Desk on a command line. Links no GUI library.

mod answer;
mod args;
mod commands;
mod failure;
mod host;
mod lookup;
mod needs;
mod observe;
mod open;
mod stop;
mod table;
mod words;

use std::process::ExitCode;

use clap::Parser;
use routine_commands::CommandError;

use answer::Answer;
use args::{Cli, Command, LogFormat};
use commands::bench::BenchCommand;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(refused) => return failure::of_arguments(refused),
    };
    log_to_stderr(&cli.command, cli.log_format);
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failure::of_runtime(&error, cli.json),
    };
    let json = cli.json;
    match runtime.block_on(run(cli)) {
        Ok(answer) => answer.print(json),
        Err(error) => failure::report(&error, json),
    }
}

async fn run(cli: Cli) -> Result<Answer, CommandError> {
    let database = cli.database.as_deref();
    match cli.command {
        Command::Migrate(args) => commands::migrate::run(database, args).await,
        Command::Worker(args) => commands::worker::run(database, args).await,
        Command::Sweep(args) => commands::worker::sweep(database, args).await,
        Command::Hub(args) => commands::hub::run(database, args).await,
        Command::Demo(args) => commands::demo::run(database, args).await,
        Command::Sandbox(command) => commands::sandbox::run(database, command).await,
        Command::Simulate(args) => commands::simulate::run(database, args).await,
        Command::Tenant(command) => commands::tenant::run(database, command).await,
        Command::Definition(command) => commands::definition::run(database, command).await,
        Command::Revive(command) => commands::revive::run(database, command).await,
        Command::Routine(command) => commands::routine::run(database, command).await,
        Command::Runs(command) => commands::runs::run(database, command).await,
        Command::Journal(command) => commands::journal::run(database, command).await,
        Command::Bundle(args) => commands::bundle::run(database, args).await,
        Command::Twin(args) => commands::twin::run(database, args).await,
        Command::Export(args) => commands::export::run(database, args).await,
        Command::Import(args) => commands::import::run(database, args).await,
        Command::Evidence(args) => commands::evidence::run(database, args).await,
        Command::Explain(args) => commands::explain::run(database, args).await,
        Command::Doctor(args) => commands::doctor::run(database, args).await,
        Command::Bench(command) => commands::bench::run(database, command).await,
        Command::Schedule(command) => commands::schedule::run(command),
    }
}

/// Standard output belongs to answers; `RUST_LOG` says how much is logged beside them. A worker tells
/// what goes wrong, every other command fails with a sentence of its own.
fn log_to_stderr(command: &Command, format: LogFormat) {
    // It listens itself, and only one can: it counts the statements.
    if matches!(command, Command::Bench(BenchCommand::Idle { .. })) {
        return;
    }
    let usual = match command {
        Command::Worker(_) | Command::Sweep(_) | Command::Hub(_) => "warn",
        _ => "off",
    };
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(usual));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}
