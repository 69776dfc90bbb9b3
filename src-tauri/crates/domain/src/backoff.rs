//! Launch failures: how long to wait before the same occurrence is launched again, and when to stop.

use chrono::Duration;

use crate::Instant;

const BASE_SECONDS: i64 = 60;
const CAP_SECONDS: i64 = 3_600;

/// The wait after the `failures`-th consecutive failure: `min(60 s × 2^(n−1), 1 h)`, without jitter.
pub fn wait_after(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(6);
    Duration::seconds((BASE_SECONDS << doublings).min(CAP_SECONDS))
}

/// What a launch failure does to the routine it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureMark {
    /// The same occurrence is launched again at `at`, as the next attempt.
    RetryAt { at: Instant, failures: u32 },
    /// The limit is reached: out of the schedule until someone revives it.
    DeadLetter { failures: u32 },
    /// It counts, but a newer occurrence has been claimed since: this one ends here.
    Superseded { failures: u32 },
}

/// Marks one more launch failure on a routine that had `failures_before`.
///
/// `failed_at` is the real time of the failure. `newest` says whether the failed occurrence is the
/// newest one claimed: only that one may take the routine's single retry slot.
pub fn mark_failure(
    failures_before: u32,
    dead_letter_after: u32,
    failed_at: Instant,
    newest: bool,
) -> FailureMark {
    let failures = failures_before.saturating_add(1);
    if failures >= dead_letter_after {
        FailureMark::DeadLetter { failures }
    } else if newest {
        FailureMark::RetryAt {
            at: failed_at + wait_after(failures),
            failures,
        }
    } else {
        FailureMark::Superseded { failures }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;

    #[test]
    fn waits_double_from_a_minute_to_an_hour() {
        let seconds: Vec<_> = (0..=9).map(|n| wait_after(n).num_seconds()).collect();
        assert_eq!(
            seconds,
            [60, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
        );
        assert_eq!(wait_after(u32::MAX).num_seconds(), 3600);
    }

    #[test]
    fn the_fifth_failure_dead_letters_and_an_older_occurrence_takes_no_slot() {
        let at = from_millis(0).unwrap();
        assert_eq!(
            mark_failure(1, 5, at, true),
            FailureMark::RetryAt {
                at: at + Duration::seconds(120),
                failures: 2
            }
        );
        assert_eq!(
            mark_failure(1, 5, at, false),
            FailureMark::Superseded { failures: 2 }
        );
        assert_eq!(
            mark_failure(4, 5, at, true),
            FailureMark::DeadLetter { failures: 5 }
        );
        assert_eq!(
            mark_failure(u32::MAX, 5, at, false),
            FailureMark::DeadLetter { failures: u32::MAX }
        );
    }
}
