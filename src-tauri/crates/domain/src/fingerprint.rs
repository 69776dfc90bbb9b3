//! Which failures are the same failure: a short, stable hash of an error's code and sentence without
//! what differs from one time to the next.

/// Words after which a number says what kind of failure it was: it stays.
const NAMES_A_KIND: [&str; 6] = ["answered", "code", "http", "signal", "sqlstate", "status"];

/// Hours of which a growth is judged.
const RECENT_HOURS: usize = 3;

/// Twelve hexadecimal digits. Numbers, identifiers, times and ports do not count, nor do case and
/// spacing; a number that names the kind of failure does ("answered 503", "exit code 2").
pub fn fingerprint(code: &str, message: &str) -> String {
    // FNV-1a, 64 bits: the same on every machine and in every version.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in format!("{code}\n{}", skeleton(message)).bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{:012x}", hash >> 16)
}

/// The sentence with `#` for everything that may differ.
fn skeleton(message: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in message.to_lowercase().split_whitespace() {
        let names_a_kind = words
            .last()
            .is_some_and(|before| NAMES_A_KIND.contains(&before.as_str()));
        words.push(match names_a_kind {
            true => word.to_owned(),
            false => without_numbers(word),
        });
    }
    words.join(" ")
}

/// Each run of letters and digits that holds a digit becomes `#`; neighbours that only a mark
/// separates, as in times, addresses and identifiers, become one.
fn without_numbers(word: &str) -> String {
    let mut kept = String::new();
    let mut mark = String::new();
    let mut parts = word
        .split_inclusive(|letter: char| !letter.is_alphanumeric())
        .peekable();
    while let Some(part) = parts.next() {
        let text = part.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let varies = text.contains(|letter: char| letter.is_ascii_digit()) || is_hex_id(text);
        if varies && kept.ends_with('#') && !mark.is_empty() {
            mark.clear();
        } else {
            kept.push_str(&mark);
            mark.clear();
            kept.push_str(if varies { "#" } else { text });
        }
        mark.push_str(&part[text.len()..]);
        if parts.peek().is_none() {
            kept.push_str(&mark);
        }
    }
    kept
}

/// A part of an identifier that happens to hold no digit.
fn is_hex_id(text: &str) -> bool {
    text.len() >= 12 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether an error comes more often than it did: by its failures of each hour, oldest first. The
/// last three hours are held against the three before them.
pub fn is_growing(hours: &[u32]) -> bool {
    let recent = hours.len().saturating_sub(RECENT_HOURS);
    let before = recent.saturating_sub(RECENT_HOURS);
    let sum = |hours: &[u32]| hours.iter().copied().fold(0, u32::saturating_add);
    let (earlier, now) = (sum(&hours[before..recent]), sum(&hours[recent..]));
    now >= 3 && now > earlier.saturating_mul(3) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        fingerprint("x", one) == fingerprint("x", other)
    }

    #[test]
    fn it_is_twelve_digits_and_never_changes() {
        assert_eq!(fingerprint("refused", "The hub said no."), "48f5d5fa8a13");
    }

    #[test]
    fn what_differs_from_time_to_time_does_not_count() {
        for (one, other) in [
            ("Run 12 of 40 lost.", "Run 7 of 41 lost."),
            (
                "Row 0199a3c2-1f00-7000-8000-abcdefabcdef is locked.",
                "Row 0199a3c2-1f00-7000-8000-000000000001 is locked.",
            ),
            (
                "Not before 2026-10-22T12:32:08.000Z.",
                "Not before 2026-10-23T02:00:00Z.",
            ),
            ("hub.example:8080 is away.", "hub.example:9090 is away."),
            ("No answer within 30 s.", "no  answer within 40 S."),
        ] {
            assert!(same(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn what_names_the_failure_does() {
        for (one, other) in [
            ("hub:80 answered 503 Busy.", "hub:80 answered 404 Busy."),
            ("It ended with exit code 1.", "It ended with exit code 2."),
            ("No such table: bins.", "No such table: racks."),
            ("a.example refused.", "b.example refused."),
        ] {
            assert!(!same(one, other), "{one} / {other}");
        }
        assert_ne!(fingerprint("refused", "No."), fingerprint("timeout", "No."));
    }

    #[test]
    fn growth_is_seen_against_the_hours_before() {
        let hours = |tail: &[u32]| [vec![0; 24 - tail.len()], tail.to_vec()].concat();
        assert!(is_growing(&hours(&[1, 2, 4])));
        assert!(is_growing(&hours(&[2, 2, 2, 3, 4, 4])));
        assert!(!is_growing(&hours(&[4, 4, 4, 4, 4, 4])));
        assert!(!is_growing(&hours(&[1, 1])));
        assert!(!is_growing(&[]));
        assert!(is_growing(&[9]));
    }
}
