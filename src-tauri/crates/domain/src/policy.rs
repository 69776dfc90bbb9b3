//! The values an administrator may set per tenant, and the rules a routine carries for being late
//! and for overlapping itself.

use serde::{Deserialize, Serialize};

use crate::{Invalid, words::words};

words! {
    /// What to do with occurrences that passed unclaimed.
    Misfire, "misfire" {
        /// The newest passed one fires, the rest is one `missed` row.
        FireOnce = "fire_once",
        /// The newest fires only if it is at most the grace late.
        Skip = "skip",
        /// The newest hundred fire, oldest first, one after the other.
        FireAll = "fire_all",
    }
}

words! {
    /// What to do when an occurrence comes while an earlier run is still open.
    Overlap, "overlap" {
        Skip = "skip",
        QueueOne = "queue_one",
        Allow = "allow",
    }
}

impl Misfire {
    /// What it does, as the screens say it.
    pub fn words(self) -> &'static str {
        match self {
            Misfire::FireOnce => "Run once, then carry on",
            Misfire::Skip => "Leave it out, record it as missed",
            Misfire::FireAll => "Run every missed one, up to 100",
        }
    }
}

impl Overlap {
    /// What it does, as the screens say it.
    pub fn words(self) -> &'static str {
        match self {
            Overlap::Skip => "Skip the new fire",
            Overlap::QueueOne => "Let one wait",
            Overlap::Allow => "Run side by side",
        }
    }
}

/// How many passed occurrences `fire_all` fires at most.
pub const FIRE_ALL_LIMIT: u32 = 100;

/// The policy of one tenant. Durations are seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(default, deny_unknown_fields)]
pub struct TenantPolicy {
    /// The floor: no two neighbouring occurrences of a trigger may be closer, in wall-clock time.
    pub minimum_interval_seconds: u32,
    /// How many enabled routines one owner may have.
    pub enabled_cap: u32,
    /// How late an occurrence may be claimed and still count as on time.
    pub grace_seconds: u32,
    /// Consecutive launch failures that dead-letter a routine.
    pub dead_letter_after: u32,
    /// Consecutive failed runs that switch a routine off.
    pub fatigue_after: u32,
    /// How long a worker may hold a claimed run; longer than the launch time limit.
    pub lease_seconds: u32,
    /// How long one launch may take.
    pub launch_timeout_seconds: u32,
    /// Open runs the tenant may have at once; none means no cap.
    pub concurrency_cap: Option<u32>,
    /// Whether an endpoint that several routines find unavailable is given a rest.
    pub breaker: bool,
    /// How long finished runs are kept.
    pub retention_days: u32,
    /// How long those are kept that went wrong; never shorter than the others.
    pub failure_retention_days: u32,
    /// So many of a routine's newest runs are kept however old they are.
    pub keep_newest_runs: u32,
}

impl Default for TenantPolicy {
    fn default() -> Self {
        Self {
            minimum_interval_seconds: 15 * 60,
            enabled_cap: 20,
            grace_seconds: 10 * 60,
            dead_letter_after: 5,
            fatigue_after: 10,
            lease_seconds: 60,
            launch_timeout_seconds: 30,
            concurrency_cap: None,
            breaker: true,
            retention_days: 90,
            failure_retention_days: 365,
            keep_newest_runs: 20,
        }
    }
}

impl TenantPolicy {
    /// The policy of the local demo: the floor is one second, so that one can watch things fire.
    pub fn local_demo() -> Self {
        Self {
            minimum_interval_seconds: 1,
            enabled_cap: 10_000,
            ..Self::default()
        }
    }

    /// Refuses values that would make the engine's promises impossible.
    pub fn check(&self) -> Result<(), Invalid> {
        let within = |field: &str, value: u32, low: u32, high: u32| {
            if (low..=high).contains(&value) {
                Ok(())
            } else {
                Err(Invalid::new(
                    field,
                    format!("{field} is {value}. It must be from {low} to {high}."),
                ))
            }
        };
        within(
            "minimum_interval_seconds",
            self.minimum_interval_seconds,
            1,
            86_400,
        )?;
        within("enabled_cap", self.enabled_cap, 1, 1_000_000)?;
        within("grace_seconds", self.grace_seconds, 0, 7 * 86_400)?;
        within("dead_letter_after", self.dead_letter_after, 1, 100)?;
        within("fatigue_after", self.fatigue_after, 1, 1_000)?;
        within("lease_seconds", self.lease_seconds, 2, 3_600)?;
        within(
            "launch_timeout_seconds",
            self.launch_timeout_seconds,
            1,
            3_599,
        )?;
        within("retention_days", self.retention_days, 1, 36_500)?;
        within(
            "failure_retention_days",
            self.failure_retention_days,
            1,
            36_500,
        )?;
        within("keep_newest_runs", self.keep_newest_runs, 1, 1_000)?;
        if let Some(cap) = self.concurrency_cap {
            within("concurrency_cap", cap, 1, 1_000_000)?;
        }
        if self.lease_seconds <= self.launch_timeout_seconds {
            return Err(Invalid::new(
                "lease_seconds",
                format!(
                    "lease_seconds is {} and launch_timeout_seconds is {}. The lease must be longer, or a launch could be taken over while it is still being tried.",
                    self.lease_seconds, self.launch_timeout_seconds
                ),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_and_the_demo_are_valid() {
        assert_eq!(TenantPolicy::default().check(), Ok(()));
        assert_eq!(TenantPolicy::local_demo().check(), Ok(()));
    }

    #[test]
    fn a_lease_shorter_than_a_launch_is_refused() {
        let policy = TenantPolicy {
            lease_seconds: 30,
            ..TenantPolicy::default()
        };
        assert_eq!(policy.check().unwrap_err().field, "lease_seconds");
    }
}
