//! One worker: what it holds, and how it stops. Its passes are in `sweep`.

use std::sync::Arc;

use chrono::Duration;
use routine_store::Store;
use tokio::sync::broadcast;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    Clock, EngineError, EngineEvent, Launch, Launchers, Load, WorkerConfig, leases,
    sandbox::{Sandbox, Sandboxed},
    shared::{Shared, until_cancelled},
};

/// How long a stop waits for the last outcomes to be written, once all work has ended.
const FLUSH_SECONDS: i64 = 5;

/// Sweeps a database and launches what is due. Dropping it without `stop` is like losing it: what
/// it held is taken over by others.
pub struct Worker {
    pub(crate) shared: Arc<Shared>,
    /// Passes never overlap.
    pub(crate) passing: tokio::sync::Mutex<()>,
    _life: DropGuard,
}

impl Worker {
    /// Must be called within a tokio runtime: leases are renewed and outcomes written in tasks.
    pub fn new(config: WorkerConfig, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let launcher =
            Launchers::new(clock.clone(), config.secrets.clone()).handing_to(config.hub.clone());
        Self::with_launcher(config, store, clock, Arc::new(launcher))
    }

    /// A worker that launches everything by `launcher`.
    pub fn with_launcher(
        config: WorkerConfig,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        launcher: Arc<dyn Launch>,
    ) -> Self {
        let life = CancellationToken::new();
        let sandbox = Arc::new(Sandbox::default());
        let launcher = Arc::new(Sandboxed::new(launcher, clock.clone(), sandbox.clone()));
        let (shared, writer) = Shared::new(config, store, clock, launcher, sandbox, life.clone());
        shared.spawn(writer.run());
        let keep = leases::keep(
            shared.leases.clone(),
            shared.store.clone(),
            shared.clock.clone(),
        );
        shared.spawn(until_cancelled(shared.cut.clone(), keep));
        Self {
            shared,
            passing: tokio::sync::Mutex::new(()),
            _life: life.drop_guard(),
        }
    }

    pub fn name(&self) -> &str {
        &self.shared.config.name
    }

    pub fn store(&self) -> &Arc<dyn Store> {
        &self.shared.store
    }

    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.shared.clock
    }

    pub fn subscribe(&self) -> broadcast::Receiver<EngineEvent> {
        self.shared.events.subscribe()
    }

    pub fn load(&self) -> Load {
        self.shared.load.now()
    }

    /// Resolves once what it has in hand is such that `wanted` holds.
    pub async fn until(&self, wanted: impl FnMut(&Load) -> bool) {
        self.shared.load.until(wanted).await;
    }

    /// Resolves once every launch has come to a result that is in the database.
    pub async fn settled(&self) {
        self.until(Load::is_settled).await;
    }

    /// Resolves once nothing is under way here.
    pub async fn idle(&self) {
        self.until(Load::is_idle).await;
    }

    /// Claims nothing more, lets launches and work end until `deadline` has passed, ends what is
    /// left, and gives back what was not launched. The worker is of no use afterwards.
    pub async fn stop(&self, deadline: Duration) -> Result<(), EngineError> {
        let shared = &self.shared;
        shared.stopping.cancel();
        let until = shared.clock.deadline(deadline);
        let _no_pass = self.passing.lock().await;
        drop(shared.take_kept());
        tokio::select! {
            biased;
            () = self.idle() => {}
            () = shared.clock.reach(until) => {
                tracing::warn!(load = ?self.load(), "the deadline to stop has passed");
            }
        }
        shared.cut.cancel();
        let flushed = shared.clock.deadline(Duration::seconds(FLUSH_SECONDS));
        tokio::select! {
            biased;
            () = self.idle() => {}
            () = shared.clock.reach(flushed) => {
                tracing::error!(load = ?self.load(), "outcomes could not be written before the stop");
            }
        }
        let stopped = shared
            .store
            .stop_worker(&shared.config.name, shared.clock.now());
        Ok(stopped.await?)
    }
}
