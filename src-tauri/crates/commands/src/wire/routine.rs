pub use routine_domain::RoutineAction;
use routine_domain::{
    Cause, DefinitionId, Destination, Instant, Misfire, Overlap, RoutineId, RoutineState, RunId,
    RunStatus, StateName, TenantId, TriggerKind, TriggerSpec, consequence::Sentence,
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DefinitionRow, FirePreview};

/// One action on a routine, and why it is not possible now, where it is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RoutineOffer {
    pub action: RoutineAction,
    pub why_not: Option<String>,
}

/// What an action would do, told before it is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ConsequenceNote {
    pub sentences: Vec<Sentence>,
    pub first_fire: Option<Instant>,
    /// Planned times that stay without a fire, where they can be counted.
    pub fires_lost: Option<u32>,
    /// A single fire that passed without a launch: bring the routine back with it at once, or leave it.
    pub passed_once: Option<Instant>,
    pub why_not: Option<String>,
    pub now: Instant,
}

/// The way by which a routine whose single fire passed comes back with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WayBack {
    Resume,
    Revive,
    Restore,
}

/// A trigger in words, beside the form it was written in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TriggerWords {
    /// One plain sentence.
    pub sentence: String,
    /// The cron expression as written, `interval 1 h`, `once`, or `manual`.
    pub raw: String,
    /// The routine's own IANA zone, where it has one.
    pub zone: Option<String>,
    /// Why the stored trigger cannot be planned, if so.
    pub refusal: Option<String>,
}

/// One mark of the strip of recent runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StripMark {
    pub run_id: RunId,
    pub status: RunStatus,
    pub cause: Cause,
    /// Planned time, or when it was recorded where there is none.
    pub at: Instant,
    pub finished_at: Option<Instant>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RoutineRow {
    pub id: RoutineId,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub name: String,
    pub owner: String,
    pub revision: u32,
    pub enabled: bool,
    pub state: RoutineState,
    pub trigger: TriggerWords,
    pub next_fire_at: Option<Instant>,
    pub consecutive_failures: u32,
    pub dead_letter_after: u32,
    /// What someone should look at though the state does not say so; one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attention: Option<String>,
    /// The newest twenty runs, oldest first.
    pub recent: Vec<StripMark>,
    /// What may be done to it now, in the order in which it is offered.
    pub actions: Vec<RoutineAction>,
}

/// The ready-made views above the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RoutineView {
    /// All but the deleted ones.
    #[default]
    All,
    /// Backing off, dead-lettered, switched off by the system, or unable to fire.
    Failing,
    Off,
    Manual,
    Deleted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RoutineSort {
    /// Soonest first; those without a next fire last, by name.
    NextFire,
    Name,
    /// Newest first.
    Created,
}

/// Which routines; without conditions, all but the deleted ones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct RoutineMatch {
    pub view: RoutineView,
    /// Words to find in the name, the instruction or the owner.
    pub search: Option<String>,
    /// Any of these; none means all.
    pub states: Vec<StateName>,
    /// Any of these; none means all.
    pub triggers: Vec<TriggerKind>,
    pub tenant_id: Option<TenantId>,
    /// What runs this definition.
    pub definition_id: Option<DefinitionId>,
    /// Exactly this owner.
    pub owner: Option<String>,
    /// Next fire at most so far ahead.
    pub due_within_seconds: Option<u32>,
    /// Off for at least so long.
    pub off_for_days: Option<u32>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RoutineQuery {
    #[serde(flatten)]
    pub matching: RoutineMatch,
    pub sort: RoutineSort,
    /// Where the page before ended, as it was handed out.
    pub cursor: Option<String>,
    /// 1 to 200.
    pub limit: u32,
}

/// How many routines each view holds, within the tenant asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RoutineCounts {
    pub all: u32,
    pub failing: u32,
    pub off: u32,
    pub manual: u32,
    pub deleted: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RoutinePage {
    pub rows: Vec<RoutineRow>,
    pub next_cursor: Option<String>,
    /// Rows that match the query; exact to 10,000, then 10,001.
    pub matching: u32,
    pub counts: RoutineCounts,
    /// The database's time of this answer; ages are counted from it.
    pub now: Instant,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RoutineDetail {
    pub row: RoutineRow,
    pub instruction: String,
    pub definition: DefinitionRow,
    /// JSON text, as it was written.
    pub input: String,
    pub trigger: TriggerSpec,
    pub misfire: Misfire,
    pub overlap: Overlap,
    /// Where results go; none means nowhere.
    pub destination: Option<Destination>,
    /// Its host: what is shown of it.
    pub destination_place: Option<String>,
    pub next_fires: Vec<FirePreview>,
    /// Every action, also those that are not possible now.
    pub offers: Vec<RoutineOffer>,
    pub created_at: Instant,
    pub created_by: String,
    pub updated_at: Instant,
    pub now: Instant,
}

/// A routine as the editor or the command line hands it in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RoutineDraft {
    pub tenant_id: TenantId,
    pub name: String,
    pub instruction: String,
    pub definition_id: DefinitionId,
    /// JSON text.
    pub input: String,
    pub trigger: TriggerSpec,
    pub misfire: Misfire,
    pub overlap: Overlap,
    /// Where results go; none means nowhere.
    #[serde(default)]
    pub destination: Option<Destination>,
    pub enabled: bool,
    /// A `once` whose time has passed fires now, instead of being refused.
    pub run_at_once: bool,
}

/// What saving, pausing or deleting names: the routine and the revision the person was looking at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RoutineAt {
    pub id: RoutineId,
    pub revision: u32,
}
