//! Placeholder until the schedule half lands.
use crate::Instant;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TriggerSpec {
    Cron { expression: String, zone: String },
    Interval { every_seconds: u32, anchor: Instant },
    Once { at: Instant },
    Manual,
}
