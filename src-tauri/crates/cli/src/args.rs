//! The words of the command line.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands::{
    bench::BenchCommand,
    bundle::BundleArgs,
    definition::DefinitionCommand,
    demo::DemoArgs,
    doctor::DoctorArgs,
    evidence::EvidenceArgs,
    explain::ExplainArgs,
    export::ExportArgs,
    hub::HubArgs,
    import::ImportArgs,
    journal::JournalCommand,
    migrate::MigrateArgs,
    revive::ReviveCommand,
    routine::RoutineCommand,
    runs::RunsCommand,
    sandbox::SandboxCommand,
    schedule::ScheduleCommand,
    simulate::SimulateArgs,
    tenant::TenantCommand,
    twin::TwinArgs,
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

    /// How a worker or a hub logs to standard error.
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        env = "ROUTINE_LOG_FORMAT",
        default_value = "text"
    )]
    pub log_format: LogFormat,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Text,
    /// One JSON object a line.
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bring the database to the schema of this program.
    Migrate(MigrateArgs),
    /// Run the scheduler until it is told to stop.
    Worker(WorkerArgs),
    /// Make one pass of the scheduler, its launches included.
    Sweep(SweepArgs),
    /// Carry out the runs that workers hand off, until told to stop.
    Hub(HubArgs),
    /// Fill the demo database, or simulate days of it.
    Demo(DemoArgs),
    /// A database with a clock of its own, and faults on purpose.
    #[command(subcommand)]
    Sandbox(SandboxCommand),
    /// What will happen over the next days, by the engine itself, on a copy in memory.
    Simulate(SimulateArgs),
    /// Tenants and their policies.
    #[command(subcommand)]
    Tenant(TenantCommand),
    /// What can be run.
    #[command(subcommand)]
    Definition(DefinitionCommand),
    /// Plans that bring many routines back.
    #[command(subcommand)]
    Revive(ReviveCommand),
    /// Routines.
    #[command(subcommand)]
    Routine(RoutineCommand),
    /// History.
    #[command(subcommand)]
    Runs(RunsCommand),
    /// Put a run and what explains it into one file, secrets hidden.
    Bundle(BundleArgs),
    /// Copy routines into a SQLite file of their own, in which nothing real is started.
    Twin(TwinArgs),
    /// Who changed what.
    #[command(subcommand)]
    Journal(JournalCommand),
    /// Write tenants, definitions and routines to a file.
    Export(ExportArgs),
    /// Bring in a file of `export`, or the lines of a crontab; a preview, unless told to apply.
    Import(ImportArgs),
    /// Prove what became of every planned occurrence; fails when one was lost or doubled.
    Evidence(EvidenceArgs),
    /// Say why a routine did, did not, will or will not fire at a time.
    Explain(ExplainArgs),
    /// Look at the database, the secrets and the hubs, say what is well and what is not; change
    /// nothing.
    Doctor(DoctorArgs),
    /// Measure the engine beside the raw SQL of the same work.
    #[command(subcommand)]
    Bench(BenchCommand),
    /// What a schedule will do.
    #[command(subcommand)]
    Schedule(ScheduleCommand),
}
