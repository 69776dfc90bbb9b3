//! When an expression fires in a zone: the policy between wall-clock readings and instants.
//! Every fire of the product, shown or claimed, comes from `next_after`.

use chrono::{DateTime, TimeDelta};

use crate::{
    Instant,
    zone::{COVERED, Reading, Zone},
};

use super::{CronExpression, CronKind};

const SECOND: TimeDelta = TimeDelta::seconds(1);

const FIRST: Instant = at_second(COVERED.start);
const LAST: Instant = at_second(COVERED.end);

impl CronExpression {
    /// The first fire after `after`, in real time. `None` when none comes before 2101.
    pub fn next_after(&self, zone: Zone, after: Instant) -> Option<Instant> {
        let after = in_range(after);
        match self.kind {
            CronKind::FixedTime => self.next_fixed(zone, after),
            CronKind::IntervalLike => self.next_by_clock(zone, after),
        }
    }

    /// Readings in order, each at the first instant at which the clock shows it or has jumped
    /// over it. What resolves at or before `after` has fired: the second pass of an overlap, and
    /// all but the first of the readings that fall into one gap.
    fn next_fixed(&self, zone: Zone, after: Instant) -> Option<Instant> {
        let mut reading = zone.reading_at(after);
        loop {
            reading = self.walk.next(reading)?;
            let at = match zone.resolve(reading) {
                // `after` lies in the second pass, and so do all readings up to its end.
                Reading::Twice(first, second) if first <= after => {
                    reading = zone.change_between(first, second)?.reading_before() - SECOND;
                    continue;
                }
                Reading::Once(at) | Reading::Twice(at, _) | Reading::Never { until: at } => at,
            };
            if at > after {
                return Some(at);
            }
        }
    }

    /// From one clock change to the next, wall-clock time and real time advance together: the
    /// walk's next reading is the fire, unless the clock is moved before it comes.
    fn next_by_clock(&self, zone: Zone, after: Instant) -> Option<Instant> {
        let mut start = after;
        let mut offset = TimeDelta::seconds(zone.offset_at(after).into());
        let mut reading = after.naive_utc() + offset;
        loop {
            let at = (self.walk.next(reading)? - offset).and_utc();
            match zone.change_between(start, at) {
                None => return Some(at),
                Some(change) => {
                    start = change.at;
                    offset = TimeDelta::seconds(change.offset_after_seconds.into());
                    // The first reading of the new offset counts too.
                    reading = change.reading_after() - SECOND;
                }
            }
        }
    }
}

/// Keeps offsets from leaving chrono's range; no fire lies outside, whatever the offset.
pub(crate) fn in_range(at: Instant) -> Instant {
    at.clamp(FIRST, LAST)
}

const fn at_second(second: i64) -> Instant {
    match DateTime::from_timestamp(second, 0) {
        Some(at) => at,
        None => DateTime::UNIX_EPOCH,
    }
}
