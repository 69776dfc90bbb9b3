use routine_domain::{FailureLane, Instant, RoutineId, RunId, TenantId};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::RoutineAt;

/// What failing routines are put together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FailureGrouping {
    Error,
    Tenant,
    /// Each by itself.
    One,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct FailuresQuery {
    pub by: FailureGrouping,
    pub tenant_id: Option<TenantId>,
    /// Groups a lane, 1 to 200.
    pub limit: u32,
}

/// Until when nobody wants to be called for an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ErrorMute {
    pub until: Instant,
    pub by: String,
}

/// A failing routine, as its group shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FailingRoutine {
    pub id: RoutineId,
    pub revision: u32,
    pub name: String,
    pub tenant_name: String,
    pub definition_name: String,
    pub consecutive_failures: u32,
    pub dead_letter_after: u32,
    /// The retry; only while it backs off.
    pub next_fire_at: Option<Instant>,
    /// When it gave up or was switched off.
    pub since: Instant,
    /// Its last failure.
    pub run_id: Option<RunId>,
    pub message: String,
}

/// One error, and how often it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ErrorFacts {
    pub fingerprint: String,
    pub code: String,
    /// The sentence of the newest failure.
    pub sentence: String,
    /// Failures of each of the last 24 hours, oldest first; those older than fingerprints are not
    /// counted.
    pub hours: Vec<u32>,
    pub failures: u32,
    pub first_seen: Option<Instant>,
    pub last_seen: Option<Instant>,
    /// It comes more often than it did, muted or not.
    pub growing: bool,
    pub muted: Option<ErrorMute>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FailureGroup {
    /// Stays the same from one answer to the next.
    pub key: String,
    pub title: String,
    /// None where the group is a tenant with several errors.
    pub error: Option<ErrorFacts>,
    /// The first few names; `tenants` counts all.
    pub tenant_names: Vec<String>,
    pub tenants: u32,
    /// What they run: definition names, or one endpoint.
    pub place: String,
    /// When the newest of them came here.
    pub since: Instant,
    pub routines: u32,
    /// The first four.
    pub shown: Vec<FailingRoutine>,
    /// All of them, at most 1,000: what a bulk action is given.
    pub members: Vec<RoutineAt>,
    /// Routines that gave up with the same error.
    pub gave_up: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FailureLanePage {
    pub lane: FailureLane,
    pub groups: Vec<FailureGroup>,
    pub more_groups: u32,
    pub routines: u32,
    /// There are more than were looked at; the counts are lower bounds.
    pub bounded: bool,
    /// The soonest retry.
    pub next_fire_at: Option<Instant>,
    /// When the one that is here longest came.
    pub oldest: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FailuresPage {
    /// Retrying, dead, off.
    pub lanes: Vec<FailureLanePage>,
    pub routines: u32,
    pub errors: u32,
    /// Routines that a person switched off: not failures, but easily taken for them.
    pub off_by_person: u32,
    pub now: Instant,
}

/// Everything that fails with one error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ErrorPage {
    pub error: ErrorFacts,
    pub lanes: Vec<ErrorLane>,
    pub now: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ErrorLane {
    pub lane: FailureLane,
    /// Newest first, at most 200.
    pub routines: Vec<FailingRoutine>,
    pub count: u32,
}
