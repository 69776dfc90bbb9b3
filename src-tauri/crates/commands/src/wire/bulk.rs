use routine_domain::{Instant, RoutineId, consequence::Sentence};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{RoutineAt, RoutineMatch};

/// What to do with many routines at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BulkAction {
    Pause {
        reason: String,
        resume_at: Option<Instant>,
    },
    Resume,
    /// Back from a dead letter or a switch-off.
    Revive,
    RunNow,
    /// Without the wait, where a launch is backing off.
    TryNow,
    Delete,
    Restore,
}

/// To which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BulkTarget {
    /// These, each only at the revision the person was looking at.
    Chosen { items: Vec<RoutineAt> },
    /// Everything that matches. Refused when that is more than the person was told, `at_most`.
    Matching {
        matching: RoutineMatch,
        at_most: u32,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BulkRequest {
    pub action: BulkAction,
    pub target: BulkTarget,
}

/// What a bulk action would do, told before it is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BulkConsequence {
    pub sentences: Vec<Sentence>,
    pub now: Instant,
}

/// One that was not touched, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BulkLeftOut {
    pub id: RoutineId,
    pub name: String,
    /// One sentence.
    pub reason: String,
}

/// One that someone else changed first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BulkConflict {
    pub id: RoutineId,
    pub name: String,
    pub changed_by: String,
}

/// How a bulk action ended: every item is in one of the four.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
pub struct BulkReport {
    pub done: u32,
    pub left_out: Vec<BulkLeftOut>,
    pub conflicts: Vec<BulkConflict>,
    /// Not reached, since a person stopped it; none when it came to its end.
    pub stopped: Option<u32>,
}

/// The bulk action that is under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BulkProgress {
    /// The verb, as in the button: `Pause`.
    pub verb: String,
    pub handled: u32,
    pub total: u32,
    pub stopping: bool,
}
