use routine_domain::{
    Instant, RoutineId, TenantId,
    evidence::{Bucket, Finding, Tally},
};
use serde::{Deserialize, Serialize};
use specta::Type;

/// Which routines, and which planned times of theirs.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct EvidenceQuery {
    pub tenant_id: Option<TenantId>,
    pub routine_id: Option<RoutineId>,
    /// Planned at or after; 24 hours before the end where it is left out.
    pub from: Option<Instant>,
    /// Planned before; now where it is left out, and now at most.
    pub to: Option<Instant>,
    /// Routines told one by one, 1 to 200; the counts are of all.
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RoutineEvidence {
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub tenant_name: String,
    pub tally: Tally,
    pub dead_lettered: bool,
    /// The routine was changed past the program, so that its plan is not known for certain.
    pub unrecorded_change: bool,
    /// Nothing can be proven of what was planned before, where that lies in the window.
    pub provable_from: Option<Instant>,
    /// The window in equal parts; each shows the worst of its occurrences.
    pub strip: Vec<Option<Bucket>>,
    /// What was lost, doubled or is open, at most 50; worst first.
    pub findings: Vec<Finding>,
}

/// What became of everything that was planned in a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct EvidenceReport {
    pub from: Instant,
    pub to: Instant,
    pub tally: Tally,
    /// Routines that were dead-lettered at some time of the window.
    pub dead_lettered: u32,
    pub unrecorded_changes: u32,
    /// Routines that were examined.
    pub examined: u32,
    /// Those with something to look at first, worst first; then by name.
    pub routines: Vec<RoutineEvidence>,
    pub now: Instant,
}

impl EvidenceReport {
    /// Nothing lost and nothing doubled.
    pub fn is_clean(&self) -> bool {
        self.tally.lost == 0 && self.tally.doubled == 0
    }
}
