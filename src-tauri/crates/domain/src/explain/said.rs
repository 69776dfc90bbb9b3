use chrono::TimeDelta;

use crate::{Instant, Zone};

/// `Thu 22 Oct 2026 14:30:00 UTC+2`; seconds always, since attempts are told apart by them.
pub(super) fn time(at: Instant, zone: Option<Zone>) -> String {
    let offset = zone.map_or(0, |zone| zone.offset_at(at));
    let reading = at.naive_utc() + TimeDelta::seconds(offset.into());
    format!(
        "{} {}",
        reading.format("%a %-d %b %Y %H:%M:%S"),
        self::offset(offset)
    )
}

fn offset(seconds: i32) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.abs() / 60;
    match (minutes / 60, minutes % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}
