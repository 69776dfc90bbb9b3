use routine_domain::{AuditId, Instant, RunStatus, TenantId, TriggerSpec};

use super::{AuditEvent, RoutineListing};

/// How many routines want somebody, by state, and what they wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attention {
    pub backing_off: u32,
    pub next_retry_at: Option<Instant>,
    pub dead_lettered: u32,
    pub switched_off: u32,
    pub cannot_fire: u32,
    pub overdue: u32,
    /// Endpoints that are given a rest.
    pub open_breakers: u32,
}

/// A routine that fails, with the newest failure of its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failing {
    pub listing: RoutineListing,
    pub error: Option<String>,
}

/// How many runs of one half hour ended, or stand, how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotCount {
    pub slot: Instant,
    pub status: RunStatus,
    pub runs: u32,
}

/// The newest part of history, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    pub slots: Vec<SlotCount>,
    /// The limit ended the count here; what is older was not looked at.
    pub cut_at: Option<Instant>,
}

/// A routine's place in the schedule, without the routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InSchedule {
    pub trigger: TriggerSpec,
    pub next_fire_at: Instant,
    pub retries: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JournalFilter {
    /// `routine:<id>`, `tenant:<id>`, …
    pub subject: Option<String>,
    pub actor: Option<String>,
    /// Any of these; none means all.
    pub kinds: Vec<String>,
    pub tenant_id: Option<TenantId>,
    /// At or after.
    pub from: Option<Instant>,
    /// Before.
    pub to: Option<Instant>,
    /// The last row of the page before.
    pub after: Option<JournalKey>,
    pub limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalKey {
    pub at: Instant,
    pub id: AuditId,
}

/// An entry with the names of what it is about, where that still exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEntry {
    pub event: AuditEvent,
    pub subject_name: Option<String>,
    pub tenant_name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalPage {
    pub rows: Vec<JournalEntry>,
    pub next: Option<JournalKey>,
}
