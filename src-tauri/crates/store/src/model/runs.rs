use routine_domain::{
    Cause, DefinitionId, Delivery, Instant, LauncherKind, RoutineId, RunId, RunStatus, TenantId,
};

/// One row of history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub id: RunId,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub definition_id: DefinitionId,
    pub definition_name: String,
    pub launcher: LauncherKind,
    pub revision: u32,
    pub schedule_revision: u32,
    pub scheduled_for: Option<Instant>,
    pub attempt: u32,
    pub idempotency_key: String,
    pub cause: Cause,
    pub status: RunStatus,
    pub waits_for: Option<String>,
    /// The instruction and input of the revision it was claimed with.
    pub instruction: String,
    pub input: String,
    /// The input of this run alone, where it was overridden.
    pub input_override: Option<String>,
    pub recorded_at: Instant,
    pub lag_ms: Option<u32>,
    pub launched_at: Option<Instant>,
    pub started_at: Option<Instant>,
    pub finished_at: Option<Instant>,
    pub worker: Option<String>,
    pub lease_until: Option<Instant>,
    pub lease_epoch: u32,
    pub take_overs: u32,
    pub error_code: Option<String>,
    /// Which error it was; none where it failed before there were any.
    pub fingerprint: Option<String>,
    pub message: Option<String>,
    pub detail: Option<String>,
    pub output: Option<String>,
    pub dead_lettered: bool,
    pub replay_of: Option<RunId>,
    pub missed_until: Option<Instant>,
    pub missed_count: Option<u32>,
    pub delivery: Delivery,
    pub delivery_error: Option<String>,
    /// Someone asked that it be ended, and who.
    pub cancel_requested_at: Option<Instant>,
    pub cancel_requested_by: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFilter {
    /// Any of these; none means all.
    pub statuses: Vec<RunStatus>,
    /// Only the failures that dead-lettered their routine.
    pub dead_lettered: bool,
    pub causes: Vec<Cause>,
    pub routine_id: Option<RoutineId>,
    pub tenant_id: Option<TenantId>,
    /// Recorded at or after.
    pub from: Option<Instant>,
    /// Recorded before.
    pub to: Option<Instant>,
    /// The last row of the page before.
    pub after: Option<RunKey>,
    pub limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunKey {
    pub recorded_at: Instant,
    pub id: RunId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunPage {
    pub rows: Vec<Run>,
    pub next: Option<RunKey>,
}

/// What a search has found so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSearchPage {
    pub rows: Vec<Run>,
    /// Where to look on.
    pub next: Option<RunKey>,
    /// It stopped looking at this row, though fewer than a page were found.
    pub stopped_at: Option<RunKey>,
}

/// A run that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayOutcome {
    Requested(Box<Run>),
    /// Not possible as things stand; one sentence.
    Refused(String),
    NotFound,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancelOutcome {
    /// Nothing was launched, and nothing will be.
    Cancelled,
    /// The worker that holds it has been asked to end it.
    Requested,
    /// Not possible as things stand; one sentence.
    Refused(String),
    NotFound,
}

/// The runs of the same routine right before and after one, in the order of history.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Neighbours {
    pub previous: Option<Run>,
    pub next: Option<Run>,
}

/// How many runs of a routine are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OpenRuns {
    /// Claimed.
    pub not_launched: u32,
    /// Launching or running.
    pub under_way: u32,
}

/// What happened to a run, at `at`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunReport {
    pub run_id: RunId,
    /// The lease epoch the reporter holds. `launching`, `running` and `schedule_failed` are only
    /// accepted from its holder; the work's own outcome is accepted from anyone.
    pub epoch: Option<u32>,
    pub at: Instant,
    pub event: RunEvent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEvent {
    /// Accepted; the work goes on. `heartbeats` says whether the holder will renew it.
    Started {
        heartbeats: bool,
    },
    Succeeded {
        output: Option<String>,
    },
    Failed {
        error: RunError,
        output: Option<String>,
    },
    ScheduleFailed {
        error: RunError,
    },
    Cancelled {
        message: String,
    },
    /// Presumed lost; one sentence.
    Abandoned {
        message: String,
    },
}

impl RunEvent {
    pub fn status(&self) -> RunStatus {
        match self {
            RunEvent::Started { .. } => RunStatus::Running,
            RunEvent::Succeeded { .. } => RunStatus::Succeeded,
            RunEvent::Failed { .. } => RunStatus::Failed,
            RunEvent::ScheduleFailed { .. } => RunStatus::ScheduleFailed,
            RunEvent::Cancelled { .. } => RunStatus::Cancelled,
            RunEvent::Abandoned { .. } => RunStatus::Abandoned,
        }
    }
}

/// Why a launch or a run failed. The sentence and the detail are cut to their limits when written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunError {
    /// A short stable word: `refused`, `timeout`, `exit_code`, `worker_lost`, …
    pub code: String,
    pub message: String,
    pub detail: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportOutcome {
    /// It was the first; the routine's place in the schedule may have moved with it.
    Recorded {
        routine_id: RoutineId,
        dead_lettered: bool,
        switched_off: bool,
    },
    /// The run had moved on; nothing changed.
    LostTheRace {
        status: RunStatus,
    },
    NotFound,
}
