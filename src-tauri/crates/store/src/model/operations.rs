use routine_domain::Instant;

/// Figures that rise and fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gauges {
    /// Routines whose next fire has come.
    pub due: u32,
    /// And for longer than a worker would leave it.
    pub overdue: u32,
    pub open_runs: u32,
    /// Of these, those that wait for something.
    pub waiting_runs: u32,
    pub dead_lettered: u32,
    pub last_sweep_at: Option<Instant>,
    /// Of this process's pool.
    pub connections: u32,
    pub idle_connections: u32,
}
