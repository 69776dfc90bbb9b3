use routine_domain::{FailureLane, Instant, LauncherKind, RoutineId, RunId, TenantId, TriggerSpec};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingFilter {
    pub lane: FailureLane,
    pub tenant_id: Option<TenantId>,
    pub limit: u32,
}

/// A routine of a lane, and how it failed last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingRoutine {
    pub id: RoutineId,
    pub name: String,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub owner: String,
    pub definition_name: String,
    pub launcher: LauncherKind,
    /// Scheme, host and port of an HTTP definition.
    pub endpoint: Option<String>,
    pub trigger: TriggerSpec,
    pub revision: u32,
    pub consecutive_failures: u32,
    pub dead_letter_after: u32,
    /// The retry; only while it backs off.
    pub next_fire_at: Option<Instant>,
    /// When it gave up or was switched off; while it backs off, the occurrence that waits.
    pub since: Instant,
    /// The last failure; none where it never ran, or history was pruned.
    pub run_id: Option<RunId>,
    pub failed_at: Option<Instant>,
    pub error_code: String,
    pub message: String,
    pub fingerprint: String,
}

/// The hours that an activity covers.
pub const ACTIVITY_HOURS: usize = 24;

/// How often an error came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorActivity {
    pub fingerprint: String,
    /// Failures of each of the last 24 hours, oldest first.
    pub hours: Vec<u32>,
    pub first_seen: Option<Instant>,
    pub last_seen: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorMute {
    pub fingerprint: String,
    pub until: Instant,
    pub by: String,
}
