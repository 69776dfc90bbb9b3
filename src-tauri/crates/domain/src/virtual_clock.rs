//! The clock of a sandbox: what it shows, how it is moved, and where a jump leads.

use chrono::{Datelike, TimeDelta};

use crate::{Instant, Invalid, Zone, instant::truncate, words::words, zone::ClockChange};

/// How many times as fast as real time it may go; 0 holds it.
pub const RATES: [u32; 4] = [0, 1, 60, 600];

/// A clock that showed `shown` at `since` and goes `rate` times as fast as real time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VirtualClock {
    pub shown: Instant,
    /// Real time, by the database's clock.
    pub since: Instant,
    pub rate: u32,
}

impl VirtualClock {
    /// What it shows at `real`. Real time that was set back holds it.
    pub fn now(&self, real: Instant) -> Instant {
        let passed = (real - self.since).num_milliseconds().max(0);
        let passed = passed.saturating_mul(i64::from(self.rate));
        let moved = TimeDelta::try_milliseconds(passed).unwrap_or(TimeDelta::MAX);
        truncate(self.shown.checked_add_signed(moved).unwrap_or(self.shown))
    }
}

/// What a person, or a walk through time, does to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockMove {
    /// It goes on from what it shows.
    Pace { rate: u32 },
    /// It shows another time, and goes on from there.
    Set { at: Instant, rate: u32 },
    /// Back to real time.
    Real,
}

impl ClockMove {
    /// The clock that there is afterwards; none is real time.
    pub fn apply(self, clock: Option<VirtualClock>, real: Instant) -> Option<VirtualClock> {
        let (shown, rate) = match self {
            Self::Pace { rate } => (clock.map_or(real, |clock| clock.now(real)), rate),
            Self::Set { at, rate } => (truncate(at), rate),
            Self::Real => return None,
        };
        Some(VirtualClock {
            shown,
            since: real,
            rate,
        })
    }

    /// Refuses a pace that there is not, and times beyond all schedules.
    pub fn check(self) -> Result<(), Invalid> {
        let rate = match self {
            Self::Pace { rate } | Self::Set { rate, .. } => rate,
            Self::Real => return Ok(()),
        };
        if !RATES.contains(&rate) {
            return Err(Invalid::new(
                "rate",
                format!(
                    "The clock cannot go {rate} times as fast. Choose 0 to hold it, 1, 60 or 600."
                ),
            ));
        }
        match self {
            Self::Set { at, .. } if !(2000..2100).contains(&at.year()) => Err(Invalid::new(
                "at",
                format!(
                    "The clock cannot be set to the year {}. Choose one from 2000 to 2099.",
                    at.year()
                ),
            )),
            _ => Ok(()),
        }
    }
}

words! {
    /// Where the clock may be taken by one key.
    Jump, "jump" {
        Minute = "minute",
        Hour = "hour",
        Day = "day",
        NextFire = "next_fire",
        PastClockChange = "past_clock_change",
    }
}

/// A clock change of a zone in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneChange {
    pub zone: Zone,
    pub change: ClockChange,
}

impl ZoneChange {
    /// The first instant at which nothing is left of it: no reading comes twice any more.
    pub fn over_at(&self) -> Instant {
        let moved = self.change.offset_after_seconds - self.change.offset_before_seconds;
        self.change.at + TimeDelta::seconds(i64::from(moved.abs()))
    }
}

/// The first clock change of any of these zones that is not over at `now`.
pub fn next_change(zones: &[Zone], now: Instant) -> Option<ZoneChange> {
    // A change that has come may still have readings to repeat.
    let from = now.checked_sub_signed(TimeDelta::hours(3)).unwrap_or(now);
    let changes = zones.iter().filter_map(|zone| {
        zone.changes(from, from + TimeDelta::days(2 * 366))
            .map(|change| ZoneChange {
                zone: *zone,
                change,
            })
            .find(|change| change.over_at() > now)
    });
    changes.min_by_key(|change| change.change.at)
}

impl Jump {
    /// Where it leads from `now`; none where there is nothing to jump to.
    pub fn target(
        self,
        now: Instant,
        next_fire: Option<Instant>,
        change: Option<ZoneChange>,
    ) -> Option<Instant> {
        match self {
            Self::Minute => Some(now + TimeDelta::minutes(1)),
            Self::Hour => Some(now + TimeDelta::hours(1)),
            Self::Day => Some(now + TimeDelta::days(1)),
            Self::NextFire => next_fire.filter(|at| *at > now),
            Self::PastClockChange => change.map(|change| change.over_at()),
        }
    }
}
