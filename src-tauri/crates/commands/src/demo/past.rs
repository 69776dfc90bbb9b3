//! Gives a routine its past: the transactions of a worker, made with the times at which a worker would
//! have made them. Nothing is written but through the store's own intents, so the past obeys every
//! rule that the present does.

use chrono::Duration;
use routine_domain::{
    DefinitionId, Instant, LauncherKind, Misfire, Overlap, RoutineChange, RoutineId, TriggerSpec,
};
use routine_store::{
    Store,
    model::{
        Actor, BeginOutcome, ChangeOutcome, CreateOutcome, LaunchOrder, NewRoutine, RunError,
        RunEvent, RunReport, WorkerIdentity,
    },
};

use super::cast::{ADMINISTRATOR, Company};
use crate::{CommandError, ErrorCode};

/// How late a worker claims, and how much later it launches.
const LAG: Duration = Duration::milliseconds(240);
const LAUNCH: Duration = Duration::milliseconds(40);

/// What becomes of one claimed run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fate {
    Succeeds {
        seconds: i64,
    },
    Fails(&'static str),
    /// The launch is refused, for this reason.
    Refused(&'static str),
    Cancelled,
    /// Starts, and its worker is never heard of again.
    Abandoned,
    /// Starts, and is still at it.
    KeepsRunning,
    /// Its worker was lost between the intent to launch and the launch.
    KeepsLaunching,
}

/// A routine to be given a past.
pub(super) struct Part<'a> {
    pub company: &'a Company,
    pub name: &'a str,
    pub instruction: &'a str,
    pub definition: DefinitionId,
    pub trigger: TriggerSpec,
    pub misfire: Misfire,
    pub overlap: Overlap,
}

impl<'a> Part<'a> {
    /// On schedule, run by the company's steady definition.
    pub fn new(
        company: &'a Company,
        name: &'a str,
        instruction: &'a str,
        trigger: TriggerSpec,
    ) -> Self {
        Self {
            company,
            name,
            instruction,
            definition: company.steady,
            trigger,
            misfire: Misfire::FireOnce,
            overlap: Overlap::Skip,
        }
    }
}

/// A worker that was there before this program was started.
pub(super) struct Past<'a> {
    store: &'a dyn Store,
    worker: WorkerIdentity,
    /// When the past ends.
    pub now: Instant,
}

impl<'a> Past<'a> {
    pub fn new(store: &'a dyn Store, began: Instant, now: Instant) -> Self {
        let worker = WorkerIdentity {
            name: "worker-1@fleet".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            zone_data: routine_domain::zone::TZDB_VERSION.to_owned(),
            launchers: vec![LauncherKind::Simulated],
            secrets: Vec::new(),
            poll_seconds: 30,
            clock_offset_ms: 0,
            started_at: began,
        };
        Self { store, worker, now }
    }

    /// The worker's heartbeat at `at`.
    pub async fn sweep(&self, at: Instant) -> Result<(), CommandError> {
        let sweep = self.store.begin_sweep(&self.worker, at).await?;
        let end = routine_store::model::SweepEnd::default();
        self.store.end_sweep(sweep, &end, at + LAUNCH).await?;
        Ok(())
    }

    /// The worker stops here; the runs it has not launched are free again.
    pub async fn end(&self) -> Result<(), CommandError> {
        self.store.stop_worker(&self.worker.name, self.now).await?;
        Ok(())
    }

    pub async fn create(&self, part: Part<'_>, at: Instant) -> Result<RoutineId, CommandError> {
        let new = NewRoutine {
            tenant_id: part.company.tenant,
            name: part.name.to_owned(),
            instruction: part.instruction.to_owned(),
            definition_id: part.definition,
            input: "{}".to_owned(),
            owner: part.company.owner.to_owned(),
            trigger: part.trigger,
            misfire: part.misfire,
            overlap: part.overlap,
            destination: None,
            enabled: true,
            preset_key: None,
        };
        let actor = Actor::new(part.company.owner);
        match self.store.create_routine(&new, &actor, at).await? {
            CreateOutcome::Created(routine) => Ok(routine.id),
            refused => Err(unexpected(format!(
                "The demo routine {} was not made: {refused:?}",
                part.name
            ))),
        }
    }

    pub async fn change(
        &self,
        id: RoutineId,
        change: RoutineChange,
        at: Instant,
    ) -> Result<(), CommandError> {
        let actor = Actor::new(ADMINISTRATOR);
        match self
            .store
            .change_routine(id, None, &change, &actor, at)
            .await?
        {
            ChangeOutcome::Changed(_) => Ok(()),
            refused => Err(unexpected(format!(
                "A demo routine was not changed: {refused:?}"
            ))),
        }
    }

    /// Claims and ends every occurrence up to `until`, as `fate` says of the first, second, … run.
    pub async fn live(
        &self,
        id: RoutineId,
        until: Instant,
        fate: impl Fn(u32) -> Fate,
    ) -> Result<(), CommandError> {
        let mut count = 0;
        while let Some(next) = self.next_fire(id).await? {
            let at = next + LAG;
            if at >= until {
                break;
            }
            for order in self.claim(at).await? {
                self.launch(&order, fate(count), at + LAUNCH).await?;
                count += 1;
            }
        }
        Ok(())
    }

    /// One look at the clock: claims whatever is due at `at`.
    pub async fn claim(&self, at: Instant) -> Result<Vec<LaunchOrder>, CommandError> {
        let batch = self.store.claim_due(&self.worker, &[], 100, at).await?;
        Ok(batch.orders)
    }

    pub async fn launch(
        &self,
        order: &LaunchOrder,
        fate: Fate,
        at: Instant,
    ) -> Result<(), CommandError> {
        let begun = self.store.begin_launches(&[order.lease], at).await?;
        if begun.first() != Some(&BeginOutcome::Launch) {
            return Ok(());
        }
        let moved = at + LAUNCH;
        for (event, at) in events(fate, moved) {
            let report = RunReport {
                run_id: order.lease.run_id,
                epoch: Some(order.lease.epoch),
                at,
                event,
            };
            self.store.record_reports(&[report], at).await?;
        }
        Ok(())
    }

    async fn next_fire(&self, id: RoutineId) -> Result<Option<Instant>, CommandError> {
        let routine = self.store.get_routine(id).await?;
        Ok(routine.and_then(|routine| routine.placement.next_fire_at))
    }
}

fn events(fate: Fate, at: Instant) -> Vec<(RunEvent, Instant)> {
    let started = (RunEvent::Started { heartbeats: false }, at);
    match fate {
        Fate::Succeeds { seconds } => vec![
            started,
            (
                RunEvent::Succeeded {
                    output: Some("Done.\n".to_owned()),
                },
                at + Duration::seconds(seconds),
            ),
        ],
        Fate::Fails(why) => vec![
            started,
            (
                RunEvent::Failed {
                    error: error("work_failed", why),
                    output: Some(format!("{why}\n")),
                },
                at + Duration::seconds(3),
            ),
        ],
        Fate::Refused(why) => vec![(
            RunEvent::ScheduleFailed {
                error: error("refused", why),
            },
            at,
        )],
        Fate::Cancelled => vec![
            started,
            (
                RunEvent::Cancelled {
                    message: format!("Cancelled by {ADMINISTRATOR}."),
                },
                at + Duration::seconds(50),
            ),
        ],
        Fate::Abandoned => vec![
            started,
            (
                RunEvent::Abandoned {
                    message: "Its worker has not been heard of for 5 min, so it is presumed lost."
                        .to_owned(),
                },
                at + Duration::minutes(5),
            ),
        ],
        Fate::KeepsRunning => vec![started],
        Fate::KeepsLaunching => Vec::new(),
    }
}

fn error(code: &str, message: &str) -> RunError {
    RunError {
        code: code.to_owned(),
        message: message.to_owned(),
        detail: None,
    }
}

fn unexpected(sentence: String) -> CommandError {
    CommandError::new(ErrorCode::Internal, sentence)
}

/// Every `seconds`, so that an occurrence falls exactly on `on`, however far in the past it began.
pub(super) fn every(seconds: u32, on: Instant) -> TriggerSpec {
    let back = Duration::seconds(i64::from(seconds)) * 200;
    TriggerSpec::Interval {
        every_seconds: seconds,
        anchor: on - back,
    }
}

pub(super) fn cron(expression: &str, zone: &str) -> TriggerSpec {
    TriggerSpec::Cron {
        expression: expression.to_owned(),
        zone: zone.to_owned(),
    }
}
