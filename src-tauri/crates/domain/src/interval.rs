//! Fixed intervals: every N elapsed seconds from an anchor. They know no zone and no calendar.

use chrono::TimeDelta;

use crate::Instant;

/// Every `every_seconds` from `anchor` on; the anchor itself is the first occurrence. A late fire
/// moves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    pub every_seconds: u32,
    pub anchor: Instant,
}

impl Interval {
    /// The first occurrence after `after`; `None` beyond chrono's range.
    pub fn next_after(&self, after: Instant) -> Option<Instant> {
        let elapsed = after.signed_duration_since(self.anchor).num_milliseconds();
        if after < self.anchor {
            return Some(self.anchor);
        }
        let steps = elapsed.checked_div(self.step_ms())?.checked_add(1)?;
        let ahead = TimeDelta::try_milliseconds(steps.checked_mul(self.step_ms())?)?;
        self.anchor.checked_add_signed(ahead)
    }

    /// Occurrences with `after < occurrence <= until`.
    pub fn count(&self, after: Instant, until: Instant) -> u64 {
        self.reached(until).saturating_sub(self.reached(after))
    }

    /// Occurrences up to and including `at`.
    fn reached(&self, at: Instant) -> u64 {
        if at < self.anchor {
            return 0;
        }
        let elapsed = at.signed_duration_since(self.anchor).num_milliseconds();
        let steps = elapsed.checked_div(self.step_ms()).unwrap_or(0);
        u64::try_from(steps).map_or(0, |steps| steps + 1)
    }

    fn step_ms(&self) -> i64 {
        i64::from(self.every_seconds) * 1_000
    }
}
