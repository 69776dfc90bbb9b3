use routine_domain::{Instant, RunStatus, shared_cause::SharedCause};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::RoutineRow;

/// What needs somebody, now.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct Today {
    pub attention: Attention,
    /// The newest sweeps, oldest first: how late each one's claims were.
    pub pulse: Vec<Pulse>,
    /// Tried again, soonest first; then out of the schedule and not by a person, newest first.
    pub failing: Vec<FailingRow>,
    /// The failures of the past day that say the same, where many do.
    pub shared_cause: Option<SharedCause>,
    pub now: Instant,
}

/// How many routines want somebody, by state.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Type)]
pub struct Attention {
    pub backing_off: u32,
    pub next_retry_at: Option<Instant>,
    pub dead_lettered: u32,
    pub switched_off: u32,
    pub cannot_fire: u32,
    pub overdue: u32,
    /// Endpoints that are given a rest.
    pub open_breakers: u32,
    /// Routines that are not deleted.
    pub routines: u32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, Type)]
pub struct Pulse {
    pub at: Instant,
    /// None where the pass claimed nothing.
    pub lag_ms: Option<u32>,
    pub failed: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct FailingRow {
    pub routine: RoutineRow,
    /// The sentence of its newest failure.
    pub error: Option<String>,
}

/// A day behind and a day ahead, by half hours.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct Timeline {
    pub from: Instant,
    pub to: Instant,
    pub slot_seconds: u32,
    /// Recorded runs; half hours without any are left out.
    pub past: Vec<PastSlot>,
    /// Runs before this were not counted: there are too many.
    pub past_cut_at: Option<Instant>,
    /// Fires to come, from the engine's own schedule; half hours without any are left out.
    pub planned: Vec<PlannedSlot>,
    /// Not every routine was looked at: there are too many.
    pub planned_is_cut: bool,
    /// Routines that are out of the schedule and not by a person.
    pub stopped: u32,
    /// The fires of theirs that will not happen; none where there are too many to count.
    pub held_back: Option<u32>,
    pub now: Instant,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct PastSlot {
    pub at: Instant,
    pub counts: Vec<StatusCount>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, Type)]
pub struct StatusCount {
    pub status: RunStatus,
    pub runs: u32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, Type)]
pub struct PlannedSlot {
    pub at: Instant,
    pub fires: u32,
    /// Of these, fires of triggers that fire a single time.
    pub once: u32,
    /// Launches that will be tried again.
    pub retries: u32,
}
