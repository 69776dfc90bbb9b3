//! Named time zones and the clock changes in them. Owns the mapping between wall-clock readings
//! and instants; knows nothing of cron.

use std::fmt;

use chrono::{LocalResult, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::{GapInfo, TZ_VARIANTS, Tz};
use serde::{Deserialize, Serialize};

use crate::{Instant, Invalid};

mod suggestion;

/// The release of the IANA data compiled in, such as `2025b`.
pub const TZDB_VERSION: &str = chrono_tz::IANA_TZDB_VERSION;

/// No zone keeps an offset for a shorter time than this from 1970 on (the shortest is 6.96 days),
/// so two probes this far apart see every clock change.
const PROBE: TimeDelta = TimeDelta::days(6);

/// How far `next_change` looks: the Moroccan and Palestinian rules leave no two years without a
/// change, and a zone that rests for two years has nothing worth announcing.
const HORIZON: TimeDelta = TimeDelta::days(2 * 366);

/// A zone of the IANA database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Zone(Tz);

/// A moment at which the clocks of a zone are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockChange {
    /// The first instant of the new offset.
    pub at: Instant,
    pub offset_before_seconds: i32,
    pub offset_after_seconds: i32,
}

impl ClockChange {
    /// The reading the clock was about to show at `at`.
    pub fn reading_before(&self) -> NaiveDateTime {
        self.at.naive_utc() + TimeDelta::seconds(self.offset_before_seconds.into())
    }

    /// The reading the clock shows at `at`.
    pub fn reading_after(&self) -> NaiveDateTime {
        self.at.naive_utc() + TimeDelta::seconds(self.offset_after_seconds.into())
    }

    /// Whether the clock goes forward, so that some readings never come.
    pub fn is_gap(&self) -> bool {
        self.offset_after_seconds > self.offset_before_seconds
    }
}

/// What a wall-clock reading stands for in a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Once(Instant),
    /// The clock is put back over it: shown at both instants.
    Twice(Instant, Instant),
    /// The clock is put forward over it: never shown; `until` is the first instant after the gap.
    Never {
        until: Instant,
    },
}

impl Zone {
    pub const UTC: Self = Self(Tz::UTC);

    /// A zone by its exact IANA name.
    pub fn parse(name: &str) -> Result<Self, Invalid> {
        name.parse::<Tz>()
            .map(Self)
            .map_err(|_| suggestion::refuse(name))
    }

    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// All names that `parse` accepts, in the database's order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TZ_VARIANTS.iter().map(|tz| tz.name())
    }

    /// Seconds east of Greenwich at `at`.
    pub fn offset_at(self, at: Instant) -> i32 {
        self.0
            .offset_from_utc_datetime(&at.naive_utc())
            .fix()
            .local_minus_utc()
    }

    /// What a clock on the wall shows at `at`.
    pub fn reading_at(self, at: Instant) -> NaiveDateTime {
        at.naive_utc() + TimeDelta::seconds(self.offset_at(at).into())
    }

    pub(crate) fn resolve(self, reading: NaiveDateTime) -> Option<Reading> {
        let utc = |local: chrono::DateTime<Tz>| local.with_timezone(&Utc);
        match self.0.from_local_datetime(&reading) {
            LocalResult::Single(at) => Some(Reading::Once(utc(at))),
            LocalResult::Ambiguous(a, b) => Some(Reading::Twice(utc(a.min(b)), utc(a.max(b)))),
            LocalResult::None => Some(Reading::Never {
                until: utc(GapInfo::new(&reading, &self.0)?.end?),
            }),
        }
    }

    /// The next clock change after `after`, if one comes within two years.
    pub fn next_change(self, after: Instant) -> Option<ClockChange> {
        self.change_between(after, after.checked_add_signed(HORIZON)?)
    }

    /// The first clock change with `after < at <= until`.
    pub fn change_between(self, after: Instant, until: Instant) -> Option<ClockChange> {
        let before = self.offset_at(after);
        let mut low = after;
        while low < until {
            let high = until.min(low.checked_add_signed(PROBE).unwrap_or(until));
            if self.offset_at(high) != before {
                return Some(self.pin_down(low, high));
            }
            low = high;
        }
        None
    }

    /// All clock changes with `after < at <= until`, in order.
    pub fn changes(self, after: Instant, until: Instant) -> impl Iterator<Item = ClockChange> {
        let first = self.change_between(after, until);
        std::iter::successors(first, move |change| self.change_between(change.at, until))
    }

    /// The one change between two instants with different offsets; changes fall on whole seconds.
    fn pin_down(self, low: Instant, high: Instant) -> ClockChange {
        let offset_before_seconds = self.offset_at(low);
        let (mut low, mut high) = (low.timestamp(), high.timestamp());
        let offset = |second: i64| {
            chrono::DateTime::from_timestamp(second, 0)
                .map_or(offset_before_seconds, |at| self.offset_at(at))
        };
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if offset(middle) == offset_before_seconds {
                low = middle;
            } else {
                high = middle;
            }
        }
        ClockChange {
            at: chrono::DateTime::from_timestamp(high, 0).unwrap_or_default(),
            offset_before_seconds,
            offset_after_seconds: offset(high),
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
