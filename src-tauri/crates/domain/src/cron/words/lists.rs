//! Sets of values as lists: runs are shortened, even steps are named.

use crate::words::{MONTHS, WEEKDAYS, join};

use super::super::{field::Field, times::DayTimes, values::ValueSet};

/// What the editor writes below a field.
pub(super) fn label(field: Field) -> &'static str {
    match field {
        Field::DayOfMonth => "day",
        Field::DayOfWeek => "weekday",
        other => other.name(),
    }
}

pub(super) fn values(field: Field, set: ValueSet) -> String {
    match field {
        Field::Month => spans(set, |month| MONTHS[month as usize - 1].to_owned()),
        Field::DayOfWeek => week_run(set).unwrap_or_else(|| join(&weekdays(set, ""), "and")),
        _ => numbers(set),
    }
}

/// `5`, `0, 25 and 50`, `8 to 18`, `1 to 31 in steps of 2`.
pub(super) fn numbers(set: ValueSet) -> String {
    let mut steps = set.steps();
    let step = steps.next().unwrap_or(1);
    if step > 1 && set.len() > 3 && steps.all(|other| other == step) {
        return format!("{} to {} in steps of {step}", set.first(), set.last());
    }
    spans(set, |value| value.to_string())
}

/// A list in which three or more neighbours are written as a range.
pub(super) fn spans(set: ValueSet, name: impl Fn(u32) -> String) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for value in set.iter() {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == value => *end = value,
            _ => runs.push((value, value)),
        }
    }
    let items: Vec<String> = runs
        .into_iter()
        .flat_map(|(start, end)| match end - start {
            0 => vec![name(start)],
            1 => vec![name(start), name(end)],
            _ => vec![format!("{} to {}", name(start), name(end))],
        })
        .collect();
    join(&items, "and")
}

/// `Monday to Friday`: three to six days in a row, also across Sunday.
pub(super) fn week_run(set: ValueSet) -> Option<String> {
    let length = set.len();
    let start = (0..7).find(|day| set.contains(*day) && !set.contains((day + 6) % 7))?;
    let in_a_row = (0..length).all(|n| set.contains((start + n) % 7));
    (in_a_row && length > 2).then(|| {
        let end = (start + length - 1) % 7;
        format!("{} to {}", WEEKDAYS[start as usize], WEEKDAYS[end as usize])
    })
}

/// The names from Monday on, each with an ending.
pub(super) fn weekdays(set: ValueSet, ending: &str) -> Vec<String> {
    let week = [1, 2, 3, 4, 5, 6, 0]
        .into_iter()
        .filter(|day| set.contains(*day));
    week.map(|day| format!("{}{ending}", WEEKDAYS[day as usize]))
        .collect()
}

/// `minutes 0, 25 and 50 of every hour`.
pub(super) fn by_fields(times: &DayTimes) -> String {
    match times.hours == Field::Hour.full() {
        true => format!("{} of every hour", within_hour(times)),
        false => by_fields_once(times),
    }
}

/// `minutes 0, 25 and 50 of hours 0 to 23`.
pub(super) fn by_fields_once(times: &DayTimes) -> String {
    format!("{} of {}", within_hour(times), counted("hour", times.hours))
}

fn within_hour(times: &DayTimes) -> String {
    let minutes = match times.minutes == Field::Minute.full() {
        true => "every minute".to_owned(),
        false => counted("minute", times.minutes),
    };
    match times.seconds.len() == 1 && times.seconds.contains(0) {
        true => minutes,
        false => format!("{} of {minutes}", counted("second", times.seconds)),
    }
}

fn counted(unit: &str, set: ValueSet) -> String {
    let plural = if set.len() == 1 { "" } else { "s" };
    format!("{unit}{plural} {}", numbers(set))
}
