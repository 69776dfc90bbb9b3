use routine_domain::{Instant, TenantId, TriggerSpec};
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct PreviewRequest {
    pub trigger: TriggerSpec,
    /// Whose floor applies.
    pub tenant_id: TenantId,
    /// 1 to 50.
    pub count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FireMark {
    /// The planned wall-clock time does not exist on this day; it fires at the first instant after.
    MovedFromGap { wall_clock: String },
    /// The clock shows this time twice on this day; this is the first.
    FirstOfTwo,
}

/// One future fire, as the engine will compute it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FirePreview {
    pub at: Instant,
    /// In the trigger's zone, `2026-10-25T02:30:00`.
    pub wall_clock: String,
    pub offset_seconds: i32,
    pub mark: Option<FireMark>,
}

/// A wall-clock time that looks planned and does not fire, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NotFired {
    pub wall_clock: String,
    pub offset_seconds: Option<i32>,
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CronField {
    pub label: String,
    pub text: String,
    pub meaning: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClockChangeNote {
    pub at: Instant,
    pub offset_before_seconds: i32,
    pub offset_after_seconds: i32,
}

/// What a trigger will do, worked out by the engine's own functions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TriggerPreview {
    pub sentence: String,
    pub fires: Vec<FirePreview>,
    pub not_fired: Vec<NotFired>,
    pub fields: Vec<CronField>,
    pub next_clock_change: Option<ClockChangeNote>,
    /// The verdict on the tenant's floor; none for a trigger that fires once or by hand.
    pub floor: Option<FloorNote>,
    /// What the clock changes of the coming year do to it, a sentence each.
    pub clock_notes: Vec<String>,
    pub warnings: Vec<String>,
    pub now: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FloorNote {
    pub kept: bool,
    pub sentence: String,
}

/// What saving another trigger would change, asked before it is saved.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct DiffRequest {
    pub old: TriggerSpec,
    pub new: TriggerSpec,
}

/// The fires of two triggers side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TriggerDiff {
    /// Fires of the coming week, for two tracks; at most 100 each.
    pub week_before: Vec<Instant>,
    pub week_after: Vec<Instant>,
    /// Fires of the coming thirty days, exact.
    pub fires_before: u32,
    pub fires_after: u32,
    /// Fires of these thirty days that only one of the two has; at most 200 each.
    pub gone: Vec<Instant>,
    pub come: Vec<Instant>,
    /// The first fire of the new trigger, whenever it is.
    pub first: Option<Instant>,
    pub now: Instant,
}
