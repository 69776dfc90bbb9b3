use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use chrono::Duration;
use clap::{Args, ValueEnum};
use routine_commands::CommandError;
use routine_domain::Simulation;
use routine_engine::{Clock, Secrets, SystemClock};
use routine_hub::{
    Hub, HubConfig, Runner,
    runners::{CommandRunner, ForwardRunner, SimulatedRunner},
};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::{
    answer::Answer,
    failure, host,
    needs::{self, Needs},
    observe, open,
    stop::Stop,
};

/// How long a drain lets work go on.
const DRAIN_SECONDS: i64 = 30;

#[derive(Debug, Args)]
pub struct HubArgs {
    /// Where workers hand off, and /metrics, /healthz and /readyz are answered.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8400")]
    listen: SocketAddr,
    /// The name of the secret that workers bring.
    #[arg(long, value_name = "NAME", default_value = "HUB")]
    secret: String,
    /// A folder with one file per secret, beside ROUTINE_SECRET_* in the environment.
    #[arg(long, value_name = "FOLDER")]
    secrets_dir: Option<PathBuf>,
    /// Take calls from outside that fire routines, signed with the secret of --webhook-secret, at
    /// /webhooks/ROUTINE-ID.
    #[arg(long)]
    webhooks: bool,
    /// The name of the secret under which calls are signed; given twice, either is taken, so that it
    /// can be changed while senders still use the former.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "WEBHOOK",
        requires = "webhooks"
    )]
    webhook_secret: Vec<String>,
    /// How runs are carried out; without one, hand-offs are answered 404.
    #[arg(long, value_name = "RUNNER")]
    runner: Option<RunnerKind>,
    /// Where the runner `forward` posts runs.
    #[arg(long, value_name = "URL")]
    forward: Option<String>,
    /// The name of the secret that the endpoint of --forward wants.
    #[arg(long, value_name = "NAME")]
    forward_secret: Option<String>,
    /// How long the endpoint of --forward may take to answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    forward_seconds: u32,
    /// Runs carried out at once; more wait for their turn.
    #[arg(long, value_name = "RUNS", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=4_096))]
    concurrency: u16,
    /// Its name in journal and history; computer and process where left out.
    #[arg(long)]
    name: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RunnerKind {
    /// The program that the definition names, on this machine, with the rights of this process.
    Command,
    /// An HTTP endpoint of yours.
    Forward,
    /// Pretends.
    Simulated,
}

#[derive(Serialize)]
struct Drained {
    hub: String,
}

/// Serves until SIGTERM or SIGINT, then lets work end; a second signal ends it at once.
pub async fn run(database: Option<&str>, args: HubArgs) -> Result<Answer, CommandError> {
    let mut stop = Stop::listen()?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let mut needs = Needs::default();
    let secrets = needs.take(needs::secrets(args.secrets_dir.as_deref()));
    if let Some(secrets) = &secrets {
        needs.take(needs::secret(&**secrets, &args.secret));
        for name in args.webhook_secrets() {
            needs.take(needs::secret(&**secrets, name));
        }
        if let Some(name) = &args.forward_secret {
            needs.take(needs::secret(&**secrets, name));
        }
    }
    let forward = needs.take(args.forward_url());
    let listener = needs.take(needs::listener(args.listen));
    let counted = needs.take(observe::count());
    needs.met()?;
    let (Some(secrets), Some(forward), Some(listener), Some(counted)) =
        (secrets, forward, listener, counted)
    else {
        return Err(failure::internal("What is needed was found and is gone."));
    };
    let store = open::store(database).await?;
    let runner = args.runner(&clock, &secrets, forward);
    if runner.is_none() {
        tracing::warn!("no runner: every hand-off is answered 404");
    }
    let hub = Hub::new(args.config(), store.clone(), clock, secrets, runner);
    let listener = tokio::net::TcpListener::from_std(listener).map_err(failure::internal)?;
    let router = hub.router().merge(observe::metrics(store, counted));
    tracing::info!(hub = hub.name(), address = %args.listen, "listening");
    let closing = CancellationToken::new();
    let mut serving = tokio::spawn(routine_hub::serve(listener, router, closing.clone()));
    tokio::select! {
        () = stop.asked() => {}
        ended = &mut serving => {
            let reason = match ended {
                Ok(Ok(())) => "it was closed".to_owned(),
                Ok(Err(error)) => error.to_string(),
                Err(error) => error.to_string(),
            };
            return Err(failure::internal(format!("The hub cannot be reached any more: {reason}.")));
        }
    }
    closing.cancel();
    tokio::select! {
        () = hub.drain(Duration::seconds(DRAIN_SECONDS)) => {}
        () = stop.asked() => {
            return Err(failure::refused(
                "The hub was told to stop twice, so the work it had was left and is presumed lost.",
            ));
        }
    }
    let name = hub.name().to_owned();
    let text = format!("{name} has drained.");
    Answer::new(&Drained { hub: name }, text)
}

impl HubArgs {
    fn config(&self) -> HubConfig {
        let name = self
            .name
            .clone()
            .unwrap_or_else(|| format!("hub@{}-{}", host::machine(), std::process::id()));
        HubConfig {
            concurrency: usize::from(self.concurrency),
            webhook_secret_names: self.webhook_secrets().to_vec(),
            ..HubConfig::new(name, &self.secret)
        }
    }

    fn webhook_secrets(&self) -> &[String] {
        match self.webhooks {
            true => &self.webhook_secret,
            false => &[],
        }
    }

    fn forward_url(&self) -> Result<Option<String>, String> {
        match (&self.forward, self.runner) {
            (Some(url), _) => needs::url("--forward", url).map(Some),
            (None, Some(RunnerKind::Forward)) => Err(
                "The runner forward needs an address to post to. Name one with --forward."
                    .to_owned(),
            ),
            (None, _) => Ok(None),
        }
    }

    fn runner(
        &self,
        clock: &Arc<dyn Clock>,
        secrets: &Arc<dyn Secrets>,
        forward: Option<String>,
    ) -> Option<Arc<dyn Runner>> {
        Some(match (self.runner?, forward) {
            (RunnerKind::Command, _) => Arc::new(CommandRunner::new(clock.clone())),
            (RunnerKind::Forward, Some(url)) => Arc::new(ForwardRunner::new(
                clock.clone(),
                secrets.clone(),
                url,
                self.forward_secret.clone(),
                self.forward_seconds,
            )),
            (RunnerKind::Forward, None) => return None,
            (RunnerKind::Simulated, _) => {
                Arc::new(SimulatedRunner::new(clock.clone(), Simulation::default()))
            }
        })
    }
}
