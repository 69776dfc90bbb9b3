//! The sentences that refuse one field of an expression and say what to write instead.

use crate::{
    Invalid,
    words::{MONTHS, join},
};

use super::{field::Field, values::ValueSet};

/// A refusal of the expression as a whole or of one of its fields.
pub(super) fn refuse(message: String) -> Invalid {
    Invalid::new("trigger.cron", message)
}

fn capital(field: Field) -> String {
    let name = field.name();
    name[..1].to_ascii_uppercase() + &name[1..]
}

/// What a field accepts, as the end of a sentence.
fn range(field: Field) -> String {
    let (low, high) = field.bounds();
    match field {
        Field::Month => format!("{low} to {high} or JAN to DEC"),
        Field::DayOfWeek => format!("{low} to {high} (0 and 7 are Sunday) or SUN to SAT"),
        _ => format!("{low} to {high}"),
    }
}

pub(super) fn empty_item(field: Field, text: &str) -> Invalid {
    refuse(format!(
        "{} \"{text}\" has nothing before or after a comma: write values such as 1,2.",
        capital(field)
    ))
}

pub(super) fn out_of_range(field: Field, word: &str) -> Invalid {
    refuse(format!(
        "{} {word} is out of range: write {}.",
        capital(field),
        range(field)
    ))
}

pub(super) fn step_out_of_range(field: Field, step: &str) -> Invalid {
    let size = field.size();
    let longer = match step.parse::<u32>() {
        Ok(n) if n > size && matches!(field, Field::Second | Field::Minute | Field::Hour) => {
            format!(
                " For every {n} {}s, use an interval instead of cron.",
                field.name()
            )
        }
        _ => String::new(),
    };
    refuse(format!(
        "{} step /{step} is out of range: write /1 to /{size}.{longer}",
        capital(field)
    ))
}

pub(super) fn not_a_step(field: Field, item: &str) -> Invalid {
    refuse(format!(
        "{} \"{item}\" has no whole number after the slash: write a step such as */5.",
        capital(field)
    ))
}

/// A range that runs downwards, with the ascending form that means the same.
pub(super) fn backward(
    field: Field,
    base: &str,
    low: u32,
    high: u32,
    step: Option<u32>,
) -> Invalid {
    refuse(format!(
        "{} {base} runs backwards: write {}.",
        capital(field),
        ascending(field, low, high, step)
    ))
}

fn ascending(field: Field, low: u32, high: u32, step: Option<u32>) -> String {
    let (least, greatest) = field.bounds();
    let span = |from: u32, to: u32| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    // Sunday opens the week as 0 and closes it as 7.
    let is_weekday = field == Field::DayOfWeek;
    if let Some(step) = step {
        let last = if is_weekday { 6 } else { greatest };
        let wrapped: Vec<u32> = (low..=last).chain(least..=high).collect();
        let picked = wrapped.iter().step_by(step as usize);
        return picked.map(u32::to_string).collect::<Vec<_>>().join(",");
    }
    match (is_weekday, low, high) {
        (true, 7, _) => span(0, high),
        (true, _, 0) => span(low, 7),
        (true, ..) => format!("{},{}", span(low, 7), span(1, high)),
        (false, ..) => format!("{},{}", span(low, greatest), span(least, high)),
    }
}

/// A word that is neither a number nor a name of this field.
pub(super) fn not_a_value(field: Field, word: &str, item: &str) -> Invalid {
    let upper = item.to_ascii_uppercase();
    let advice = match upper.as_str() {
        "?" => "this is Quartz syntax, write * instead".to_owned(),
        "L" | "LW" if field == Field::DayOfMonth => {
            "the last day of a month cannot be written, choose a day from 1 to 28".to_owned()
        }
        "H" => "this is Jenkins syntax, write a number instead of H".to_owned(),
        _ if upper.starts_with('H') && upper[1..].starts_with(['/', '(']) => {
            "this is Jenkins syntax, write a number or * instead of H".to_owned()
        }
        _ if upper.contains('~') => {
            "a random value cannot be written, choose one number".to_owned()
        }
        _ if field == Field::DayOfWeek && (upper.contains('#') || upper.ends_with('L')) => {
            "the nth or last weekday of a month cannot be written, choose days of the month or of the week".to_owned()
        }
        _ if upper.ends_with('W') && field == Field::DayOfMonth => {
            "the nearest weekday cannot be written, choose a day from 1 to 31".to_owned()
        }
        _ if upper.contains('*') => {
            "* stands alone or before a step, write * or */5".to_owned()
        }
        _ if upper.contains(';') => "separate values with a comma, write 5,10".to_owned(),
        _ if word.is_empty() => {
            "a range needs a number on both sides of its dash, write 1-5".to_owned()
        }
        _ => format!("write {}", range(field)),
    };
    refuse(format!(
        "{} \"{item}\" is not a value: {advice}.",
        capital(field)
    ))
}

/// Dates that no year has.
pub(super) fn never(least_day: u32, months: ValueSet) -> Invalid {
    let names: Vec<String> = months
        .iter()
        .map(|month| MONTHS[month as usize - 1].to_owned())
        .collect();
    let longest = if names == ["February"] { 29 } else { 30 };
    refuse(format!(
        "Day {least_day} never comes in {}: choose a day from 1 to {longest}, or another month.",
        join(&names, "or")
    ))
}
