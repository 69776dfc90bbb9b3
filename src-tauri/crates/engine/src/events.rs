//! What the engine tells those who watch it. Identities and counts only: losing one costs a stale
//! view, never a wrong write.

use routine_domain::{Instant, SweepId};
use routine_store::model::SweepEnd;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineEvent {
    SweepEnded(SweepReport),
    /// Rows of history were written or have moved.
    RunsMoved,
}

/// What one pass did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepReport {
    pub sweep_id: SweepId,
    pub started_at: Instant,
    pub ended_at: Instant,
    /// `schedule_failed` counts what was recorded since the pass before, since a pass does not wait
    /// for its launches.
    pub counts: SweepEnd,
    /// Nothing that was due when it looked is left.
    pub is_complete: bool,
}
