//! The days of an expression, and what can be told of them from the calendar alone.

use chrono::{Datelike, Months, NaiveDate};

use super::{field::Field, values::ValueSet};

/// Which dates match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Days {
    pub month_days: ValueSet,
    pub months: ValueSet,
    /// Sunday is 0.
    pub weekdays: ValueSet,
    /// Both day fields restrict, so either may match; otherwise both must.
    pub either: bool,
}

const LONGEST: [u32; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// The Gregorian calendar repeats, weekdays included, after 400 years.
const CYCLE_MONTHS: u32 = 400 * 12;

impl Days {
    pub fn matches(&self, date: NaiveDate) -> bool {
        let month_day = self.month_days.contains(date.day());
        let weekday = self
            .weekdays
            .contains(date.weekday().num_days_from_sunday());
        self.months.contains(date.month())
            && match self.either {
                true => month_day || weekday,
                false => month_day && weekday,
            }
    }

    /// Whether the day fields exclude nothing.
    pub fn every_day_of_its_months(&self) -> bool {
        let month_days = self.month_days == Field::DayOfMonth.full();
        let weekdays = self.weekdays == Field::DayOfWeek.full();
        match self.either {
            true => month_days || weekdays,
            false => month_days && weekdays,
        }
    }

    /// Whether no date of any year matches. Every day of the month falls on every weekday in some
    /// year, 29 February too, so only the months' lengths decide.
    pub fn never(&self) -> bool {
        !self.either
            && self
                .months
                .iter()
                .all(|month| self.month_days.first() > longest(month))
    }

    /// The matching days of the month that begins on `first`: day 1 is bit 1.
    fn month(&self, first: NaiveDate) -> u64 {
        if !self.months.contains(first.month()) {
            return 0;
        }
        let length = u32::from(first.num_days_in_month());
        let existing = (1u64 << (length + 1)) - 2;
        // One bit per weekday, repeated over the month and shifted so that day 1 meets its own.
        let week = self.weekdays.bits();
        let repeated = (0..6).fold(0, |bits, n| bits | week << (7 * n));
        let by_weekday = repeated >> first.weekday().num_days_from_sunday() << 1;
        existing
            & match self.either {
                true => self.month_days.bits() | by_weekday,
                false => self.month_days.bits() & by_weekday,
            }
    }

    /// How many dates match from `first` to `last`, both included.
    pub fn count(&self, first: NaiveDate, last: NaiveDate) -> u32 {
        let mut count = 0;
        let mut month = first.with_day(1);
        while let Some(start) = month.filter(|start| *start <= last) {
            let mut days = self.month(start);
            if start < first {
                days &= !((1 << first.day()) - 1);
            }
            if (start.year(), start.month()) == (last.year(), last.month()) {
                days &= (1 << (last.day() + 1)) - 1;
            }
            count += days.count_ones();
            month = start.checked_add_months(Months::new(1));
        }
        count
    }

    /// The least number of days between two matching dates of the whole calendar cycle.
    pub fn least_distance(&self) -> u32 {
        let mut least = u32::MAX;
        // Days since the last match of the months before, counted from day 0 of this month.
        let mut since: Option<u32> = None;
        let start = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap_or_default();
        // Beyond one cycle only its last match and the first of the next are still to be compared.
        for offset in 0..CYCLE_MONTHS * 2 {
            let Some(first) = start.checked_add_months(Months::new(offset)) else {
                break;
            };
            let mut days = self.month(first);
            let closes_cycle = offset >= CYCLE_MONTHS && days != 0;
            let mut previous = since.map(|since| -i64::from(since));
            while days != 0 {
                let day = i64::from(days.trailing_zeros());
                if let Some(previous) = previous {
                    least = least.min(u32::try_from(day - previous).unwrap_or(least));
                }
                previous = Some(day);
                days &= days - 1;
            }
            if least == 1 || closes_cycle {
                break;
            }
            let length = i64::from(first.num_days_in_month());
            since = previous.and_then(|day| u32::try_from(length - day).ok());
        }
        least
    }
}

fn longest(month: u32) -> u32 {
    LONGEST[month as usize - 1]
}

#[cfg(test)]
mod tests {
    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    fn days() -> impl Strategy<Value = Days> {
        let set = |low: u32, high: u32, most: usize| {
            btree_set(low..=high, 1..=most).prop_map(|values| values.into_iter().collect())
        };
        (set(1, 31, 2), set(1, 12, 4), set(0, 6, 5), any::<bool>()).prop_map(
            |(month_days, months, weekdays, either)| Days {
                month_days,
                months,
                weekdays,
                either,
            },
        )
    }

    /// All matching dates of a little more than one calendar cycle.
    fn listed(days: &Days) -> Vec<NaiveDate> {
        let start = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap();
        let dates = start.iter_days().take(146_097 + 15_000);
        dates.filter(|date| days.matches(*date)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn the_calendar_is_read_as_it_is(days in days()) {
            let listed = listed(&days);
            prop_assert_eq!(days.never(), listed.is_empty());
            if let [first, .., last] = listed.as_slice() {
                let least = listed.windows(2).map(|pair| (pair[1] - pair[0]).num_days()).min();
                prop_assert_eq!(Some(i64::from(days.least_distance())), least);
                prop_assert_eq!(days.count(*first, *last) as usize, listed.len());
                let middle = listed[listed.len() / 2];
                let upper = listed.iter().filter(|date| **date > middle).count();
                let after = middle.succ_opt().unwrap();
                prop_assert_eq!(days.count(after, *last) as usize, upper);
            }
        }
    }

    #[test]
    fn leap_days_come_together_with_every_weekday() {
        let leap_days = |weekday: u32| Days {
            month_days: [29].into_iter().collect(),
            months: [2].into_iter().collect(),
            weekdays: [weekday].into_iter().collect(),
            either: false,
        };
        assert!((0..7).all(|weekday| !leap_days(weekday).never()));
        assert!((0..7).all(|weekday| !listed(&leap_days(weekday)).is_empty()));
    }
}
