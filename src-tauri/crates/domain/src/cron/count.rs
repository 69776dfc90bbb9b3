//! How many fires lie between two instants, without walking them: from the value sets and the
//! clock changes in between.

use chrono::{NaiveDateTime, TimeDelta};

use crate::{
    Instant,
    zone::{ClockChange, Reading, Zone},
};

use super::{CronExpression, CronKind, fires};

const SECOND: TimeDelta = TimeDelta::seconds(1);

impl CronExpression {
    /// Fires with `after < fire <= until`.
    pub fn count(&self, zone: Zone, after: Instant, until: Instant) -> u64 {
        let (after, until) = (fires::in_range(after), fires::in_range(until));
        if until <= after {
            return 0;
        }
        match self.kind {
            CronKind::FixedTime => self.count_fixed(zone, after, until),
            CronKind::IntervalLike => self.count_by_clock(zone, after, until),
        }
    }

    /// Every reading counts when the clock first shows or jumps over it; of those that fall into
    /// one gap only one fires, together with the reading at its end.
    fn count_fixed(&self, zone: Zone, after: Instant, until: Instant) -> u64 {
        let readings = self.walk.count(reached(zone, after), reached(zone, until));
        let merged: u64 = zone
            .changes(after, until)
            .filter(ClockChange::is_gap)
            .map(|gap| self.count_not_fired(&gap))
            .sum();
        readings - merged
    }

    fn count_by_clock(&self, zone: Zone, after: Instant, until: Instant) -> u64 {
        let mut count = 0;
        let mut reading = zone.reading_at(after);
        for change in zone.changes(after, until) {
            count += self.walk.count(reading, change.reading_before() - SECOND);
            reading = change.reading_after() - SECOND;
        }
        count + self.walk.count(reading, zone.reading_at(until))
    }
}

/// The latest reading the clock has shown by `at`: in a second pass, the end of the first one.
fn reached(zone: Zone, at: Instant) -> NaiveDateTime {
    let reading = zone.reading_at(at);
    match zone.resolve(reading) {
        Reading::Twice(first, second) if at == second => zone
            .change_between(first, second)
            .map_or(reading, |change| change.reading_before() - SECOND),
        _ => reading,
    }
}
