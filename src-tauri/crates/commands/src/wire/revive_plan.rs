use routine_domain::{
    FailureLane, Instant, RevivePlanId, RoutineId, RunId, RunStatus, TenantId,
    revive_plan::{ItemOutcome, PlanStatus},
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::RoutineAt;

/// Which routines to revive: all that fit, or those that are named.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ReviveScope {
    /// Dead or off; none means both.
    pub lane: Option<FailureLane>,
    pub fingerprint: Option<String>,
    pub tenant_id: Option<TenantId>,
    /// None means all that fit the rest.
    pub routines: Vec<RoutineId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ReviveCandidate {
    pub id: RoutineId,
    pub revision: u32,
    pub name: String,
    pub tenant_name: String,
    pub lane: FailureLane,
    /// Its first fire, if it were revived now.
    pub next_fire_at: Option<Instant>,
    /// Planned times since it left the schedule; they are not made up for.
    pub lost_fires: u32,
    /// What a good run of it usually takes.
    pub usual_ms: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ReviveLeftOut {
    pub id: RoutineId,
    pub name: String,
    pub reason: String,
}

/// What a plan would do. Nothing is written yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ReviveDraft {
    pub subject: String,
    pub candidates: Vec<ReviveCandidate>,
    pub left_out: Vec<ReviveLeftOut>,
    pub tenant_names: Vec<String>,
    pub lost_fires: u32,
    /// The one that is tried at the least cost.
    pub canary: Option<RoutineId>,
    pub now: Instant,
}

/// A plan to be started.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ReviveRequest {
    pub subject: String,
    /// 1 to 1,000, each at the revision the person was looking at.
    pub routines: Vec<RoutineAt>,
    /// One of them, launched before anything is revived.
    pub canary: Option<RoutineId>,
    /// At most a day.
    pub spread_seconds: u32,
    /// Stop when so many of the revived fail again.
    pub stop_after: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RevivePlanItem {
    pub id: RoutineId,
    pub name: String,
    pub tenant_name: String,
    pub revive_at: Option<Instant>,
    pub revived_at: Option<Instant>,
    /// None while it waits, or where the plan ended before its turn.
    pub outcome: Option<ItemOutcome>,
    pub message: Option<String>,
    pub next_fire_at: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RevivePlan {
    pub id: RevivePlanId,
    pub subject: String,
    pub created_by: String,
    pub created_at: Instant,
    pub status: PlanStatus,
    pub canary: Option<RoutineId>,
    pub canary_run: Option<RunId>,
    pub canary_status: Option<RunStatus>,
    /// Until when the canary is waited for.
    pub canary_until: Option<Instant>,
    pub spread_seconds: u32,
    pub stop_after: Option<u32>,
    pub next_step_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    /// Why it stopped, in a sentence.
    pub message: Option<String>,
    pub can_stop: bool,
    /// Until when what it did can be taken back; none when it cannot.
    pub undo_until: Option<Instant>,
    pub can_undo: bool,
    /// The canary first, then in the order they come back. Empty in lists.
    pub items: Vec<RevivePlanItem>,
    pub now: Instant,
}
