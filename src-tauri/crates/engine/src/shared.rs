//! What the passes, launches and background tasks of one worker have in common.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering},
};

use chrono::Duration;
use routine_domain::{Instant, LauncherKind, instant::in_words, zone::TZDB_VERSION};
use routine_store::{
    Store, StoreError, StoreResult,
    model::{ANY_SECRET, Environment, Look, WorkerIdentity},
};
use tokio::sync::{Notify, Semaphore, broadcast};
use tokio_util::sync::CancellationToken;

use crate::{
    Clock, EngineEvent, Launch, Load, Reading, WorkerConfig,
    cancels::Cancels,
    launch::Flight,
    leases::Leases,
    load::LoadCounter,
    reports::{self, Reports, Writer, WriterDesk},
    sandbox::Sandbox,
    wall_clock,
};

pub(crate) struct Shared {
    pub(crate) config: WorkerConfig,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) launcher: Arc<dyn Launch>,
    pub(crate) sandbox: Arc<Sandbox>,
    pub(crate) leases: Arc<Leases>,
    pub(crate) load: LoadCounter,
    pub(crate) reports: Reports,
    pub(crate) events: broadcast::Sender<EngineEvent>,
    pub(crate) moved: Arc<Notify>,
    /// Told when a result may be due to be delivered.
    pub(crate) to_deliver: Notify,
    pub(crate) schedule_failed: Arc<AtomicU32>,
    /// One per launch under way.
    pub(crate) turns: Semaphore,
    /// Nothing new is claimed.
    pub(crate) stopping: CancellationToken,
    /// Launches and work end now.
    pub(crate) cut: CancellationToken,
    life: CancellationToken,
    kept: Mutex<Vec<Flight>>,
    /// Fires computed with other zone data have been looked for, once in this worker's life.
    pub(crate) zone_data_is_checked: AtomicBool,
    started_at: OnceLock<Instant>,
    heard_at: Mutex<Option<Instant>>,
    clock_offset_ms: AtomicI32,
    /// Work that someone asked to end, and who.
    pub(crate) cancels: Cancels,
}

impl Shared {
    pub(crate) fn new(
        config: WorkerConfig,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        launcher: Arc<dyn Launch>,
        sandbox: Arc<Sandbox>,
        life: CancellationToken,
    ) -> (Arc<Self>, Writer) {
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
        let shared = Arc::new(Self {
            turns: Semaphore::new(config.concurrency),
            config,
            store,
            clock,
            launcher,
            sandbox,
            leases,
            load,
            reports,
            events,
            moved,
            to_deliver: Notify::new(),
            schedule_failed,
            stopping: life.child_token(),
            cut: life.child_token(),
            life,
            kept: Mutex::default(),
            zone_data_is_checked: AtomicBool::new(false),
            started_at: OnceLock::new(),
            heard_at: Mutex::default(),
            clock_offset_ms: AtomicI32::new(0),
            cancels: Cancels::default(),
        });
        (shared, writer)
    }

    /// Runs a task of this worker until it ends or the worker is lost.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        tokio::spawn(until_cancelled(self.life.clone(), task));
    }

    /// Sets the clock by the database, and notes how far this machine's own is off.
    pub(crate) async fn synchronise(&self) -> StoreResult<Instant> {
        let environment = self.store.environment().await?;
        Ok(self.set_clock(environment))
    }

    /// The same in the statement that looks for work.
    pub(crate) async fn look(&self) -> StoreResult<Look> {
        let look = self.store.look().await?;
        let now = self.set_clock(look.environment);
        Ok(Look { now, ..look })
    }

    fn set_clock(&self, environment: Environment) -> Instant {
        self.sandbox.renew(environment);
        let ahead = Duration::seconds(i64::from(
            self.sandbox.faults().clock_ahead.unwrap_or_default(),
        ));
        let offset = (wall_clock() + ahead - environment.real).num_milliseconds();
        let bounded = offset.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        self.clock_offset_ms
            .store(bounded as i32, Ordering::Relaxed);
        self.clock.synchronise(Reading {
            now: environment.now(),
            rate: environment.rate(),
        });
        self.clock.now()
    }

    /// Fails where the faults of a sandbox want the database to be busy.
    pub(crate) fn demand_free(&self, now: Instant) -> StoreResult<()> {
        match self.sandbox.faults().busy_until(now) {
            None => Ok(()),
            Some(until) => Err(StoreError::Unavailable(format!(
                "The database is busy until {}, as the faults of this sandbox want it.",
                in_words(until)
            ))),
        }
    }

    /// At least this often it says that it is there, by the clock of the database.
    pub(crate) fn poll(&self) -> Duration {
        self.sandbox.seconds(self.config.poll_seconds)
    }

    /// When this worker last told the database that it is there.
    pub(crate) fn heard_at(&self) -> Option<Instant> {
        *self.heard_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn hear(&self, now: Instant) {
        *self.heard_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// When it is to do so again. A clock that was set back starts over.
    pub(crate) fn beats_next(&self, poll: Duration, now: Instant) -> Instant {
        match self.heard_at() {
            Some(heard_at) if heard_at <= now => heard_at + poll,
            _ => now,
        }
    }

    pub(crate) fn has_kept(&self) -> bool {
        !self.lock_kept().is_empty()
    }

    pub(crate) fn identity(&self, now: Instant) -> WorkerIdentity {
        let config = &self.config;
        let (launchers, secrets) = match self.sandbox.is_virtual() {
            // Nothing is really launched there.
            true => (LauncherKind::ALL.to_vec(), vec![ANY_SECRET.to_owned()]),
            false => (config.launchers.clone(), config.secrets.names()),
        };
        WorkerIdentity {
            name: config.name.clone(),
            version: config.version.clone(),
            zone_data: TZDB_VERSION.to_owned(),
            launchers,
            secrets,
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

/// A task that is cancelled is not polled once more: a lost worker must not renew a lease.
pub(crate) async fn until_cancelled(token: CancellationToken, task: impl Future<Output = ()>) {
    tokio::select! {
        biased;
        () = token.cancelled() => {}
        () = task => {}
    }
}
