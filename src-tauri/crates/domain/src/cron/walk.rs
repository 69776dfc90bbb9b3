//! The calendar walk over plain wall-clock time. Every reading here is a naive time carried in
//! `DateTime<Utc>`: the `cron` crate must never see a zone, where it loses and repeats fires.

use std::str::FromStr;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike};
use cron::Schedule;

use super::{
    days::Days,
    field::Field,
    times::{DAY, DayTimes},
    values::ValueSet,
};

const SECOND: TimeDelta = TimeDelta::seconds(1);

/// The last reading before the years that the crate knows, 1970 to 2100, and the last one of them.
const BEFORE_FIRST: NaiveDateTime = last_second_of(1969);
const LAST: NaiveDateTime = last_second_of(2100);

/// The readings that match an expression.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    pub times: DayTimes,
    pub days: Days,
    /// Two schedules when either day field may match: the crate only knows "both".
    schedules: Vec<Schedule>,
}

impl Walk {
    /// `None` if the crate refuses the value lists, which its documented ranges rule out.
    pub fn new(times: DayTimes, days: Days) -> Option<Self> {
        // The crate counts weekdays from Sunday = 1, and takes these texts only, never a user's.
        let month_days = text(days.month_days, Field::DayOfMonth, 0);
        let weekdays = text(days.weekdays, Field::DayOfWeek, 1);
        let day_fields = match days.either {
            true => vec![(month_days.as_str(), "*"), ("*", weekdays.as_str())],
            false => vec![(month_days.as_str(), weekdays.as_str())],
        };
        let (seconds, minutes, hours) = (
            text(times.seconds, Field::Second, 0),
            text(times.minutes, Field::Minute, 0),
            text(times.hours, Field::Hour, 0),
        );
        let months = text(days.months, Field::Month, 0);
        let schedules = day_fields
            .into_iter()
            .map(|(month_day, weekday)| {
                let text = format!("{seconds} {minutes} {hours} {month_day} {months} {weekday}");
                Schedule::from_str(&text).ok()
            })
            .collect::<Option<_>>()?;
        Some(Self {
            times,
            days,
            schedules,
        })
    }

    /// The first matching reading after `reading`, from 1970 to 2100: the years the crate knows.
    pub fn next(&self, reading: NaiveDateTime) -> Option<NaiveDateTime> {
        // The crate panics at the end of chrono's range and finds nothing from before its own.
        let after = reading.clamp(BEFORE_FIRST, LAST);
        if let Some(found) = self.later_that_day(after) {
            return Some(found);
        }
        let after = after.and_utc();
        let next = self
            .schedules
            .iter()
            .filter_map(|schedule| schedule.after(&after).next());
        next.min().map(|found| found.naive_utc())
    }

    /// What most questions ask for needs no walk over days.
    fn later_that_day(&self, reading: NaiveDateTime) -> Option<NaiveDateTime> {
        let second = self.times.after(reading.num_seconds_from_midnight())?;
        let time = NaiveTime::from_num_seconds_from_midnight_opt(second, 0)?;
        let date = reading.date();
        self.days.matches(date).then(|| date.and_time(time))
    }

    pub fn matches(&self, reading: NaiveDateTime) -> bool {
        self.days.matches(reading.date())
            && reading.nanosecond() == 0
            && self.times.contains(reading.num_seconds_from_midnight())
    }

    /// How many readings match with `after < reading <= until`. Worked out from the value sets:
    /// the cost grows with the months between, not with the matches.
    pub fn count(&self, after: NaiveDateTime, until: NaiveDateTime) -> u64 {
        let from = after.max(BEFORE_FIRST) + SECOND;
        let until = until.min(LAST) + SECOND;
        if until <= from {
            return 0;
        }
        // Whole days from the first to the last, less what lies before `from` and after `until`.
        let (first, last) = (from.date(), until.date());
        let whole = u64::from(self.days.count(first, last)) * u64::from(self.times.len());
        let before = self.on(first, 0, from.num_seconds_from_midnight());
        let behind = self.on(last, until.num_seconds_from_midnight(), DAY);
        whole - before - behind
    }

    /// Matches on one date with `from <= second of the day < until`.
    fn on(&self, date: NaiveDate, from: u32, until: u32) -> u64 {
        match self.days.matches(date) {
            true => u64::from(self.times.count_below(until) - self.times.count_below(from)),
            false => 0,
        }
    }
}

/// The shortest text of a set: reading these is most of what an expression costs.
fn text(set: ValueSet, field: Field, shift: u32) -> String {
    if set == field.full() {
        return "*".to_owned();
    }
    let mut steps = set.steps();
    match steps
        .next()
        .filter(|step| steps.all(|other| other == *step))
    {
        Some(step) => format!("{}-{}/{step}", set.first() + shift, set.last() + shift),
        None => {
            let values: Vec<_> = set
                .iter()
                .map(|value| (value + shift).to_string())
                .collect();
            values.join(",")
        }
    }
}

const fn last_second_of(year: i32) -> NaiveDateTime {
    match NaiveDate::from_ymd_opt(year, 12, 31) {
        Some(date) => match date.and_hms_opt(23, 59, 59) {
            Some(second) => second,
            None => NaiveDateTime::MIN,
        },
        None => NaiveDateTime::MIN,
    }
}
