//! One worker: who it is, what it holds, and how it stops. Its passes are in `sweep`.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError,
    atomic::{AtomicI32, AtomicU32, Ordering},
};

use chrono::Duration;
use routine_domain::{Instant, LauncherKind};
use routine_store::{Store, StoreResult, model::WorkerIdentity};
use tokio::sync::{Notify, Semaphore, broadcast};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    Clock, EngineError, EngineEvent, Launch, Launchers, Load, Secrets,
    launch::Flight,
    leases::{self, Leases},
    load::LoadCounter,
    reports::{self, Reports, WriterDesk},
    wall_clock,
};

/// How long a stop waits for the last outcomes to be written, once all work has ended.
const FLUSH_SECONDS: i64 = 5;

/// Who a worker is and what it may do.
#[derive(Clone)]
pub struct WorkerConfig {
    /// Unique among the workers of a database.
    pub name: String,
    pub version: String,
    pub launchers: Vec<LauncherKind>,
    pub secrets: Arc<dyn Secrets>,
    /// It sweeps at least this often.
    pub poll_seconds: u32,
    /// Launches under way at once.
    pub concurrency: usize,
    /// Routines claimed in one transaction.
    pub batch: u32,
    /// Runs claimed and not yet launched; no more are claimed beyond it.
    pub in_hand: usize,
    /// After how long a run that sends no heartbeats is presumed lost.
    pub running_limit_seconds: u32,
}

impl WorkerConfig {
    /// A worker with the usual numbers that starts no programs: add `LauncherKind::Command` where
    /// that is wanted.
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        secrets: Arc<dyn Secrets>,
    ) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            launchers: vec![LauncherKind::Http, LauncherKind::Simulated],
            secrets,
            poll_seconds: 30,
            concurrency: 64,
            batch: 500,
            in_hand: 2_000,
            running_limit_seconds: 86_400,
        }
    }
}

/// Sweeps a database and launches what is due. Dropping it without `stop` is like losing it: what
/// it held is taken over by others.
pub struct Worker {
    pub(crate) shared: Arc<Shared>,
    /// Passes never overlap.
    pub(crate) passing: tokio::sync::Mutex<()>,
    _life: DropGuard,
}

/// What passes and launches have in common.
pub(crate) struct Shared {
    pub(crate) config: WorkerConfig,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) launcher: Arc<dyn Launch>,
    pub(crate) leases: Arc<Leases>,
    pub(crate) load: LoadCounter,
    pub(crate) reports: Reports,
    pub(crate) events: broadcast::Sender<EngineEvent>,
    pub(crate) moved: Arc<Notify>,
    pub(crate) schedule_failed: Arc<AtomicU32>,
    /// One per launch under way.
    pub(crate) turns: Semaphore,
    /// Nothing new is claimed.
    pub(crate) stopping: CancellationToken,
    /// Launches and work end now.
    pub(crate) cut: CancellationToken,
    life: CancellationToken,
    kept: Mutex<Vec<Flight>>,
    started_at: OnceLock<Instant>,
    clock_offset_ms: AtomicI32,
}

impl Worker {
    /// Must be called within a tokio runtime: leases are renewed and outcomes written in tasks.
    pub fn new(config: WorkerConfig, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let launcher = Launchers::new(clock.clone(), config.secrets.clone());
        Self::with_launcher(config, store, clock, Arc::new(launcher))
    }

    /// A worker that launches everything by `launcher`.
    pub fn with_launcher(
        config: WorkerConfig,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        launcher: Arc<dyn Launch>,
    ) -> Self {
        let leases = Arc::new(Leases::default());
        let load = LoadCounter::default();
        let (events, _) = broadcast::channel(256);
        let moved = Arc::new(Notify::new());
        let schedule_failed = Arc::new(AtomicU32::new(0));
        let desk = WriterDesk {
            store: store.clone(),
            clock: clock.clone(),
            leases: leases.clone(),
            events: events.clone(),
            moved: moved.clone(),
            schedule_failed: schedule_failed.clone(),
        };
        let (reports, writer) = reports::channel(desk, load.clone());
        let life = CancellationToken::new();
        let shared = Arc::new(Shared {
            turns: Semaphore::new(config.concurrency),
            config,
            store,
            clock,
            launcher,
            leases,
            load,
            reports,
            events,
            moved,
            schedule_failed,
            stopping: life.child_token(),
            cut: life.child_token(),
            life: life.clone(),
            kept: Mutex::default(),
            started_at: OnceLock::new(),
            clock_offset_ms: AtomicI32::new(0),
        });
        shared.spawn(writer.run());
        let keep = leases::keep(
            shared.leases.clone(),
            shared.store.clone(),
            shared.clock.clone(),
        );
        let cut = shared.cut.clone();
        shared.spawn(async move {
            cut.run_until_cancelled(keep).await;
        });
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

    /// Resolves once every launch has come to a result that is in the database.
    pub async fn settled(&self) {
        self.shared.load.until(Load::is_settled).await;
    }

    /// Resolves once nothing is under way here.
    pub async fn idle(&self) {
        self.shared.load.until(Load::is_idle).await;
    }

    /// Claims nothing more, lets launches and work end until `deadline` has passed, ends what is
    /// left, and gives back what was not launched. The worker is of no use afterwards.
    pub async fn stop(&self, deadline: Duration) -> Result<(), EngineError> {
        let shared = &self.shared;
        shared.stopping.cancel();
        let until = shared.clock.now() + deadline;
        let _no_pass = self.passing.lock().await;
        drop(shared.take_kept());
        tokio::select! {
            biased;
            () = self.idle() => {}
            () = shared.clock.sleep_until(until) => {
                tracing::warn!(load = ?self.load(), "the deadline to stop has passed");
            }
        }
        shared.cut.cancel();
        let flushed = shared.clock.now() + Duration::seconds(FLUSH_SECONDS);
        tokio::select! {
            biased;
            () = self.idle() => {}
            () = shared.clock.sleep_until(flushed) => {
                tracing::error!(load = ?self.load(), "outcomes could not be written before the stop");
            }
        }
        let stopped = shared
            .store
            .stop_worker(&shared.config.name, shared.clock.now());
        Ok(stopped.await?)
    }
}

impl Shared {
    /// Runs until it ends or the worker is lost.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let life = self.life.clone();
        tokio::spawn(async move {
            life.run_until_cancelled(task).await;
        });
    }

    /// Sets the clock by the database, and notes how far this machine's own is off.
    pub(crate) async fn synchronise(&self) -> StoreResult<Instant> {
        let database_now = self.store.now().await?;
        let offset = (wall_clock() - database_now).num_milliseconds();
        let bounded = offset.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        self.clock_offset_ms
            .store(bounded as i32, Ordering::Relaxed);
        self.clock.synchronise(database_now);
        Ok(self.clock.now())
    }

    pub(crate) fn identity(&self, now: Instant) -> WorkerIdentity {
        let config = &self.config;
        WorkerIdentity {
            name: config.name.clone(),
            version: config.version.clone(),
            zone_data: chrono_tz::IANA_TZDB_VERSION.to_owned(),
            launchers: config.launchers.clone(),
            secrets: config.secrets.names(),
            poll_seconds: config.poll_seconds,
            clock_offset_ms: self.clock_offset_ms.load(Ordering::Relaxed),
            started_at: *self.started_at.get_or_init(|| now),
        }
    }

    /// How many more runs may be claimed.
    pub(crate) fn room(&self, load: &Load) -> u32 {
        let room = self.config.in_hand.saturating_sub(load.launching);
        u32::try_from(room)
            .unwrap_or(u32::MAX)
            .min(self.config.batch)
    }

    /// A worker that stops has no next pass, and puts them down.
    pub(crate) fn keep_for_next_pass(&self, flights: Vec<Flight>) {
        if !self.stopping.is_cancelled() {
            self.lock_kept().extend(flights);
        }
    }

    pub(crate) fn take_kept(&self) -> Vec<Flight> {
        std::mem::take(&mut *self.lock_kept())
    }

    fn lock_kept(&self) -> std::sync::MutexGuard<'_, Vec<Flight>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
