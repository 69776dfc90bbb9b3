use routine_domain::{AuditId, Instant, RunId};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{FirePreview, RunRow};

/// The planned times of one routine: those to come, and a page of those that passed.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RoutineFires {
    /// Soonest first; none while the routine is out of the schedule.
    pub upcoming: Vec<FirePreview>,
    /// When a launch that failed is tried again, before any of these.
    pub retry_at: Option<Instant>,
    /// The last attempt at each planned time, newest first.
    pub past: Vec<RunRow>,
    pub next_cursor: Option<String>,
    pub now: Instant,
}

/// One value that a change replaced, as people read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FieldChange {
    /// `Name`, `Schedule`, …
    pub label: String,
    pub before: String,
    pub after: String,
    /// To be set in a code face, each line as it stands.
    pub code: bool,
}

/// One change of a routine, from the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RoutineChanged {
    pub id: AuditId,
    pub at: Instant,
    pub actor: String,
    /// What was done: `Edited`, `Paused: hub restart`.
    pub what: String,
    /// The revision it led to.
    pub revision: Option<u32>,
    pub fields: Vec<FieldChange>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RoutineChanges {
    /// Newest first.
    pub rows: Vec<RoutineChanged>,
    /// There are older ones, which are not listed here.
    pub older: bool,
    pub now: Instant,
}

/// A run that health names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HealthRun {
    pub run_id: RunId,
    pub at: Instant,
    pub message: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RoutineHealth {
    /// One sentence about the clean streak.
    pub streak: String,
    pub clean_streak: u32,
    /// One sentence about the typical duration.
    pub typical: String,
    pub typical_ms: Option<u32>,
    pub last_success: Option<HealthRun>,
    pub last_failure: Option<HealthRun>,
    /// How many of the newest runs were looked at: what is older is not known here.
    pub looked_at: u32,
    pub now: Instant,
}
