use std::{path::PathBuf, sync::Arc};

use chrono::Duration;
use clap::Args;
use routine_commands::CommandError;
use routine_domain::{Instant, LauncherKind};
use routine_engine::{
    DirectorySecrets, EnvironmentSecrets, Scheduler, Secrets, SystemClock, Worker, WorkerConfig,
};
use serde::Serialize;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::{answer::Answer, failure, host, open};

/// How long a stop lets launches and work go on.
const STOP_SECONDS: i64 = 30;

#[derive(Debug, Args)]
pub struct WorkerArgs {
    #[command(flatten)]
    identity: IdentityArgs,
    /// Sweep at least this often.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3_600))]
    poll_seconds: u32,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    #[command(flatten)]
    identity: IdentityArgs,
}

#[derive(Debug, Args)]
struct IdentityArgs {
    /// Its name, unique among the workers of the database; computer and process where left out.
    #[arg(long)]
    name: Option<String>,
    /// Start programs too, with the rights of this process.
    #[arg(long)]
    allow_commands: bool,
    /// A folder with one file per secret, beside ROUTINE_SECRET_* in the environment.
    #[arg(long, value_name = "FOLDER")]
    secrets_dir: Option<PathBuf>,
}

#[derive(Serialize)]
struct Stopped {
    worker: String,
    since: Instant,
}

#[derive(Serialize)]
struct Swept {
    worker: String,
    started_at: Instant,
    ended_at: Instant,
    claimed: u32,
    launched: u32,
    skipped: u32,
    missed: u32,
    taken_over: u32,
    /// The first phase that failed, where one did.
    error: Option<String>,
}

/// Runs until SIGTERM or SIGINT, then lets launches end; a second signal ends it at once.
pub async fn run(database: Option<&str>, args: WorkerArgs) -> Result<Answer, CommandError> {
    let mut stop = Stop::listen()?;
    let worker = args.identity.worker(database, args.poll_seconds).await?;
    let name = worker.name().to_owned();
    let running = Scheduler::start(worker);
    let since = running.since();
    tracing::info!(worker = name, "sweeping");
    stop.asked().await;
    tokio::select! {
        stopped = running.stop(Duration::seconds(STOP_SECONDS)) => stopped?,
        () = stop.asked() => {
            return Err(failure::refused(
                "The worker was told to stop twice, so it left its launches to be taken over.",
            ));
        }
    }
    let text = format!("{name} has stopped.");
    Answer::new(
        &Stopped {
            worker: name,
            since,
        },
        text,
    )
}

/// One pass; ends when the work it launched has ended. Fails only where no pass could begin.
pub async fn sweep(database: Option<&str>, args: SweepArgs) -> Result<Answer, CommandError> {
    let worker = args.identity.worker(database, 30).await?;
    let report = worker.sweep().await?;
    worker.idle().await;
    worker.stop(Duration::seconds(STOP_SECONDS)).await?;
    let counts = report.counts;
    let text = format!(
        "{} claimed, {} launched, {} skipped, {} missed, {} taken over.",
        counts.claimed, counts.launched, counts.skipped, counts.missed, counts.taken_over
    );
    Answer::new(
        &Swept {
            worker: worker.name().to_owned(),
            started_at: report.started_at,
            ended_at: report.ended_at,
            claimed: counts.claimed,
            launched: counts.launched,
            skipped: counts.skipped,
            missed: counts.missed,
            taken_over: counts.taken_over,
            error: counts.error,
        },
        text,
    )
}

impl IdentityArgs {
    async fn worker(
        self,
        database: Option<&str>,
        poll_seconds: u32,
    ) -> Result<Worker, CommandError> {
        let store = open::store(database).await?;
        let name = self
            .name
            .unwrap_or_else(|| format!("worker@{}-{}", host::machine(), std::process::id()));
        let mut secrets: Vec<Box<dyn Secrets>> = vec![Box::new(EnvironmentSecrets::new())];
        if let Some(folder) = self.secrets_dir {
            secrets.push(Box::new(DirectorySecrets::new(folder)));
        }
        let mut config = WorkerConfig::new(name, env!("CARGO_PKG_VERSION"), Arc::new(secrets));
        config.poll_seconds = poll_seconds;
        if self.allow_commands {
            config.launchers.push(LauncherKind::Command);
        }
        Ok(Worker::new(config, store, Arc::new(SystemClock::new())))
    }
}

/// The two signals that ask a process to stop.
struct Stop {
    terminate: Signal,
    interrupt: Signal,
}

impl Stop {
    fn listen() -> Result<Self, CommandError> {
        let listen = |kind| {
            signal(kind).map_err(|error| {
                failure::internal(format!("The process cannot listen for signals: {error}."))
            })
        };
        Ok(Self {
            terminate: listen(SignalKind::terminate())?,
            interrupt: listen(SignalKind::interrupt())?,
        })
    }

    async fn asked(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
