//! Occurrences that have passed unclaimed, summed up at a cost that does not grow with their
//! number: a clock that is months stale is as cheap as one that is minutes late.

use chrono::TimeDelta;

use crate::Instant;

use super::Trigger;

/// What has passed from a planned occurrence up to now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// The planned occurrence it was asked about.
    pub first: Instant,
    /// The newest one at or before now; `first` when it is the only one.
    pub newest: Instant,
    /// How many, both included.
    pub count: u32,
    /// The next one after now.
    pub next: Option<Instant>,
}

impl Trigger {
    /// Sums up the occurrences from `scheduled_from`, which counts as one whatever the trigger
    /// says of it, up to and including `now`. `None` while it still lies ahead.
    pub fn passed(&self, scheduled_from: Instant, now: Instant) -> Option<Passed> {
        if scheduled_from > now {
            return None;
        }
        let others = self.count_between(scheduled_from, now);
        Some(Passed {
            first: scheduled_from,
            newest: self.newest(scheduled_from, now).unwrap_or(scheduled_from),
            count: others.saturating_add(1),
            next: self.next_after(now),
        })
    }

    /// How many occurrences there are with `after < occurrence <= until`; at most `u32::MAX`.
    pub fn count_between(&self, after: Instant, until: Instant) -> u32 {
        let count = match self {
            Self::Cron { expression, zone } => expression.count(*zone, after, until),
            Self::Interval(interval) => interval.count(after, until),
            Self::Once { at } => u64::from(after < *at && *at <= until),
            Self::Manual => 0,
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The newest occurrence with `after < occurrence <= until`, by bisection: some forty
    /// questions to `next_after` for any span.
    pub fn newest(&self, after: Instant, until: Instant) -> Option<Instant> {
        let mut newest = self.next_after(after).filter(|at| *at <= until)?;
        let mut end = until;
        // No occurrence lies after `end` and at or before `until`.
        while newest < end {
            let half = end.signed_duration_since(newest).num_milliseconds() / 2;
            let middle = newest + TimeDelta::milliseconds(half);
            match self.next_after(middle).filter(|at| *at <= end) {
                Some(later) => newest = later,
                None => end = middle,
            }
        }
        Some(newest)
    }
}
