//! What a clock change does to an expression: which readings it moves, merges, leaves out or
//! repeats. Explains the fires that `fires` decides, and never decides one itself.

use chrono::{NaiveDateTime, TimeDelta};
use serde::{Deserialize, Serialize};

use crate::{
    Instant,
    zone::{ClockChange, Reading, Zone},
};

use super::{CronExpression, CronKind};

const SECOND: TimeDelta = TimeDelta::seconds(1);

/// Why a fire is not quite what its wall-clock time says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Mark {
    /// `wall_clock` never comes that day; it fires at the first instant after the gap.
    MovedFromGap { wall_clock: NaiveDateTime },
    /// The clock shows this time again later, and it does not fire again.
    FirstOfTwo,
}

/// Why a matching wall-clock time has no fire of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotFiredReason {
    /// It fired when the clock showed it first.
    SecondPass,
    /// The clock jumps over it, and an interval-like expression moves nothing.
    InGap,
    /// The clock jumps over it, and the one fire after the gap stands for it.
    MergedAfterGap,
}

/// A matching wall-clock time without a fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotFired {
    pub wall_clock: NaiveDateTime,
    /// Where it would stand among the fires: its second pass, or the end of the gap.
    pub at: Instant,
    /// `None` for a time that the clock never shows.
    pub offset_seconds: Option<i32>,
    pub reason: NotFiredReason,
}

/// Readings with `from <= reading < to` that have no fire of their own.
struct LeftOut {
    from: NaiveDateTime,
    to: NaiveDateTime,
    /// Whether the first of them is the fire after the gap.
    moved: bool,
    reason: NotFiredReason,
}

impl CronExpression {
    /// The mark of one of its fires.
    pub(crate) fn mark(&self, zone: Zone, at: Instant) -> Option<Mark> {
        if self.kind == CronKind::IntervalLike {
            return None;
        }
        let reading = zone.reading_at(at);
        if self.walk.matches(reading) {
            let twice = matches!(zone.resolve(reading), Reading::Twice(first, _) if first == at);
            return twice.then_some(Mark::FirstOfTwo);
        }
        let gap = zone.change_between(at - SECOND, at)?;
        let wall_clock = self.walk.next(gap.reading_before() - SECOND)?;
        Some(Mark::MovedFromGap { wall_clock })
    }

    /// The matching readings that a clock change leaves without a fire, in order.
    pub(crate) fn not_fired(&self, change: ClockChange) -> impl Iterator<Item = NotFired> {
        self.left_out(&change)
            .into_iter()
            .flat_map(move |left_out| {
                let LeftOut {
                    from,
                    to,
                    moved,
                    reason,
                } = left_out;
                let readings = self.readings(from, to).skip(usize::from(moved));
                readings.map(move |wall_clock| match reason {
                    NotFiredReason::SecondPass => NotFired {
                        wall_clock,
                        at: change.at + (wall_clock - from),
                        offset_seconds: Some(change.offset_after_seconds),
                        reason,
                    },
                    NotFiredReason::InGap | NotFiredReason::MergedAfterGap => NotFired {
                        wall_clock,
                        at: change.at,
                        offset_seconds: None,
                        reason,
                    },
                })
            })
    }

    /// How many `not_fired` would list.
    pub(crate) fn count_not_fired(&self, change: &ClockChange) -> u64 {
        self.left_out(change).map_or(
            0,
            |LeftOut {
                 from, to, moved, ..
             }| {
                let readings = self.walk.count(from - SECOND, to - SECOND);
                readings.saturating_sub(u64::from(moved))
            },
        )
    }

    fn left_out(&self, change: &ClockChange) -> Option<LeftOut> {
        let (before, after) = (change.reading_before(), change.reading_after());
        match (self.kind, change.is_gap()) {
            (CronKind::IntervalLike, false) => None,
            (CronKind::IntervalLike, true) => Some(LeftOut {
                from: before,
                to: after,
                moved: false,
                reason: NotFiredReason::InGap,
            }),
            (CronKind::FixedTime, true) => Some(LeftOut {
                from: before,
                to: after,
                moved: !self.walk.matches(after),
                reason: NotFiredReason::MergedAfterGap,
            }),
            (CronKind::FixedTime, false) => Some(LeftOut {
                from: after,
                to: before,
                moved: false,
                reason: NotFiredReason::SecondPass,
            }),
        }
    }

    /// How many fires the second pass of an overlap adds.
    pub(crate) fn repeated(&self, change: &ClockChange) -> u64 {
        match self.kind == CronKind::IntervalLike && !change.is_gap() {
            true => self.walk.count(
                change.reading_after() - SECOND,
                change.reading_before() - SECOND,
            ),
            false => 0,
        }
    }

    /// Matching readings with `from <= reading < to`.
    fn readings(
        &self,
        from: NaiveDateTime,
        to: NaiveDateTime,
    ) -> impl Iterator<Item = NaiveDateTime> {
        std::iter::successors(self.walk.next(from - SECOND), |last| self.walk.next(*last))
            .take_while(move |reading| *reading < to)
    }
}
