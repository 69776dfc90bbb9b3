//! Every trigger in one English sentence.

use crate::{
    Instant, Interval,
    words::{Description, period},
};

use super::Trigger;

const DATE: &str = "%a %-d %b %Y ";

impl Trigger {
    pub fn describe(&self) -> Description {
        Description::exact(match self {
            Self::Cron { expression, .. } => return expression.describe(),
            Self::Interval(interval) => every(interval),
            Self::Once { at } => format!("Once, {} UTC", shown(*at, DATE)),
            Self::Manual => "Only when started by hand".to_owned(),
        })
    }
}

/// An interval that divides the day comes at the same times every day, and needs no date.
fn every(interval: &Interval) -> String {
    let daily = crate::cron::DAY.is_multiple_of(interval.every_seconds);
    let from = shown(interval.anchor, if daily { "" } else { DATE });
    format!("Every {} from {from} UTC", period(interval.every_seconds))
}

fn shown(at: Instant, date: &str) -> String {
    let time = if at.timestamp() % 60 == 0 {
        "%H:%M"
    } else {
        "%H:%M:%S"
    };
    at.format(&format!("{date}{time}")).to_string()
}
