use routine_domain::{FaultKind, Instant, Jump, SandboxFaults};
use serde::{Deserialize, Serialize};
use specta::Type;

/// A clock of the database's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct VirtualTime {
    /// How many times as fast as real time it goes; 0: it is held.
    pub rate: u32,
    /// `held`, `60 times faster`.
    pub words: String,
}

/// What to do with the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockOrder {
    /// On from where it is, so many times as fast as real time; 0 holds it.
    Pace { rate: u32 },
    /// Through everything that happens until then, where this app sweeps; at once where it does not.
    Jump { jump: Jump },
    /// To another time at once, also backwards.
    Set { at: Instant },
    /// Back to real time.
    Real,
}

/// Where a jump leads; nowhere without a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct JumpTarget {
    pub jump: Jump,
    pub at: Option<Instant>,
    /// Why it leads nowhere, or what it leaves out.
    pub note: Option<String>,
}

/// The next time that a clock of a zone in use is moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClockChangeAhead {
    pub at: Instant,
    pub over_at: Instant,
    pub zone: String,
    /// `03:00 becomes 02:00`.
    pub words: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AxisKind {
    Fired,
    Failed,
    /// Skipped or missed.
    LeftOut,
    Open,
    Planned,
    /// A time of the wall clock that has no fire because of a clock change.
    NotFired,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AxisMark {
    pub at: Instant,
    pub kind: AxisKind,
    pub count: u32,
}

/// The hours around now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClockAxis {
    pub from: Instant,
    pub to: Instant,
    pub marks: Vec<AxisMark>,
}

/// One fault on purpose, as a switch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FaultSwitch {
    pub fault: FaultKind,
    pub label: String,
    /// `for 1 launch in 4`.
    pub extent: String,
    /// The words before and after the amount, where it is a field.
    pub before: String,
    pub after: String,
    pub amount: u32,
    /// The largest amount; the smallest is 1.
    pub most: u32,
    pub on: bool,
}

/// The clock and the faults of the open database, and what may be done with them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SandboxStatus {
    pub is_sandbox: bool,
    /// Why neither clock nor faults can be touched here; none: they can.
    pub refusal: Option<String>,
    pub clock: Option<VirtualTime>,
    pub jumps: Vec<JumpTarget>,
    /// What becomes of the fires that a jump passes.
    pub passage: String,
    pub change: Option<ClockChangeAhead>,
    pub axis: ClockAxis,
    pub faults: SandboxFaults,
    pub switches: Vec<FaultSwitch>,
    /// What is only simulated on a virtual clock; none: nothing else.
    pub pretends: Option<String>,
    /// What became of the last order, where it is not plain.
    pub notice: Option<String>,
    pub real_now: Instant,
    pub now: Instant,
}

/// A new file to be made as a sandbox, with its first tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SandboxDraft {
    pub path: String,
    pub tenant: String,
}
