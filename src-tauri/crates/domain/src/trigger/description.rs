//! Every trigger in one English sentence.

use crate::{
    Instant, Interval,
    words::{Description, period},
};

use super::Trigger;

impl Trigger {
    pub fn describe(&self) -> Description {
        Description::exact(match self {
            Self::Cron { expression, .. } => return expression.describe(),
            Self::Interval(interval) => every(interval),
            Self::Once { at } => format!("Once, {} UTC", at.format("%a %-d %b %Y %H:%M")),
            Self::Manual => "Only when started by hand".to_owned(),
        })
    }
}

/// An interval that divides the day comes at the same times every day, and needs no date.
fn every(interval: &Interval) -> String {
    let daily = crate::cron::DAY % interval.every_seconds == 0;
    let from = shown(interval.anchor, if daily { "" } else { "%a %-d %b %Y " });
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
