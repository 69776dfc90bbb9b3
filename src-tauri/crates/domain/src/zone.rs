//! Named time zones and the clock changes in them. Owns the mapping between wall-clock readings
//! and instants; knows nothing of cron.

use std::fmt;

use chrono::{NaiveDateTime, Offset, TimeDelta, TimeZone};
use chrono_tz::{TZ_VARIANTS, Tz};
use serde::{Deserialize, Serialize};

use crate::{Instant, Invalid};

mod stretches;
mod suggestion;

pub(crate) use stretches::COVERED;
use stretches::Stretches;

/// The release of the IANA data compiled in, such as `2025b`.
pub const TZDB_VERSION: &str = chrono_tz::IANA_TZDB_VERSION;

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
        Stretches::of(self.0).offset_at(at).unwrap_or_else(|| {
            let offset = self.0.offset_from_utc_datetime(&at.naive_utc());
            offset.fix().local_minus_utc()
        })
    }

    /// What a clock on the wall shows at `at`.
    pub fn reading_at(self, at: Instant) -> NaiveDateTime {
        at.naive_utc() + TimeDelta::seconds(self.offset_at(at).into())
    }

    pub(crate) fn resolve(self, reading: NaiveDateTime) -> Reading {
        Stretches::of(self.0).resolve(reading)
    }

    /// The next clock change after `after`, if one comes within two years.
    pub fn next_change(self, after: Instant) -> Option<ClockChange> {
        self.change_between(after, after.checked_add_signed(HORIZON)?)
    }

    /// The first clock change from 1970 to 2100 with `after < at <= until`.
    pub fn change_between(self, after: Instant, until: Instant) -> Option<ClockChange> {
        Stretches::of(self.0).change_between(after, until)
    }

    /// All clock changes with `after < at <= until`, in order.
    pub fn changes(self, after: Instant, until: Instant) -> impl Iterator<Item = ClockChange> {
        let first = self.change_between(after, until);
        std::iter::successors(first, move |change| self.change_between(change.at, until))
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
