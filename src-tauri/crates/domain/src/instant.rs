//! Instants of the product: UTC, whole milliseconds, because that is what both databases keep.

use chrono::{DateTime, SubsecRound, TimeZone, Utc};

/// A point in real time, UTC.
pub type Instant = DateTime<Utc>;

/// Cuts an instant to whole milliseconds. Everything that is stored or compared goes through here
/// once, at its source, so that a value read back equals the value written.
pub fn truncate(at: Instant) -> Instant {
    at.trunc_subsecs(3)
}

/// The instant `ms` milliseconds after 1970-01-01T00:00:00Z, or `None` outside chrono's range.
pub fn from_millis(ms: i64) -> Option<Instant> {
    Utc.timestamp_millis_opt(ms).single()
}

/// RFC 3339 in UTC with exactly three decimals: the form used in keys and on the wire.
pub fn rfc3339(at: Instant) -> String {
    at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

/// As it stands in stored sentences: UTC, since a sentence cannot follow its reader's zone.
pub fn in_words(at: Instant) -> String {
    at.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truncated_instant_survives_milliseconds() {
        let fine = from_millis(1_700_000_000_123).unwrap() + chrono::Duration::microseconds(999);
        let kept = truncate(fine);
        assert_eq!(from_millis(kept.timestamp_millis()), Some(kept));
        assert_eq!(rfc3339(kept), "2023-11-14T22:13:20.123Z");
    }
}
