pub use routine_domain::RunAction;
use routine_domain::{
    Cause, Delivery, DeliveryEnd, Instant, RoutineId, RunId, RunStatus, TenantId,
};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The span a `missed` row stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MissedSpan {
    pub until: Instant,
    pub count: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RunRow {
    pub id: RunId,
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub scheduled_for: Option<Instant>,
    pub attempt: u32,
    pub cause: Cause,
    pub status: RunStatus,
    /// Why it is claimed and not launched yet.
    pub waits_for: Option<String>,
    pub worker: Option<String>,
    /// When the row was written: the order of the history.
    pub recorded_at: Instant,
    pub started_at: Option<Instant>,
    pub finished_at: Option<Instant>,
    /// From launch to end, where both are known.
    pub duration_ms: Option<u32>,
    /// One sentence: the error, or the reason of a skipped or missed run.
    pub message: Option<String>,
    pub missed: Option<MissedSpan>,
    /// This launch failure was the last one allowed.
    pub dead_lettered: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RunQuery {
    /// Any of these; none means all.
    pub statuses: Vec<RunStatus>,
    /// Only the failures that dead-lettered their routine.
    pub dead_lettered: bool,
    pub causes: Vec<Cause>,
    pub routine_id: Option<RoutineId>,
    pub tenant_id: Option<TenantId>,
    /// Text in the error, the key or the input; needs `from`.
    #[serde(default)]
    #[specta(optional)]
    pub search: Option<String>,
    /// Recorded at or after.
    pub from: Option<Instant>,
    /// Recorded before.
    pub to: Option<Instant>,
    pub cursor: Option<String>,
    /// 1 to 200.
    pub limit: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RunPage {
    pub rows: Vec<RunRow>,
    pub next_cursor: Option<String>,
    /// A search looked back to here so far, and more is to be looked through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub searched_to: Option<Instant>,
    pub now: Instant,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RunError {
    pub code: String,
    /// Which error it is; none where it failed before errors were told apart.
    #[serde(default)]
    pub fingerprint: Option<String>,
    pub message: String,
    pub detail: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RunDetail {
    pub row: RunRow,
    pub idempotency_key: String,
    pub revision: u32,
    pub error: Option<RunError>,
    /// The JSON text that is or was handed to the launcher.
    pub input: String,
    pub input_overridden: bool,
    pub instruction: String,
    pub output: Option<String>,
    pub delivery: DeliveryNote,
    pub definition_name: String,
    pub launcher: String,
    pub claimed_at: Option<Instant>,
    pub launched_at: Option<Instant>,
    pub lease_until: Option<Instant>,
    pub take_overs: u32,
    /// Every attempt at the same occurrence, oldest first, this one included.
    pub attempts: Vec<RunRow>,
    /// When the same occurrence will be launched again.
    pub next_attempt_at: Option<Instant>,
    pub dead_letter_after: u32,
    /// Every action, also those that are not possible now.
    pub offers: Vec<RunOffer>,
    /// The routine's present revision: what `try_now` and `stop_retrying` are taken with.
    pub routine_revision: u32,
    /// What it is handed to and how, in the order in which it is shown; no secret in it.
    pub hand_off: Vec<HandOffFact>,
    pub cancel_requested: Option<CancelNote>,
    pub replay_of: Option<RunId>,
    /// The runs of the routine right before and after this one.
    pub previous: Option<RunRow>,
    pub next: Option<RunRow>,
    pub now: Instant,
}

/// What became of a run's result, apart from the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DeliveryNote {
    pub state: Delivery,
    pub sentence: String,
    /// The first one first; one that has not ended is the next, or under way.
    pub attempts: Vec<DeliveryAttemptRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DeliveryAttemptRow {
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HandOffFact {
    pub label: String,
    pub value: String,
}

/// One action on a run, and why it is not possible now, where it is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RunOffer {
    pub action: RunAction,
    pub why_not: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CancelNote {
    pub at: Instant,
    pub by: String,
}

/// What became of the request to cancel a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CancelResult {
    /// It was not launched, and will not be.
    Cancelled,
    /// The worker that holds it was asked to end it.
    Requested,
}

/// A run beside the newest success before it.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RunComparison {
    /// None where none was found among the newest runs before it.
    pub success: Option<RunRow>,
    pub aspects: Vec<ComparedAspect>,
}

/// One thing in which two runs may differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ComparedAspect {
    /// "input", "revision", "worker", …
    pub aspect: String,
    pub success: String,
    pub this: String,
    pub same: bool,
}

/// How work that was handed off ended, as reported from outside.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct FinishReport {
    pub run_id: RunId,
    pub succeeded: bool,
    pub output: Option<String>,
    pub error: Option<String>,
}

/// Whether a report was the first one for its run.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FinishResult {
    Recorded,
    /// Another outcome had already been recorded; this one changed nothing.
    LostTheRace {
        status: RunStatus,
    },
}
