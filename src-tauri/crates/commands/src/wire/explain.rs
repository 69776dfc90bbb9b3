use routine_domain::{Instant, RoutineId, RunId, explain::Check};
use serde::{Deserialize, Serialize};
use specta::Type;

/// Why a routine did, did not, will or will not fire at an instant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Explanation {
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub tenant_name: String,
    pub at: Instant,
    /// The zone of its schedule, where it follows one.
    pub zone: Option<String>,
    /// One sentence.
    pub answer: String,
    /// In the order in which an occurrence meets them.
    pub checks: Vec<Check>,
    /// The last attempt at it, where there is one.
    pub run_id: Option<RunId>,
    pub planned_before: Option<Instant>,
    pub planned_after: Option<Instant>,
    pub now: Instant,
}
