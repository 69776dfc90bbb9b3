//! The outer form of an expression: its length and characters, macros, and the number of fields.
//! What stands in a field is the business of `field`.

use crate::Invalid;

use super::{field::Field, refusal::refuse};

/// Longer texts are refused unread.
pub const MAX_BYTES: usize = 256;

const MACROS: [(&str, &str); 7] = [
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
    ("@monthly", "0 0 1 * *"),
    ("@weekly", "0 0 * * 0"),
    ("@daily", "0 0 * * *"),
    ("@midnight", "0 0 * * *"),
    ("@hourly", "0 * * * *"),
];

const FIVE: &str =
    "Write five fields: minute, hour, day of month, month, day of week, such as 0 9 * * 1-5.";

/// The texts of the six fields, second first; five-field expressions get second `0`.
pub(super) fn split(text: &str) -> Result<[&str; 6], Invalid> {
    if text.len() > MAX_BYTES {
        return Err(refuse(format!(
            "The cron expression has {} bytes: write at most {MAX_BYTES}.",
            text.len()
        )));
    }
    if let Some(foreign) = text.chars().find(|c| *c != '\t' && !matches!(c, ' '..='~')) {
        return Err(refuse(foreign_character(foreign)));
    }
    let text = text.trim_matches([' ', '\t']);
    if text.is_empty() {
        return Err(refuse(format!("The cron expression is empty. {FIVE}")));
    }
    let text = if text.starts_with('@') {
        expand(text)?
    } else {
        text
    };
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    if let Some(advice) = stray_text(text, &fields) {
        return Err(refuse(advice));
    }
    match *fields.as_slice() {
        [minute, hour, dom, month, dow] => Ok(["0", minute, hour, dom, month, dow]),
        [second, minute, hour, dom, month, dow] => Ok([second, minute, hour, dom, month, dow]),
        [second, minute, hour, dom, month, dow, _year] => Err(refuse(seven_fields(&[
            second, minute, hour, dom, month, dow,
        ]))),
        _ => Err(refuse(format!(
            "The cron expression has {}. {FIVE}",
            match fields.len() {
                1 => "one field".to_owned(),
                n => format!("{n} fields"),
            }
        ))),
    }
}

/// Whether an accepted text has six fields.
pub(super) fn has_seconds(text: &str) -> bool {
    text.split_ascii_whitespace().count() == 6
}

fn expand(text: &str) -> Result<&'static str, Invalid> {
    if let Some((_, expansion)) = MACROS.iter().find(|(name, _)| *name == text) {
        return Ok(expansion);
    }
    let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
    let lower = word.to_ascii_lowercase();
    let message = match lower.as_str() {
        "@every" => format!(
            "\"{text}\" is not cron: use an interval{} instead.",
            match rest.trim() {
                "" => String::new(),
                length => format!(" of {length}"),
            }
        ),
        "@reboot" => "@reboot names no time: write a time, such as @daily.".to_owned(),
        known if MACROS.iter().any(|(name, _)| *name == known) => match rest {
            "" => format!("\"{word}\" is written in lower case: write {known}."),
            _ => format!("{known} stands alone: leave out \"{}\".", rest.trim()),
        },
        _ => format!(
            "\"{word}\" is not known: write @hourly, @daily, @weekly, @monthly or @yearly, or five fields."
        ),
    };
    Err(refuse(message))
}

fn foreign_character(foreign: char) -> String {
    let code = u32::from(foreign);
    match foreign {
        '\n' | '\r' => {
            "The cron expression contains a line break: write it on one line.".to_owned()
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' => {
            format!(
                "The cron expression contains \"{foreign}\" (U+{code:04X}): write - for a range."
            )
        }
        '\u{2217}' | '\u{FF0A}' | '\u{00D7}' => {
            format!(
                "The cron expression contains \"{foreign}\" (U+{code:04X}): write * for every value."
            )
        }
        c if c.is_whitespace() => format!(
            "The cron expression contains a blank that is not a space (U+{code:04X}): write plain spaces."
        ),
        c if c.is_control() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{FEFF}') => format!(
            "The cron expression contains an invisible character (U+{code:04X}): remove it."
        ),
        c => format!(
            "The cron expression contains \"{c}\" (U+{code:04X}): write digits, English day and month names, and * , - / only."
        ),
    }
}

/// Text around the fields that belongs elsewhere: a comment, quotes, a zone, a user, a command.
fn stray_text(text: &str, fields: &[&str]) -> Option<String> {
    if text.contains(['"', '\'', '`']) {
        return Some("The cron expression stands in quotes: leave them out.".to_owned());
    }
    if fields.iter().any(|field| field.starts_with('#')) {
        return Some("The cron expression carries a comment: leave out what follows #.".to_owned());
    }
    if fields.first().is_some_and(|field| field.contains('=')) {
        return Some(format!(
            "\"{}\" does not belong in the expression: choose the zone in its own field.",
            fields[0]
        ));
    }
    if let Some(inner) = fields.iter().find(|field| field.starts_with('@')) {
        return Some(format!(
            "\"{inner}\" stands alone: leave out the other fields."
        ));
    }
    // What follows the five fields of a crontab line; a seconds field leaves a weekday here.
    let extra = *fields.get(5)?;
    let is_word = extra.len() > 2
        && extra.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && !extra.contains('#');
    if !is_word || Field::DayOfWeek.parse(extra).is_ok() {
        return None;
    }
    Some(match extra.starts_with('/') || !extra.contains('/') {
        true => {
            format!("\"{extra}\" is not part of a schedule: leave out the user and the command.")
        }
        false => format!(
            "\"{extra}\" does not belong in the expression: choose the zone in its own field."
        ),
    })
}

fn seven_fields(first_six: &[&str; 6]) -> String {
    let plain: Vec<&str> = first_six
        .iter()
        .map(|field| if *field == "?" { "*" } else { field })
        .collect();
    let kept = if plain[0] == "0" { &plain[1..] } else { &plain };
    format!(
        "Quartz syntax has seven fields: leave out the year and use * instead of ?, such as {}. Here 0 is Sunday and 1 is Monday.",
        kept.join(" ")
    )
}
