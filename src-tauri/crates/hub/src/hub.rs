use std::sync::Arc;

use chrono::Duration;
use routine_domain::Instant;
use routine_engine::{Clock, Secret, Secrets};
use routine_store::Store;
use tokio::sync::Semaphore;
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use crate::{Runner, carry::Carried, refusals::Refusals};

/// What a hub is called, and what it keeps to.
#[derive(Debug, Clone)]
pub struct HubConfig {
    /// Unique among the hubs of a database, also over restarts.
    pub name: String,
    /// The name of the secret that workers bring.
    pub secret_name: String,
    /// The names of the secrets that calls from outside are signed under, any of them; without one no
    /// call is taken.
    pub webhook_secret_names: Vec<String>,
    /// Runs carried out at once; more are accepted and wait for their turn.
    pub concurrency: usize,
    /// A hub that was silent for so long is presumed lost.
    pub silence_seconds: u32,
    /// After so long without a reported outcome, work that went on elsewhere is presumed lost.
    pub elsewhere_limit_seconds: u32,
}

impl HubConfig {
    pub fn new(name: impl Into<String>, secret_name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            secret_name: secret_name.into(),
            webhook_secret_names: Vec::new(),
            concurrency: 64,
            silence_seconds: 60,
            elsewhere_limit_seconds: 86_400,
        }
    }

    pub(crate) fn takes_webhooks(&self) -> bool {
        !self.webhook_secret_names.is_empty()
    }
}

/// Three heartbeats fit into the silence that means a hub is lost.
const HEARTBEAT_SECONDS: i64 = 15;
/// A key whose work ended so long ago does not come again, and neither does a call.
const FORGET_AFTER_DAYS: i64 = 7;
const FORGET_EVERY: u32 = 240;

/// One hub. Dropping it ends all its work; `drain` lets it end.
#[derive(Clone)]
pub struct Hub {
    pub(crate) shared: Arc<Shared>,
    _life: Arc<DropGuard>,
}

pub(crate) struct Shared {
    pub(crate) config: HubConfig,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) secrets: Arc<dyn Secrets>,
    /// Without one the route for hand-offs is not mounted.
    pub(crate) runner: Option<Arc<dyn Runner>>,
    pub(crate) refusals: Arc<Refusals>,
    pub(crate) carried: Carried,
    pub(crate) turns: Semaphore,
    pub(crate) tasks: TaskTracker,
    /// Nothing new is accepted.
    pub(crate) draining: CancellationToken,
    /// All work ends now.
    pub(crate) cut: CancellationToken,
}

impl Hub {
    /// Must be called within a tokio runtime: heartbeats are sent by a task.
    pub fn new(
        config: HubConfig,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        secrets: Arc<dyn Secrets>,
        runner: Option<Arc<dyn Runner>>,
    ) -> Self {
        let life = CancellationToken::new();
        let refusals = Refusals::new(config.name.clone(), store.clone(), clock.clone());
        let shared = Arc::new(Shared {
            turns: Semaphore::new(config.concurrency),
            refusals: Arc::new(refusals),
            carried: Carried::default(),
            tasks: TaskTracker::new(),
            draining: life.child_token(),
            cut: life.child_token(),
            config,
            store,
            clock,
            secrets,
            runner,
        });
        tokio::spawn(shared.clone().keep_alive());
        Self {
            shared,
            _life: Arc::new(life.drop_guard()),
        }
    }

    pub fn name(&self) -> &str {
        &self.shared.config.name
    }

    /// Resolves once no work is under way here. What goes on elsewhere does not count.
    pub async fn idle(&self) {
        self.shared.carried.idle().await;
    }

    /// Accepts nothing more, lets the work end until `deadline` has passed, then ends what is left
    /// and records it as abandoned.
    pub async fn drain(&self, deadline: Duration) {
        let shared = &self.shared;
        shared.draining.cancel();
        let until = shared.clock.now() + deadline;
        tokio::select! {
            biased;
            () = self.idle() => {}
            () = shared.clock.sleep_until(until) => {
                tracing::warn!("the deadline to drain has passed");
            }
        }
        shared.cut.cancel();
        shared.tasks.close();
        shared.tasks.wait().await;
        shared.refusals.flush_all().await;
    }
}

impl Shared {
    pub(crate) fn secret(&self) -> Option<Secret> {
        self.secrets.resolve(&self.config.secret_name)
    }

    pub(crate) fn webhook_secrets(&self) -> Vec<Secret> {
        let names = self.config.webhook_secret_names.iter();
        names
            .filter_map(|name| self.secrets.resolve(name))
            .collect()
    }

    /// Heartbeats, the journal's minutes, and forgetting, until the hub is cut.
    async fn keep_alive(self: Arc<Self>) {
        let mut beats: u32 = 0;
        let mut next: Instant = self.clock.now();
        loop {
            match self.store.now().await {
                Ok(now) => self.clock.synchronise(now.into()),
                Err(error) => tracing::warn!(%error, "the database's clock could not be read"),
            }
            let keys = self.carried.keys();
            let now = self.clock.now();
            if let Err(error) = self
                .store
                .renew_carries(&self.config.name, &keys, now)
                .await
            {
                tracing::warn!(%error, "a heartbeat was not written");
            }
            self.refusals.flush().await;
            if beats.is_multiple_of(FORGET_EVERY) {
                let before = now - Duration::days(FORGET_AFTER_DAYS);
                self.forget(before).await;
            }
            beats = beats.wrapping_add(1);
            next = self.clock.now().max(next) + Duration::seconds(HEARTBEAT_SECONDS);
            tokio::select! {
                biased;
                () = self.cut.cancelled() => return,
                () = self.clock.sleep_until(next) => {}
            }
        }
    }

    async fn forget(&self, before: Instant) {
        if let Err(error) = self.store.forget_carries(before).await {
            tracing::warn!(%error, "keys that ended long ago were not forgotten");
        }
        if self.config.takes_webhooks()
            && let Err(error) = self.store.forget_webhook_calls(before).await
        {
            tracing::warn!(%error, "calls from long ago were not forgotten");
        }
    }
}
