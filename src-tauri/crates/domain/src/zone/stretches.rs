//! The clock of each zone as the stretches of time between its changes, worked out once when a
//! zone is first used. chrono-tz stays the only source; a look-up here is a few comparisons.

use std::{
    ops::Range,
    sync::{LazyLock, OnceLock},
};

use chrono::{DateTime, NaiveDateTime, Offset, TimeZone};
use chrono_tz::{TZ_VARIANTS, Tz};

use crate::Instant;

use super::{ClockChange, Reading};

const DAY: i64 = 86_400;

/// From two days before 1970 to two days after 2100, in seconds: no schedule looks further.
pub(crate) const COVERED: Range<i64> = -2 * DAY..(47_847 + 2) * DAY;

/// No zone keeps an offset for a shorter time than this from 1970 on (the shortest is 6.96 days),
/// so two probes this far apart see every clock change.
const PROBE: i64 = 6 * DAY;

/// How much time one entry of `Stretches::hints` stands for.
const PERIOD: i64 = 64 * DAY;

pub(super) struct Stretches {
    /// In order, without a gap, from the beginning to the end of time.
    all: Vec<Stretch>,
    /// For each period since `COVERED.start`, the stretch in which it begins.
    hints: Vec<usize>,
}

/// Unix seconds, the end excluded: changes fall on whole ones.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    start: i64,
    end: i64,
    offset: i32,
}

impl Stretch {
    /// The second at which its clock shows a reading given in seconds, if it does.
    fn shows(self, reading: i64) -> Option<i64> {
        let second = reading - i64::from(self.offset);
        (self.start..self.end).contains(&second).then_some(second)
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
            let offset = zone
                .offset_from_utc_datetime(&instant(second).naive_utc())
                .fix();
            offset.local_minus_utc()
        };
        let mut all = vec![Stretch {
            start: i64::MIN,
            end: i64::MAX,
            offset: offset(COVERED.start),
        }];
        for low in COVERED.step_by(PROBE as usize) {
            let high = low + PROBE;
            let (before, after) = (offset(low), offset(high));
            if before == after {
                continue;
            }
            let start = first_with(low, high, |second| offset(second) != before);
            if let Some(last) = all.last_mut() {
                last.end = start;
            }
            all.push(Stretch {
                start,
                end: i64::MAX,
                offset: after,
            });
        }
        let begins = |second| all.partition_point(|stretch| stretch.end <= second);
        let hints = COVERED.step_by(PERIOD as usize).map(begins).collect();
        Self { all, hints }
    }

    /// The stretch that a second belongs to.
    fn index(&self, second: i64) -> usize {
        let periods = (second.clamp(COVERED.start, COVERED.end - 1) - COVERED.start) / PERIOD;
        let mut index = usize::try_from(periods).map_or(0, |period| self.hints[period]);
        while self.all[index].end <= second {
            index += 1;
        }
        index
    }

    /// Seconds east of Greenwich; `None` outside the years of schedules.
    pub fn offset_at(&self, at: Instant) -> Option<i32> {
        let second = at.timestamp();
        let offset = || self.all[self.index(second)].offset;
        COVERED.contains(&second).then(offset)
    }

    pub fn resolve(&self, reading: NaiveDateTime) -> Reading {
        let reading = reading.and_utc().timestamp();
        let index = self.index(reading);
        let stretch = self.all[index];
        let at = reading - i64::from(stretch.offset);
        // No clock is moved by more than a day: only near a change can another stretch show it.
        if (stretch.start + DAY..stretch.end - DAY).contains(&at) {
            return Reading::Once(instant(at));
        }
        let near = &self.all[index.saturating_sub(1)..self.all.len().min(index + 2)];
        let mut shown = near.iter().filter_map(|stretch| stretch.shows(reading));
        match (shown.next(), shown.next()) {
            (Some(at), None) => Reading::Once(instant(at)),
            (Some(first), Some(second)) => Reading::Twice(instant(first), instant(second)),
            (None, _) => {
                let ended = |stretch: &&Stretch| reading - i64::from(stretch.offset) >= stretch.end;
                let before = near.iter().take_while(ended).last();
                Reading::Never {
                    until: instant(before.map_or(reading, |stretch| stretch.end)),
                }
            }
        }
    }

    /// The first change with `after < at <= until`, from 1970 to 2100.
    pub fn change_between(&self, after: Instant, until: Instant) -> Option<ClockChange> {
        let index = self.index(after.timestamp());
        let before = self.all[index];
        let next = self.all.get(index + 1)?;
        (next.start <= until.timestamp()).then(|| ClockChange {
            at: instant(next.start),
            offset_before_seconds: before.offset,
            offset_after_seconds: next.offset,
        })
    }
}

fn instant(second: i64) -> Instant {
    DateTime::from_timestamp(second, 0).unwrap_or_default()
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
