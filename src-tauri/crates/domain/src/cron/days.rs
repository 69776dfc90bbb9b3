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
