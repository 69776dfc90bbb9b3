//! Which finished runs a tenant no longer keeps.

use chrono::Duration;

use crate::{Instant, RunStatus, TenantPolicy};

/// How often the history is gone through for what may go.
pub const PRUNE_EVERY_SECONDS: i64 = 3_600;
/// How long the history rests between two batches of one round.
pub const PRUNE_PAUSE_SECONDS: i64 = 5;

/// What went wrong, and is kept longer: people come back to it.
pub const FAILURES: [RunStatus; 4] = [
    RunStatus::Failed,
    RunStatus::ScheduleFailed,
    RunStatus::Missed,
    RunStatus::Abandoned,
];

/// What was recorded before these instants may go, the newest runs of a routine aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Horizon {
    pub runs: Instant,
    pub failures: Instant,
}

impl TenantPolicy {
    /// A failure is never kept shorter than a success, whatever the two values say.
    pub fn horizon(&self, now: Instant) -> Horizon {
        let days = |days: u32| now - Duration::days(i64::from(days));
        Horizon {
            runs: days(self.retention_days),
            failures: days(self.failure_retention_days.max(self.retention_days)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;

    #[test]
    fn a_failure_is_never_kept_shorter() {
        let now = from_millis(1_700_000_000_000).unwrap();
        let policy = TenantPolicy {
            retention_days: 30,
            failure_retention_days: 7,
            ..TenantPolicy::default()
        };
        let Horizon { runs, failures } = policy.horizon(now);
        assert_eq!((runs, failures), (now - Duration::days(30), runs));
        let longer = TenantPolicy {
            failure_retention_days: 31,
            ..policy
        };
        assert_eq!(longer.horizon(now).failures, now - Duration::days(31));
    }
}
