//! The times of day of an expression: seconds, minutes and hours taken together.

use super::values::ValueSet;

pub(crate) const DAY: u32 = 86_400;

/// The times of one matching day, as seconds since midnight on the wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DayTimes {
    pub seconds: ValueSet,
    pub minutes: ValueSet,
    pub hours: ValueSet,
}

impl DayTimes {
    pub fn len(&self) -> u32 {
        self.hours.len() * self.minutes.len() * self.seconds.len()
    }

    pub fn first(&self) -> u32 {
        self.hours.first() * 3_600 + self.minutes.first() * 60 + self.seconds.first()
    }

    pub fn last(&self) -> u32 {
        self.hours.last() * 3_600 + self.minutes.last() * 60 + self.seconds.last()
    }

    pub fn contains(&self, second_of_day: u32) -> bool {
        let (hour, minute, second) = on_the_clock(second_of_day);
        self.hours.contains(hour) && self.minutes.contains(minute) && self.seconds.contains(second)
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let Self {
            seconds,
            minutes,
            hours,
        } = *self;
        hours.iter().flat_map(move |hour| {
            minutes.iter().flat_map(move |minute| {
                seconds
                    .iter()
                    .map(move |second| hour * 3_600 + minute * 60 + second)
            })
        })
    }

    /// The first of the times after `second_of_day`.
    pub fn after(&self, second_of_day: u32) -> Option<u32> {
        let (hour, minute, second) = on_the_clock(second_of_day);
        let this_hour = self.hours.contains(hour);
        let this_minute = this_hour && self.minutes.contains(minute);
        let in_minute = self.seconds.above(second).filter(|_| this_minute);
        if let Some(second) = in_minute {
            return Some(hour * 3_600 + minute * 60 + second);
        }
        let in_hour = self.minutes.above(minute).filter(|_| this_hour);
        if let Some(minute) = in_hour {
            return Some(hour * 3_600 + minute * 60 + self.seconds.first());
        }
        let hour = self.hours.above(hour)?;
        Some(hour * 3_600 + self.minutes.first() * 60 + self.seconds.first())
    }

    /// How many of the times lie before `second_of_day` (which may be the whole day's 86,400).
    pub fn count_below(&self, second_of_day: u32) -> u32 {
        let (hour, minute, second) = on_the_clock(second_of_day);
        let per_minute = self.seconds.len();
        let mut count = self.hours.count_below(hour) * self.minutes.len() * per_minute;
        if self.hours.contains(hour) {
            count += self.minutes.count_below(minute) * per_minute;
            if self.minutes.contains(minute) {
                count += self.seconds.count_below(second);
            }
        }
        count
    }

    /// The distances that occur between neighbours within a day, each with a time at which it
    /// starts. Worked out field by field, so the cost does not grow with the number of times.
    pub fn gaps(&self) -> impl Iterator<Item = Gap> {
        let Self {
            seconds,
            minutes,
            hours,
        } = *self;
        let (first_minute, first_hour) = (minutes.first() * 60, hours.first() * 3_600);
        let between_seconds = pairs(seconds).map(move |(a, b)| Gap {
            start: first_hour + first_minute + a,
            seconds: b - a,
        });
        let second_span = seconds.last() - seconds.first();
        let between_minutes = pairs(minutes).map(move |(a, b)| Gap {
            start: first_hour + a * 60 + seconds.last(),
            seconds: (b - a) * 60 - second_span,
        });
        let minute_span = (minutes.last() - minutes.first()) * 60 + second_span;
        let between_hours = pairs(hours).map(move |(a, b)| Gap {
            start: a * 3_600 + minutes.last() * 60 + seconds.last(),
            seconds: (b - a) * 3_600 - minute_span,
        });
        between_seconds.chain(between_minutes).chain(between_hours)
    }

    /// The one distance between all neighbours, when there is only one.
    pub fn even_step(&self) -> Option<u32> {
        let step = self.gaps().next()?.seconds;
        self.gaps().all(|gap| gap.seconds == step).then_some(step)
    }
}

/// A distance between two neighbouring times of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gap {
    pub start: u32,
    pub seconds: u32,
}

/// Hour, minute and second.
fn on_the_clock(second_of_day: u32) -> (u32, u32, u32) {
    (
        second_of_day / 3_600,
        second_of_day / 60 % 60,
        second_of_day % 60,
    )
}

fn pairs(set: ValueSet) -> impl Iterator<Item = (u32, u32)> {
    set.iter().zip(set.iter().skip(1))
}

#[cfg(test)]
mod tests {
    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    fn times() -> impl Strategy<Value = DayTimes> {
        let few = |high| btree_set(0..high, 1..5).prop_map(|values| values.into_iter().collect());
        (few(60u32), few(60), few(24)).prop_map(|(seconds, minutes, hours)| DayTimes {
            seconds,
            minutes,
            hours,
        })
    }

    proptest! {
        #[test]
        fn what_is_worked_out_equals_the_listed_times(times in times(), bound in 0..=DAY) {
            let listed: Vec<u32> = times.iter().collect();
            prop_assert!(listed.is_sorted());
            prop_assert_eq!(times.len() as usize, listed.len());
            prop_assert_eq!(listed.first(), Some(&times.first()));
            prop_assert_eq!(listed.last(), Some(&times.last()));
            prop_assert_eq!(times.contains(bound % DAY), listed.contains(&(bound % DAY)));
            let after = listed.iter().find(|time| **time > bound % DAY);
            prop_assert_eq!(times.after(bound % DAY), after.copied());
            let below = listed.iter().filter(|time| **time < bound).count();
            prop_assert_eq!(times.count_below(bound) as usize, below);
            let distances: std::collections::BTreeSet<u32> =
                listed.windows(2).map(|pair| pair[1] - pair[0]).collect();
            prop_assert_eq!(times.gaps().map(|gap| gap.seconds).collect::<std::collections::BTreeSet<_>>(), distances);
            prop_assert!(times.gaps().all(|gap| listed.contains(&gap.start) && listed.contains(&(gap.start + gap.seconds))));
        }
    }
}
