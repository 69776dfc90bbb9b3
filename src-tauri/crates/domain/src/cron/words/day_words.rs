//! The days of an expression in words, as they follow its times.

use crate::words::{MONTHS, join};

use super::{
    super::{days::Days, field::Field, values::ValueSet},
    lists,
};

/// ` on the 1st`, `, Monday to Friday`, ` on day 13 and on Fridays, in October`; empty for every
/// day of the year.
pub(super) fn describe(days: &Days) -> String {
    let all_month_days = days.month_days == Field::DayOfMonth.full();
    let all_weekdays = days.weekdays == Field::DayOfWeek.full();
    let dates = match (days.either, all_month_days, all_weekdays) {
        _ if days.every_day_of_its_months() => String::new(),
        (true, ..) => format!(
            " on {} and {}",
            numbered(days.month_days),
            on_weekdays(days.weekdays)
        ),
        (false, true, _) => match lists::week_run(days.weekdays) {
            Some(run) => format!(", {run}"),
            None => format!(" {}", on_weekdays(days.weekdays)),
        },
        (false, false, true) if days.months.len() == 1 && days.month_days.len() == 1 => {
            let month = MONTHS[days.months.first() as usize - 1];
            return format!(" on {} {month}", days.month_days.first());
        }
        (false, false, true) if days.month_days.len() == 1 => {
            format!(" on the {}", ordinal(days.month_days.first()))
        }
        (false, false, true) => format!(" on {}", numbered(days.month_days)),
        (false, false, false) => format!(
            " on {}, only if {}",
            numbered(days.month_days),
            lists::week_run(days.weekdays)
                .unwrap_or_else(|| join(&lists::weekdays(days.weekdays, ""), "or"))
        ),
    };
    dates + &in_months(days.months)
}

fn in_months(months: ValueSet) -> String {
    if months == Field::Month.full() {
        return String::new();
    }
    let in_a_row = months.len() > 2 && months.steps().all(|step| step == 1);
    let preposition = if in_a_row { "from" } else { "in" };
    format!(", {preposition} {}", lists::values(Field::Month, months))
}

fn numbered(month_days: ValueSet) -> String {
    let plural = if month_days.len() == 1 { "" } else { "s" };
    format!("day{plural} {}", lists::numbers(month_days))
}

fn on_weekdays(weekdays: ValueSet) -> String {
    match lists::week_run(weekdays) {
        Some(run) => format!("on every day from {run}"),
        None => format!("on {}", join(&lists::weekdays(weekdays, "s"), "and")),
    }
}

fn ordinal(day: u32) -> String {
    let ending = match (day % 10, day / 10) {
        (1, 0 | 2 | 3) => "st",
        (2, 0 | 2) => "nd",
        (3, 0 | 2) => "rd",
        _ => "th",
    };
    format!("{day}{ending}")
}
