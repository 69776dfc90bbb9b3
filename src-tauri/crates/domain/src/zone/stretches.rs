//! The clock of each zone as the stretches of time between its changes, worked out once when a
//! zone is first used. chrono-tz stays the only source; a look-up here is a few comparisons.

use std::{
    ops::Range,
    sync::{LazyLock, OnceLock},
};

use chrono::{DateTime, NaiveDateTime, Offset, TimeDelta, TimeZone};
use chrono_tz::{TZ_VARIANTS, Tz};

use crate::Instant;

use super::{ClockChange, Reading};

const DAY: i64 = 86_400;

/// From two days before 1970 to two days after 2100, in seconds: no schedule looks further.
pub(crate) const COVERED: Range<i64> = -2 * DAY..(47_847 + 2) * DAY;

/// No zone keeps an offset for a shorter time than this from 1970 on (the shortest is 6.96 days),
/// so two probes this far apart see every clock change.
const PROBE: i64 = 6 * DAY;

/// In order, without a gap, the first of them open to the past and the last to the future.
pub(super) struct Stretches(Vec<Stretch>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    /// Unix seconds; changes fall on whole ones.
    start: i64,
    offset: i32,
}

impl Stretch {
    /// Its first reading, in seconds as if the clock were in UTC.
    fn first_reading(self) -> i64 {
        self.start + i64::from(self.offset)
    }
}

impl Stretches {
    pub fn of(zone: Tz) -> &'static Self {
        static KNOWN: LazyLock<Vec<OnceLock<Stretches>>> =
            LazyLock::new(|| TZ_VARIANTS.iter().map(|_| OnceLock::new()).collect());
        KNOWN[zone as usize].get_or_init(|| Self::probe(zone))
    }

    fn probe(zone: Tz) -> Self {
        let offset = |second| {
            let at = DateTime::from_timestamp(second, 0).unwrap_or_default();
            let offset = zone.offset_from_utc_datetime(&at.naive_utc()).fix();
            offset.local_minus_utc()
        };
        let mut stretches = vec![Stretch {
            start: COVERED.start,
            offset: offset(COVERED.start),
        }];
        let mut low = COVERED.start;
        while low < COVERED.end {
            let high = low + PROBE;
            let (before, after) = (offset(low), offset(high));
            if before != after {
                let start = first_with(low, high, |second| offset(second) != before);
                stretches.push(Stretch {
                    start,
                    offset: after,
                });
            }
            low = high;
        }
        Self(stretches)
    }

    /// The last stretch that has begun at a second, or the first of all.
    fn index(&self, second: i64) -> usize {
        self.0
            .partition_point(|stretch| stretch.start <= second)
            .saturating_sub(1)
    }

    /// Seconds east of Greenwich; `None` outside the years of schedules.
    pub fn offset_at(&self, at: Instant) -> Option<i32> {
        let second = at.timestamp();
        COVERED
            .contains(&second)
            .then(|| self.0[self.index(second)].offset)
    }

    pub fn resolve(&self, reading: NaiveDateTime) -> Reading {
        let utc = reading.and_utc();
        let at = |stretch: Stretch| utc - TimeDelta::seconds(stretch.offset.into());
        let second = utc.timestamp();
        // No offset is a day long and no stretch is that short: it is one of three.
        let near = self.index(second).saturating_sub(1);
        let mut found = None;
        for index in near..self.0.len().min(near + 3) {
            let stretch = self.0[index];
            let end = self.0.get(index + 1).map(|next| next.start);
            if index > 0 && second < stretch.first_reading() {
                return found.map_or_else(
                    || Reading::Never {
                        until: DateTime::from_timestamp(stretch.start, 0).unwrap_or_default(),
                    },
                    Reading::Once,
                );
            }
            if end.is_none_or(|end| second < end + i64::from(stretch.offset)) {
                match found {
                    None => found = Some(at(stretch)),
                    Some(first) => return Reading::Twice(first, at(stretch)),
                }
            }
        }
        Reading::Once(found.unwrap_or(utc))
    }

    /// The first change with `after < at <= until`, from 1970 to 2100.
    pub fn change_between(&self, after: Instant, until: Instant) -> Option<ClockChange> {
        let index = self.index(after.timestamp());
        let (before, next) = (self.0[index], self.0.get(index + 1)?);
        (next.start <= until.timestamp()).then(|| ClockChange {
            at: DateTime::from_timestamp(next.start, 0).unwrap_or_default(),
            offset_before_seconds: before.offset,
            offset_after_seconds: next.offset,
        })
    }
}

/// The first second in `low < second <= high` from which on something holds.
fn first_with(mut low: i64, mut high: i64, holds: impl Fn(i64) -> bool) -> i64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}
