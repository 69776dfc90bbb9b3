//! What to write instead of a name that is not a zone.

use crate::Invalid;

use super::Zone;

/// Abbreviations that people type for a zone; each stands for an offset, not for a place.
const ABBREVIATIONS: [(&str, &str); 14] = [
    ("AEDT", "Australia/Sydney"),
    ("AEST", "Australia/Sydney"),
    ("BST", "Europe/London"),
    ("CDT", "America/Chicago"),
    ("CEST", "Europe/Berlin"),
    ("CST", "America/Chicago"),
    ("EDT", "America/New_York"),
    ("EEST", "Europe/Helsinki"),
    ("IST", "Asia/Kolkata"),
    ("JST", "Asia/Tokyo"),
    ("MDT", "America/Denver"),
    ("PDT", "America/Los_Angeles"),
    ("PST", "America/Los_Angeles"),
    ("Z", "UTC"),
];

/// The refusal of `name`, with the nearest thing that would be accepted.
pub(super) fn refuse(name: &str) -> Invalid {
    let message = if name.trim().is_empty() {
        "The time zone is empty. Choose one by its IANA name, such as Europe/Vienna.".to_owned()
    } else if let Some(zone) = same_but_for_spelling(name) {
        format!("\"{}\" is not a time zone. Write {zone}.", shown(name))
    } else if let Some(hours) = fixed_offset(name) {
        // POSIX counts west of Greenwich as positive, so the sign of Etc/GMT is turned round.
        let sign = if hours < 0 { '+' } else { '-' };
        let fixed = format!("Etc/GMT{sign}{}", hours.abs());
        format!(
            "\"{}\" is an offset, not a time zone. Choose a place, such as Europe/Vienna, or write {fixed} for a clock that never changes.",
            shown(name)
        )
    } else if let Some(zone) = by_abbreviation(name).or_else(|| by_city(name)) {
        format!(
            "\"{}\" is not a time zone. Write the place, such as {zone}.",
            shown(name)
        )
    } else {
        format!(
            "\"{}\" is not a time zone. Choose one by its IANA name, such as Europe/Vienna.",
            shown(name)
        )
    };
    Invalid::new("trigger.zone", message)
}

fn shown(name: &str) -> String {
    name.chars().take(40).collect()
}

fn same_but_for_spelling(name: &str) -> Option<&'static str> {
    let plain = name.trim().replace(' ', "_");
    Zone::names().find(|zone| zone.eq_ignore_ascii_case(&plain))
}

fn by_abbreviation(name: &str) -> Option<&'static str> {
    let found = ABBREVIATIONS
        .iter()
        .find(|(short, _)| short.eq_ignore_ascii_case(name.trim()));
    found.map(|(_, zone)| *zone)
}

fn by_city(name: &str) -> Option<&'static str> {
    let city = name.trim().replace(' ', "_");
    Zone::names().find(|zone| {
        zone.rsplit_once('/')
            .is_some_and(|(_, last)| last.eq_ignore_ascii_case(&city))
    })
}

/// The hours of `UTC+3`, `GMT-11` or `+02:00`; `None` when `Etc/GMT` has no such zone.
fn fixed_offset(name: &str) -> Option<i32> {
    let upper = name.trim().to_ascii_uppercase();
    let rest = ["UTC", "GMT"]
        .iter()
        .find_map(|prefix| upper.strip_prefix(prefix))
        .unwrap_or(&upper);
    if !rest.starts_with(['+', '-']) {
        return None;
    }
    let hours = rest
        .strip_suffix(":00")
        .or_else(|| rest.strip_suffix("00").filter(|left| left.len() > 1))
        .unwrap_or(rest);
    hours
        .parse()
        .ok()
        .filter(|hours| (-12..=14).contains(hours))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(name: &str) -> String {
        Zone::parse(name).unwrap_err().message
    }

    #[test]
    fn a_refusal_names_what_would_be_accepted() {
        for (name, hint) in [
            ("america/new_york", "Write America/New_York."),
            ("America/New York", "Write America/New_York."),
            ("utc", "Write UTC."),
            (" Europe/Berlin", "Write Europe/Berlin."),
            ("UTC+3", "Etc/GMT-3"),
            ("gmt-11", "Etc/GMT+11"),
            ("+02:00", "Etc/GMT-2"),
            ("+0200", "Etc/GMT-2"),
            ("PST", "America/Los_Angeles"),
            ("Berlin", "Europe/Berlin"),
            ("Atlantis", "IANA name"),
            ("", "The time zone is empty"),
        ] {
            assert!(message(name).contains(hint), "{name}: {}", message(name));
        }
    }

    #[test]
    fn every_zone_it_names_exists() {
        for (_, zone) in ABBREVIATIONS {
            assert!(Zone::parse(zone).is_ok(), "{zone}");
        }
        for hours in -12..=14 {
            let refused = message(&format!("UTC{hours:+}"));
            let name = refused.split_once("write ").unwrap().1;
            assert!(
                Zone::parse(name.split(' ').next().unwrap()).is_ok(),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_long_name_is_not_repeated_in_full() {
        assert!(message(&"ü".repeat(5_000)).chars().count() < 200);
    }
}
