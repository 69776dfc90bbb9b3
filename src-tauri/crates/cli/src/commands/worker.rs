use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use chrono::Duration;
use clap::Args;
use routine_commands::CommandError;
use routine_domain::{Instant, LauncherKind, ProbeFinding};
use routine_engine::{Scheduler, Secrets, SystemClock, Worker, WorkerConfig};
use routine_store::model::HubProbe;
use serde::Serialize;

use crate::{
    answer::Answer,
    failure, host,
    needs::{self, Needs},
    observe, open,
    stop::Stop,
};

/// How long a stop lets launches and work go on.
const STOP_SECONDS: i64 = 30;
const DEFAULT_CONCURRENCY: u16 = 64;

#[derive(Debug, Args)]
pub struct WorkerArgs {
    #[command(flatten)]
    identity: IdentityArgs,
    /// Sweep at least this often.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3_600))]
    poll_seconds: u32,
    /// Launches under way at once.
    #[arg(long, value_name = "LAUNCHES", default_value_t = DEFAULT_CONCURRENCY, value_parser = clap::value_parser!(u16).range(1..=4_096))]
    concurrency: u16,
    /// Answer /metrics, /healthz and /readyz here, for example 127.0.0.1:9464.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
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
    /// Hand every http run to this hub, whatever address its definition names.
    #[arg(long, value_name = "URL")]
    hub: Option<String>,
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
    let mut needs = Needs::default();
    let found = args.identity.find(&mut needs);
    let observed = args.listen.map(|address| {
        let listener = needs.take(needs::listener(address));
        listener.zip(needs.take(observe::count()))
    });
    needs.met()?;
    let worker = args
        .identity
        .worker(found, database, args.poll_seconds, args.concurrency)
        .await?;
    let name = worker.name().to_owned();
    if let Some((listener, counted)) = observed.flatten() {
        let router = observe::worker(worker.store().clone(), counted);
        observe::serve(listener, router).map_err(failure::internal)?;
    }
    let running = Scheduler::start(worker);
    let since = running.since();
    tracing::info!(worker = name, "sweeping");
    let probing = async {
        probe_hubs(running.worker()).await;
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = stop.asked() => {}
        () = probing => {}
    }
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
    let mut needs = Needs::default();
    let found = args.identity.find(&mut needs);
    needs.met()?;
    let worker = args
        .identity
        .worker(found, database, 30, DEFAULT_CONCURRENCY)
        .await?;
    let report = worker.sweep().await?;
    worker.idle().await;
    // What could not be delivered is still due: it fails no pass.
    if let Err(error) = worker.deliver().await {
        tracing::error!(%error, "results could not be delivered");
    }
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

/// What a worker needs from around it.
struct Found {
    secrets: Arc<dyn Secrets>,
    hub: Option<String>,
}

/// A hub that refuses is said plainly, and keeps no worker from working.
async fn probe_hubs(worker: &Worker) {
    let probes = match worker.probe_hubs().await {
        Ok(probes) => probes,
        Err(error) => return tracing::warn!(%error, "the hubs were not asked"),
    };
    for HubProbe {
        finding, message, ..
    } in probes
    {
        match finding {
            ProbeFinding::Accepted => tracing::info!(message),
            _ => tracing::warn!(%finding, message),
        }
    }
}

impl IdentityArgs {
    fn find(&self, needs: &mut Needs) -> Option<Found> {
        let secrets = needs.take(needs::secrets(self.secrets_dir.as_deref()));
        let hub = needs.take(self.hub.as_deref().map(needs::hub_url).transpose());
        Some(Found {
            secrets: secrets?,
            hub: hub?,
        })
    }

    async fn worker(
        self,
        found: Option<Found>,
        database: Option<&str>,
        poll_seconds: u32,
        concurrency: u16,
    ) -> Result<Worker, CommandError> {
        let Found { secrets, hub } =
            found.ok_or_else(|| failure::internal("What is needed was found and is gone."))?;
        let store = open::store(database).await?;
        let name = self
            .name
            .unwrap_or_else(|| format!("worker@{}-{}", host::machine(), std::process::id()));
        let mut config = WorkerConfig::new(name, env!("CARGO_PKG_VERSION"), secrets);
        config.hub = hub;
        config.poll_seconds = poll_seconds;
        config.concurrency = usize::from(concurrency);
        if self.allow_commands {
            config.launchers.push(LauncherKind::Command);
        }
        Ok(Worker::new(config, store, Arc::new(SystemClock::new())))
    }
}
