//! The floor: how close two neighbouring occurrences may be. The verdict is taken from the
//! expression's whole cycle on the wall clock, so it never depends on when it is asked; what a
//! clock change does on some date is a warning.

use chrono::{NaiveDate, TimeDelta};
use serde::{Deserialize, Serialize};

use crate::{
    Instant, Invalid,
    cron::DAY,
    words::{clock, length},
    zone::ClockChange,
};

use super::Trigger;

/// A trigger that keeps the floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorVerdict {
    /// The least distance of two neighbouring occurrences on the wall clock; `None` where there
    /// are no two.
    pub least_seconds: Option<u32>,
    pub floor_seconds: u32,
}

/// A clock change that brings two occurrences closer than the floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorWarning {
    /// The day of the change in the trigger's zone.
    pub date: NaiveDate,
    pub first: Instant,
    pub second: Instant,
    pub gap_seconds: u32,
}

impl Trigger {
    /// Refuses a trigger whose occurrences come closer than `minimum_interval_seconds`.
    pub fn check_floor(&self, minimum_interval_seconds: u32) -> Result<FloorVerdict, Invalid> {
        let floor = minimum_interval_seconds;
        let verdict = |least_seconds| FloorVerdict {
            least_seconds,
            floor_seconds: floor,
        };
        match self {
            Self::Cron { expression, .. } => {
                let (least, at) = expression.least_distance();
                if least >= floor {
                    return Ok(verdict(Some(least)));
                }
                Err(Invalid::new(
                    "trigger.cron",
                    match expression.is_even() {
                        true => format!("Fires every {}. {}", length(least), rule(floor)),
                        false => format!(
                            "Two fires are only {} apart, {} and {}. {}",
                            length(least),
                            clock(at),
                            clock((at + least) % DAY),
                            rule(floor)
                        ),
                    },
                ))
            }
            Self::Interval(interval) if interval.every_seconds < floor => Err(Invalid::new(
                "trigger.every_seconds",
                format!(
                    "Fires every {}. {}",
                    length(interval.every_seconds),
                    rule(floor)
                ),
            )),
            Self::Interval(interval) => Ok(verdict(Some(interval.every_seconds))),
            Self::Once { .. } | Self::Manual => Ok(verdict(None)),
        }
    }

    /// Refuses a seconds field where the floor leaves no use for one.
    pub fn check_seconds(&self, minimum_interval_seconds: u32) -> Result<(), Invalid> {
        match self {
            Self::Cron { expression, .. }
                if expression.has_seconds() && minimum_interval_seconds >= 60 =>
            {
                Err(Invalid::new(
                    "trigger.cron",
                    format!(
                        "\"{expression}\" has a seconds field: write five fields. {}",
                        rule(minimum_interval_seconds)
                    ),
                ))
            }
            _ => Ok(()),
        }
    }

    /// The clock changes of the next `years` at which two occurrences come closer than the floor.
    pub fn floor_warnings(
        &self,
        floor_seconds: u32,
        from: Instant,
        years: u32,
    ) -> Vec<FloorWarning> {
        let Some(zone) = self.zone() else {
            return Vec::new();
        };
        let span = TimeDelta::days(i64::from(years.min(200)) * 366);
        let until = from.checked_add_signed(span).unwrap_or(from);
        zone.changes(from, until)
            .filter_map(|change| self.closest_around(&change, floor_seconds))
            .collect()
    }

    /// Only a pair across the change, or one that starts with a fire moved out of the gap, can be
    /// closer than on any other day.
    fn closest_around(&self, change: &ClockChange, floor_seconds: u32) -> Option<FloorWarning> {
        let just_before = change.at - TimeDelta::milliseconds(1);
        let window = TimeDelta::seconds(floor_seconds.into());
        let before = self.newest(just_before.checked_sub_signed(window)?, just_before);
        let at_change = self.next_after(just_before)?;
        let behind = self.next_after(at_change);
        [(before, Some(at_change)), (Some(at_change), behind)]
            .into_iter()
            .filter_map(|(first, second)| {
                let (first, second) = (first?, second?);
                let gap = second.signed_duration_since(first).num_seconds();
                let gap_seconds = u32::try_from(gap).ok().filter(|gap| *gap < floor_seconds)?;
                Some(FloorWarning {
                    date: change.reading_after().date(),
                    first,
                    second,
                    gap_seconds,
                })
            })
            .min_by_key(|warning| warning.gap_seconds)
    }
}

fn rule(floor_seconds: u32) -> String {
    format!("The floor is {}.", length(floor_seconds))
}
