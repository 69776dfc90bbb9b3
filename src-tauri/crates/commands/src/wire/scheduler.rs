use routine_domain::{Instant, ProbeFinding};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::VirtualTime;

/// The scheduler inside this application.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct EmbeddedScheduler {
    pub running: bool,
    pub worker: String,
    pub since: Option<Instant>,
}

/// Whether anyone sweeps this database at all.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct Heartbeat {
    pub last_sweep_at: Option<Instant>,
    /// No sweep for three times the cadence, at least 60 s.
    pub silent: bool,
    pub overdue: u32,
    /// How late the newest sweep's claims were, in milliseconds.
    pub lag_ms: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WorkerState {
    Sweeping,
    Waiting,
    Silent,
    Stopped,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct WorkerRow {
    pub name: String,
    pub state: WorkerState,
    pub this_app: bool,
    pub heartbeat_at: Instant,
    pub started_at: Instant,
    /// The worker's own clock less the database's.
    pub clock_offset_ms: i32,
    pub holds: u32,
    pub version: String,
    pub zone_data: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct SweepRow {
    pub id: String,
    pub worker: String,
    pub started_at: Instant,
    pub took_ms: Option<u32>,
    pub claimed: u32,
    pub launched: u32,
    pub schedule_failed: u32,
    pub skipped: u32,
    pub missed: u32,
    pub taken_over: u32,
    pub error: Option<String>,
}

/// An endpoint that several routines found unavailable. What is to be launched there waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct EndpointRow {
    /// Scheme, host and port.
    pub endpoint: String,
    pub since: Instant,
    /// Runs that wait for it to answer.
    pub waiting: u32,
    /// When the oldest of them is tried next.
    pub next_probe_at: Instant,
}

/// What a worker found when it asked a hub whether it would take a hand-off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HubProbeRow {
    /// Host, port and path of the hub.
    pub hub: String,
    pub worker: String,
    pub asked_at: Instant,
    pub finding: ProbeFinding,
    /// One sentence: what it means and what to do.
    pub sentence: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct SchedulerStatus {
    pub embedded: EmbeddedScheduler,
    pub heartbeat: Heartbeat,
    pub workers: Vec<WorkerRow>,
    /// The newest sweeps, those with work first asked for.
    pub sweeps: Vec<SweepRow>,
    /// What workers found when they asked their hubs, by worker.
    pub hub_probes: Vec<HubProbeRow>,
    pub next_fire_at: Option<Instant>,
    /// This computer's clock less the database's.
    pub clock_difference_ms: i32,
    pub zone_data: String,
    /// The clock of a sandbox; none: real time.
    pub virtual_time: Option<VirtualTime>,
    pub real_now: Instant,
    pub now: Instant,
}
