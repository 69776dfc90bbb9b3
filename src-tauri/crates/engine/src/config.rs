use std::sync::Arc;

use routine_domain::LauncherKind;

use crate::Secrets;

/// Who a worker is and what it may do.
#[derive(Clone)]
pub struct WorkerConfig {
    /// Unique among the workers of a database.
    pub name: String,
    pub version: String,
    pub launchers: Vec<LauncherKind>,
    pub secrets: Arc<dyn Secrets>,
    /// The address of a hub that all `http` runs are handed to, whatever address their definitions
    /// name.
    pub hub: Option<String>,
    /// It sweeps at least this often.
    pub poll_seconds: u32,
    /// Launches under way at once.
    pub concurrency: usize,
    /// Routines claimed in one transaction.
    pub batch: u32,
    /// Runs claimed and not yet launched; no more are claimed beyond it.
    pub in_hand: usize,
    /// After how long a run that sends no heartbeats is presumed lost.
    pub running_limit_seconds: u32,
}

impl WorkerConfig {
    /// A worker with the usual numbers that starts no programs: add `LauncherKind::Command` where
    /// that is wanted.
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        secrets: Arc<dyn Secrets>,
    ) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            launchers: vec![LauncherKind::Http, LauncherKind::Simulated],
            secrets,
            hub: None,
            poll_seconds: 30,
            concurrency: 64,
            batch: 500,
            in_hand: 2_000,
            running_limit_seconds: 86_400,
        }
    }
}
