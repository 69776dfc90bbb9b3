use routine_domain::{
    Cause, DefinitionId, Instant, Launcher, LauncherKind, RevivePlanId, RoutineId, RunId, TenantId,
};

use super::Environment;

/// In the place of a secret's name: whatever secret is wanted, since none is used.
pub const ANY_SECRET: &str = "*";

/// A worker: who it is and what it is able to launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerIdentity {
    pub name: String,
    pub version: String,
    pub zone_data: String,
    pub launchers: Vec<LauncherKind>,
    /// Names of the secrets it can resolve.
    pub secrets: Vec<String>,
    pub poll_seconds: u32,
    pub clock_offset_ms: i32,
    pub started_at: Instant,
}

/// The right to move a run: its holder's epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    pub run_id: RunId,
    pub epoch: u32,
}

/// A run this worker holds, with all that its launcher needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaunchOrder {
    pub lease: Lease,
    pub tenant_id: TenantId,
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub definition_id: DefinitionId,
    pub launcher: Launcher,
    pub idempotency_key: String,
    pub scheduled_for: Option<Instant>,
    pub attempt: u32,
    pub cause: Cause,
    pub instruction: String,
    /// The JSON text to hand over.
    pub input: String,
    pub launch_timeout_seconds: u32,
    /// It was `launching` under an earlier holder: it may have started.
    pub may_have_started: bool,
    pub take_overs: u32,
    /// Someone asked that it be ended.
    pub cancel_requested_by: Option<String>,
}

/// A run that its worker is to end, and who asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelRequest {
    pub run_id: RunId,
    pub requested_by: String,
}

/// What had a time of its own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Resumed {
    pub routines: u32,
    /// Revive plans whose next step is due, soonest first.
    pub plans: Vec<RevivePlanId>,
}

/// What one batch of claims did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClaimBatch {
    /// `launching` already; only `fire_due` yields any.
    pub begun: Vec<LaunchOrder>,
    /// Claimed, and to be begun.
    pub orders: Vec<LaunchOrder>,
    /// Due routines that were locked and decided.
    pub examined: u32,
    pub skipped: u32,
    pub missed: u32,
    pub switched_off: u32,
    /// Still due, but to be left until an earlier run of theirs ends.
    pub held: Vec<RoutineId>,
    /// How late the latest claim was.
    pub lag_ms: Option<u32>,
}

/// What a glance at a database says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// As `Store::now` answers it.
    pub now: Instant,
    pub environment: Environment,
    /// The earliest instant, passed or to come, at which a pass has something to do.
    pub work_at: Option<Instant>,
    /// Runs are open that a pass may have to take up, give up or cancel.
    pub has_open_runs: bool,
    /// When a batch of history may be removed; none: at once.
    pub prune_due_at: Option<Instant>,
    /// When the earliest attempt to deliver a result may be made, whichever worker could.
    pub delivery_due_at: Option<Instant>,
}

/// Whether a launch may go ahead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BeginOutcome {
    Launch,
    /// The run became `skipped`, for this reason; or `abandoned`, where it was taken over while
    /// launching and so may have started.
    Skipped {
        reason: String,
    },
    /// The run waits, without lease, for what follows "waits for ".
    Waits {
        reason: String,
    },
    /// Another worker holds it, or it has ended.
    Lost,
}

/// The counts of one pass.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SweepEnd {
    pub claimed: u32,
    pub launched: u32,
    pub schedule_failed: u32,
    pub skipped: u32,
    pub missed: u32,
    pub taken_over: u32,
    pub lag_ms: Option<u32>,
    pub error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerSeen {
    pub name: String,
    pub version: String,
    pub zone_data: String,
    pub poll_seconds: u32,
    pub clock_offset_ms: i32,
    pub started_at: Instant,
    pub heartbeat_at: Instant,
    pub stopped_at: Option<Instant>,
    /// Runs it holds a lease of.
    pub holds: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepSeen {
    pub id: String,
    pub worker: String,
    pub started_at: Instant,
    pub ended_at: Option<Instant>,
    pub counts: SweepEnd,
}

/// What the workers of a database do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fleet {
    pub workers: Vec<WorkerSeen>,
    pub sweeps: Vec<SweepSeen>,
    pub last_sweep_at: Option<Instant>,
    pub next_fire_at: Option<Instant>,
    pub overdue: u32,
}

/// An endpoint that is down, and what waits for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointDown {
    pub endpoint: String,
    pub since: Instant,
    pub last_probe_at: Option<Instant>,
    pub next_probe_at: Instant,
    /// Runs that wait for it to answer.
    pub waiting: u32,
}
