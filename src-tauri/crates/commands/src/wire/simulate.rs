use routine_domain::{
    Instant, RoutineId, RunStatus, SandboxFaults,
    evidence::{Bucket, Tally},
};
use serde::{Deserialize, Serialize};
use specta::Type;

/// Which days to look ahead to, and for which routines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulateRequest {
    /// None named: all that are in the schedule.
    pub routines: Vec<RoutineId>,
    /// Now where it is left out.
    pub from: Option<Instant>,
    /// 1 to 366.
    pub days: u32,
    pub faults: SandboxFaults,
}

/// One routine of a simulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulatedRoutine {
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub tenant_name: String,
    /// What became of each occurrence.
    pub tally: Tally,
    /// Runs that started and failed; `tally` counts them as fired.
    pub failed_runs: u32,
    pub dead_lettered_at: Option<Instant>,
    /// Why it does not fire at all, where it does not.
    pub idle: Option<String>,
    /// The window in equal parts; each shows the worst of its occurrences.
    pub strip: Vec<Option<Bucket>>,
}

/// Something that goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulatedTrouble {
    pub at: Instant,
    pub routine_id: RoutineId,
    pub routine_name: String,
    pub status: RunStatus,
    pub dead_lettered: bool,
    pub message: Option<String>,
}

/// What will happen, by the engine itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulateReport {
    pub from: Instant,
    /// Where it ended: earlier than asked for where it was stopped.
    pub to: Instant,
    pub stopped: bool,
    pub faults: SandboxFaults,
    pub tally: Tally,
    pub failed_runs: u32,
    pub dead_lettered: u32,
    /// By name.
    pub routines: Vec<SimulatedRoutine>,
    /// The first 200, in the order of their times.
    pub troubles: Vec<SimulatedTrouble>,
    /// What to know about these results, a sentence each.
    pub notes: Vec<String>,
}

/// How far the simulation under way has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulateProgress {
    pub from: Instant,
    pub to: Instant,
    pub at: Instant,
    pub percent: u32,
    pub stopping: bool,
}
