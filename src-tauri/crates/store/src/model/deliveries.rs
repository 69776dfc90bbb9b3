use routine_domain::{Cause, DeliveryEnd, Destination, Instant, RoutineId, RunId, RunStatus};

use crate::model::RunError;

/// A result to be delivered, as its rows tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryOrder {
    pub run_id: RunId,
    pub attempt: u32,
    /// As the routine names it now; none where it names none any more.
    pub destination: Option<Destination>,
    pub tenant_name: String,
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub owner: String,
    pub idempotency_key: String,
    pub scheduled_for: Option<Instant>,
    pub cause: Cause,
    pub status: RunStatus,
    pub launched_at: Option<Instant>,
    pub finished_at: Option<Instant>,
    pub error: Option<RunError>,
    pub output: Option<String>,
}

/// One attempt to deliver the result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    pub attempt: u32,
    /// When it is to be made; while a worker makes it, when another one may.
    pub due_at: Instant,
    pub worker: Option<String>,
    pub started_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    /// The host it was sent to.
    pub sent_to: Option<String>,
    pub outcome: Option<DeliveryEnd>,
    /// Why it did not arrive; one sentence.
    pub message: Option<String>,
}
