//! What makes a routine fire, validated. The stored and wire form is `TriggerSpec`.

use crate::{Instant, Interval, cron::CronExpression, zone::Zone};

mod description;
mod floor;
mod passed;
mod spec;

pub use floor::{FloorVerdict, FloorWarning};
pub use passed::Passed;
pub use spec::{TriggerKind, TriggerSpec};

/// A trigger that can be asked for its occurrences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trigger {
    Cron {
        expression: CronExpression,
        zone: Zone,
    },
    Interval(Interval),
    Once {
        at: Instant,
    },
    Manual,
}

impl Trigger {
    /// The first occurrence strictly after `after`, in real time; `None` when none comes any more.
    pub fn next_after(&self, after: Instant) -> Option<Instant> {
        let next = match self {
            Self::Cron { expression, zone } => expression.next_after(*zone, after),
            Self::Interval(interval) => interval.next_after(after),
            Self::Once { at } => Some(*at).filter(|at| *at > after),
            Self::Manual => None,
        };
        debug_assert!(
            next.is_none_or(|next| next > after),
            "{self:?} after {after}"
        );
        next
    }

    /// Whether it fires by itself.
    pub fn is_timed(&self) -> bool {
        !matches!(self, Self::Manual)
    }

    /// The zone whose clock decides, where one does.
    pub fn zone(&self) -> Option<Zone> {
        match self {
            Self::Cron { zone, .. } => Some(*zone),
            _ => None,
        }
    }

    /// At most `cap` occurrences with `from < occurrence <= to`, in order.
    pub fn fires(&self, from: Instant, to: Instant, cap: usize) -> Vec<Instant> {
        self.after(from)
            .take_while(|at| *at <= to)
            .take(cap)
            .collect()
    }

    /// All occurrences after `from`, in order.
    pub fn after(&self, from: Instant) -> impl Iterator<Item = Instant> {
        std::iter::successors(self.next_after(from), |last| self.next_after(*last))
    }

    /// The form in which it is stored and sent.
    pub fn spec(&self) -> TriggerSpec {
        match self {
            Self::Cron { expression, zone } => TriggerSpec::Cron {
                expression: expression.as_str().to_owned(),
                zone: zone.name().to_owned(),
            },
            Self::Interval(interval) => TriggerSpec::Interval {
                every_seconds: interval.every_seconds,
                anchor: interval.anchor,
            },
            Self::Once { at } => TriggerSpec::Once { at: *at },
            Self::Manual => TriggerSpec::Manual,
        }
    }
}
