//! The words of the command line.

use clap::{Parser, Subcommand};

use crate::commands::{
    definition::DefinitionCommand,
    demo::DemoArgs,
    evidence::EvidenceArgs,
    explain::ExplainArgs,
    import::ImportArgs,
    migrate::MigrateArgs,
    routine::RoutineCommand,
    runs::RunsCommand,
    schedule::ScheduleCommand,
    tenant::TenantCommand,
    worker::{SweepArgs, WorkerArgs},
};

/// Routines over SQLite or PostgreSQL, without a screen.
#[derive(Debug, Parser)]
#[command(
    name = "routinectl",
    version,
    after_help = "Exit codes:\n  \
        0  done\n  \
        1  failed\n  \
        2  the input was refused, or the action is not possible in the present state\n  \
        3  not found\n  \
        4  conflict: someone else changed it first\n  \
        5  the database is unavailable, wants a password, or has another schema"
)]
pub struct Cli {
    /// The database: a SQLite file, `sqlite:PATH`, or `postgres://user@host:port/database`; the local
    /// demo where none is named. A password comes from PGPASSWORD or ~/.pgpass.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "ROUTINE_DATABASE_URL",
        hide_env_values = true
    )]
    pub database: Option<String>,

    /// Print one JSON value instead of text; errors as {"error": …}.
    #[arg(long, global = true)]
    pub json: bool,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bring the database to the schema of this program.
    Migrate(MigrateArgs),
    /// Run the scheduler until it is told to stop.
    Worker(WorkerArgs),
    /// Make one pass of the scheduler, its launches included.
    Sweep(SweepArgs),
    /// Fill the demo database, or simulate days of it.
    Demo(DemoArgs),
    /// Tenants and their policies.
    #[command(subcommand)]
    Tenant(TenantCommand),
    /// What can be run.
    #[command(subcommand)]
    Definition(DefinitionCommand),
    /// Routines.
    #[command(subcommand)]
    Routine(RoutineCommand),
    /// History.
    #[command(subcommand)]
    Runs(RunsCommand),
    /// Make routines, switched off, of the lines of a crontab.
    Import(ImportArgs),
    /// Prove what became of every planned occurrence; fails when one was lost or doubled.
    Evidence(EvidenceArgs),
    /// Say why a routine did, did not, will or will not fire at a time.
    Explain(ExplainArgs),
    /// Look at the database and say what is well and what is not; change nothing.
    Doctor,
    /// What a schedule will do.
    #[command(subcommand)]
    Schedule(ScheduleCommand),
}
