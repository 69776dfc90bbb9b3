//! How a routine has been doing, from its newest runs.

use crate::{Cause, Instant, RunId, RunStatus};

/// A run, as far as health depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRun {
    pub id: RunId,
    pub status: RunStatus,
    pub cause: Cause,
    pub recorded_at: Instant,
    pub launched_at: Option<Instant>,
    pub finished_at: Option<Instant>,
    pub message: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// Planned fires that succeeded one after the other, up to the newest. Fires by hand, and what
    /// was skipped, missed, cancelled or lost its worker, neither add to it nor end it.
    pub clean_streak: u32,
    /// Nothing that was looked at ended the streak: it may be longer.
    pub streak_is_open: bool,
    /// The median of what succeeded, in milliseconds; fires by hand count too.
    pub typical_ms: Option<u32>,
    /// How many runs the median is of.
    pub timed: u32,
    pub last_success: Option<PastRun>,
    /// The newest that failed, or whose launch failed.
    pub last_failure: Option<PastRun>,
}

impl Health {
    /// `runs` are the newest ones, newest first.
    pub fn of(runs: &[PastRun]) -> Self {
        let counted = |run: &&PastRun| run.cause.counts_towards_streaks();
        let mut streak = 0;
        let mut ended = false;
        for run in runs.iter().filter(counted) {
            match run.status {
                RunStatus::Succeeded => streak += 1,
                status if is_failure(status) => {
                    ended = true;
                    break;
                }
                _ => {}
            }
        }
        let mut durations: Vec<u32> = runs.iter().filter_map(succeeded_in).collect();
        durations.sort_unstable();
        let newest = |wanted: fn(RunStatus) -> bool| {
            let mut found = runs.iter().filter(|run| wanted(run.status));
            found.next().cloned()
        };
        Self {
            clean_streak: streak,
            streak_is_open: !ended,
            typical_ms: median(&durations),
            timed: u32::try_from(durations.len()).unwrap_or(u32::MAX),
            last_success: newest(|status| status == RunStatus::Succeeded),
            last_failure: newest(is_failure),
        }
    }
}

fn is_failure(status: RunStatus) -> bool {
    matches!(status, RunStatus::Failed | RunStatus::ScheduleFailed)
}

fn succeeded_in(run: &PastRun) -> Option<u32> {
    let (launched, finished) = run.launched_at.zip(run.finished_at)?;
    let took = (finished - launched).num_milliseconds().max(0);
    (run.status == RunStatus::Succeeded).then(|| u32::try_from(took).unwrap_or(u32::MAX))
}

/// Of two in the middle the lower one: a duration that was really seen.
fn median(sorted: &[u32]) -> Option<u32> {
    let middle = sorted.len().checked_sub(1)? / 2;
    sorted.get(middle).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;
    use RunStatus::*;

    fn run(status: RunStatus, took_ms: i64) -> PastRun {
        let at = from_millis(1_700_000_000_000).unwrap();
        PastRun {
            id: RunId::new(at),
            status,
            cause: Cause::Schedule,
            recorded_at: at,
            launched_at: Some(at),
            finished_at: Some(at + chrono::TimeDelta::milliseconds(took_ms)),
            message: None,
        }
    }

    #[test]
    fn a_routine_that_never_ran_is_neither_well_nor_ill() {
        let health = Health::of(&[]);
        assert_eq!((health.clean_streak, health.typical_ms), (0, None));
        assert!(health.streak_is_open && health.last_success.is_none());
    }

    #[test]
    fn a_streak_is_of_planned_fires_and_ends_at_a_failure() {
        let by_hand = |status| PastRun {
            cause: Cause::Manual,
            ..run(status, 1)
        };
        let runs = [
            run(Running, 0),
            by_hand(Failed),
            run(Succeeded, 10),
            run(Skipped, 0),
            run(Missed, 0),
            run(Abandoned, 0),
            by_hand(Succeeded),
            run(Succeeded, 30),
            run(ScheduleFailed, 5),
            run(Succeeded, 1),
        ];
        let health = Health::of(&runs);
        assert_eq!((health.clean_streak, health.streak_is_open), (2, false));
        assert_eq!(health.last_failure.unwrap().cause, Cause::Manual);
        assert!(Health::of(&runs[..8]).streak_is_open);
    }

    #[test]
    fn the_typical_duration_is_one_that_was_seen() {
        let runs = [9_000, 10, 20, 40].map(|took| run(Succeeded, took));
        let health = Health::of(&runs);
        assert_eq!((health.typical_ms, health.timed), (Some(20), 4));
        let failed = [run(Failed, 5)];
        assert_eq!(Health::of(&failed).typical_ms, None);
    }
}
