//! Stand-in until the schedule half lands: intervals and instants only.
use crate::{Instant, Invalid};
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

#[derive(Debug, Clone)]
pub enum Trigger {
    Interval { every_seconds: u32, anchor: Instant },
    Once { at: Instant },
    Manual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    pub first: Instant,
    pub newest: Instant,
    pub count: u32,
    pub next: Option<Instant>,
}

impl TriggerSpec {
    pub fn parse(&self) -> Result<Trigger, Invalid> {
        match self {
            TriggerSpec::Cron { .. } => Err(Invalid::new("trigger.cron", "not yet")),
            TriggerSpec::Interval {
                every_seconds,
                anchor,
            } => Ok(Trigger::Interval {
                every_seconds: *every_seconds,
                anchor: *anchor,
            }),
            TriggerSpec::Once { at } => Ok(Trigger::Once { at: *at }),
            TriggerSpec::Manual => Ok(Trigger::Manual),
        }
    }
}

impl Trigger {
    pub fn is_timed(&self) -> bool {
        !matches!(self, Trigger::Manual)
    }

    pub fn next_after(&self, after: Instant) -> Option<Instant> {
        match self {
            Trigger::Interval {
                every_seconds,
                anchor,
            } => {
                let every = i64::from(*every_seconds) * 1000;
                let steps = (after - *anchor).num_milliseconds().div_euclid(every) + 1;
                Some(*anchor + chrono::Duration::milliseconds(steps.max(0) * every))
            }
            Trigger::Once { at } => (*at > after).then_some(*at),
            Trigger::Manual => None,
        }
    }

    pub fn passed(&self, first: Instant, now: Instant) -> Passed {
        let mut passed = Passed {
            first,
            newest: first,
            count: 1,
            next: None,
        };
        loop {
            passed.next = self.next_after(passed.newest);
            match passed.next {
                Some(next) if next <= now => {
                    passed.newest = next;
                    passed.count += 1;
                }
                _ => return passed,
            }
        }
    }
}
