//! An expression in English. Two expressions with the same words have the same fires in every
//! zone: "every …" and "whenever …" are said of interval-like ones, "at …" of fixed-time ones.

use serde::{Deserialize, Serialize};

use crate::words::{Description, clock, join, period};

use super::{CronExpression, CronKind, DAY, field::Field, syntax, times::DayTimes};

mod day_words;
mod lists;

/// Longer sentences are no help to a reader.
const LONGEST: usize = 120;

/// How many times of day are still listed one by one.
const LISTED: u32 = 4;

/// One field as the editor takes an expression apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldMeaning {
    /// `minute`, `hour`, `day`, …
    pub label: String,
    /// As written; a macro in its expanded form.
    pub text: String,
    /// `any day`, `Monday to Friday`, `0, 15, 30 and 45`.
    pub meaning: String,
}

impl CronExpression {
    pub fn describe(&self) -> Description {
        let sentence = format!("{}{}", self.time_words(), self.day_words());
        match sentence.len() <= LONGEST {
            true => Description::exact(sentence),
            false => Description {
                sentence: format!("Too irregular for a short sentence: {}", self.as_str()),
                honest: false,
            },
        }
    }

    /// The fields as written, five or six, each with its meaning.
    pub fn fields(&self) -> Vec<FieldMeaning> {
        let texts = syntax::split(self.as_str()).unwrap_or_default();
        let (times, days) = (self.walk.times, self.walk.days);
        let sets = [
            times.seconds,
            times.minutes,
            times.hours,
            days.month_days,
            days.months,
            days.weekdays,
        ];
        let all = Field::ALL.into_iter().zip(texts).zip(sets);
        all.skip(usize::from(!self.has_seconds))
            .map(|((field, text), set)| {
                let label = lists::label(field);
                FieldMeaning {
                    label: label.to_owned(),
                    text: text.to_owned(),
                    meaning: match set == field.full() {
                        true => format!("any {label}"),
                        false => lists::values(field, set),
                    },
                }
            })
            .collect()
    }

    fn time_words(&self) -> String {
        let times = &self.walk.times;
        match self.kind {
            CronKind::IntervalLike => whenever(times),
            CronKind::FixedTime => at(times),
        }
    }

    fn day_words(&self) -> String {
        let words = day_words::describe(&self.walk.days);
        // "At 09:00" alone could be one day or all; "Every 15 minutes" could not.
        let names_times = self.kind == CronKind::FixedTime;
        match self.walk.days.every_day_of_its_months() && names_times {
            true => format!(" every day{words}"),
            false => words,
        }
    }
}

/// Interval-like: each time the clock shows it.
fn whenever(times: &DayTimes) -> String {
    let (first, last) = (times.first(), times.last());
    if let Some(step) = times.even_step() {
        let every = format!("Every {}", period(step));
        let around_the_clock = step * times.len() == DAY;
        return match (around_the_clock, first) {
            (true, 0) => every,
            (true, _) if step == 3_600 && first % 60 == 0 => {
                format!("Hourly at minute {}", first / 60)
            }
            (true, _) if step < 3_600 && first % 60 == 0 => {
                format!("{every} past :{:02}", first / 60)
            }
            (true, _) => format!("{every} from {}", clock(first)),
            (false, _) => format!("{every} from {} to {}", clock(first), clock(last)),
        };
    }
    if times.len() <= LISTED {
        return format!("Whenever the clock shows {}", listed(times, "or"));
    }
    match times.hours == Field::Hour.full() {
        true => format!("At {}", lists::by_fields(times)),
        false => format!("Whenever the clock shows {}", lists::by_fields(times)),
    }
}

/// Fixed-time: named times, each once a day.
fn at(times: &DayTimes) -> String {
    if times.len() <= LISTED {
        return format!("At {}", listed(times, "and"));
    }
    match times.even_step() {
        Some(step) => format!(
            "At {}, then every {} to {}",
            clock(times.first()),
            period(step),
            clock(times.last())
        ),
        None => format!("At {}", lists::by_fields_once(times)),
    }
}

fn listed(times: &DayTimes, last: &str) -> String {
    join(&times.iter().map(clock).collect::<Vec<_>>(), last)
}
