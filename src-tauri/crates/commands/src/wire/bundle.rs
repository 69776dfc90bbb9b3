use routine_domain::Instant;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Explanation, RoutineChanges, RoutineDetail, RunDetail, SweepRow, WorkerRow};

/// All that was known of one run, to be looked at elsewhere; what promises a secret is hidden in it.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct Bundle {
    pub format: String,
    pub version: u32,
    pub made_at: Instant,
    pub made_by: String,
    /// The release of Routine Desk that made it.
    pub program: String,
    /// SQLite or PostgreSQL.
    pub engine: String,
    /// The release of the zone data that planned it.
    pub zone_data: String,
    pub run: RunDetail,
    /// Every attempt at its planned time, each in full, oldest first.
    pub attempts: Vec<RunDetail>,
    /// None of what had no planned time, or whose routine is gone.
    pub explanation: Option<Explanation>,
    pub routine: Option<RoutineDetail>,
    pub changes: Option<RoutineChanges>,
    /// Passes of the scheduler from shortly before it was claimed until shortly after its end.
    pub sweeps: Vec<SweepRow>,
    pub workers: Vec<WorkerRow>,
}

/// A bundle as it is written to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BundleFile {
    pub file_name: String,
    pub text: String,
}
