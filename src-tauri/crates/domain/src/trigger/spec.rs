//! The raw trigger: what forms send and databases keep. It may say anything; `parse` judges it.

use chrono::Datelike;
use serde::{Deserialize, Serialize};

use crate::{Instant, Interval, Invalid, cron::CronExpression, instant, words::words, zone::Zone};

use super::Trigger;

words! {
    /// The kind of a trigger, without its particulars: what lists are filtered by.
    TriggerKind, "trigger" {
        Cron = "cron",
        Interval = "interval",
        Once = "once",
        Manual = "manual",
    }
}

/// A trigger as written. Reading one back never fails, so that a trigger that became invalid can
/// still be listed and explained.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TriggerSpec {
    Cron { expression: String, zone: String },
    Interval { every_seconds: u32, anchor: Instant },
    Once { at: Instant },
    Manual,
}

impl TriggerSpec {
    pub fn kind(&self) -> TriggerKind {
        match self {
            Self::Cron { .. } => TriggerKind::Cron,
            Self::Interval { .. } => TriggerKind::Interval,
            Self::Once { .. } => TriggerKind::Once,
            Self::Manual => TriggerKind::Manual,
        }
    }

    pub fn parse(&self) -> Result<Trigger, Invalid> {
        Ok(match self {
            Self::Cron { expression, zone } => Trigger::Cron {
                expression: CronExpression::parse(expression)?,
                zone: Zone::parse(zone)?,
            },
            Self::Interval {
                every_seconds: 0, ..
            } => {
                return Err(Invalid::new(
                    "trigger.every_seconds",
                    "An interval of 0 seconds never ends: write at least 1 second.",
                ));
            }
            Self::Interval {
                every_seconds,
                anchor,
            } => Trigger::Interval(Interval {
                every_seconds: *every_seconds,
                anchor: plausible(*anchor, "trigger.anchor")?,
            }),
            Self::Once { at } => Trigger::Once {
                at: plausible(*at, "trigger.at")?,
            },
            Self::Manual => Trigger::Manual,
        })
    }
}

/// An instant of the years that schedules cover, in whole milliseconds.
fn plausible(at: Instant, field: &str) -> Result<Instant, Invalid> {
    if (1970..=2100).contains(&at.year()) {
        return Ok(instant::truncate(at));
    }
    Err(Invalid::new(
        field,
        format!(
            "The year {} is out of range: choose one from 1970 to 2100.",
            at.year()
        ),
    ))
}
