//! The hours around now: what was, what is planned, and what a clock change leaves out.

use std::collections::{BTreeMap, HashSet};

use chrono::TimeDelta;
use routine_domain::{
    Instant, RunStatus,
    instant::{from_millis, truncate},
    preview::preview,
};
use routine_store::{
    Store,
    model::{InSchedule, RunFilter},
};

use crate::{
    CommandError,
    wire::{AxisKind, AxisMark, ClockAxis},
};

const BEHIND: TimeDelta = TimeDelta::hours(2);
const LENGTH: TimeDelta = TimeDelta::hours(6);
/// The newest runs of the axis.
const RUNS: u32 = 300;
/// Triggers written differently, and fires of each.
const TRIGGERS: usize = 60;
const FIRES: usize = 40;
/// Marks nearer to each other than this are one.
const GRAIN_MS: i64 = 5 * 60_000;

pub(super) async fn around(
    store: &dyn Store,
    waiting: &[InSchedule],
    now: Instant,
) -> Result<ClockAxis, CommandError> {
    let hour = now.timestamp().div_euclid(3_600) * 3_600_000;
    let from = from_millis(hour).unwrap_or(now) - BEHIND;
    let to = from + LENGTH;
    let mut marks = Marks::default();
    let past = RunFilter {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: None,
        tenant_id: None,
        from: Some(from),
        to: None,
        after: None,
        limit: RUNS,
    };
    for run in store.list_runs(&past).await?.rows {
        let at = run.scheduled_for.unwrap_or(run.recorded_at);
        if at >= from && at <= now {
            marks.add(at, kind_of(run.status));
        }
    }
    let mut seen = HashSet::new();
    let written = waiting.iter().map(|each| &each.trigger);
    for spec in written.filter(|spec| seen.insert(*spec)).take(TRIGGERS) {
        let Ok(trigger) = spec.parse() else {
            continue;
        };
        for at in trigger.fires(now, to, FIRES) {
            marks.add(at, AxisKind::Planned);
        }
        let left_out = preview(&trigger, from, FIRES).not_fired;
        for entry in left_out.iter().filter(|entry| entry.at <= to) {
            marks.add(truncate(entry.at), AxisKind::NotFired);
        }
    }
    Ok(ClockAxis {
        from,
        to,
        marks: marks.0.into_values().collect(),
    })
}

#[derive(Default)]
struct Marks(BTreeMap<(i64, u8), AxisMark>);

impl Marks {
    fn add(&mut self, at: Instant, kind: AxisKind) {
        let grain = at.timestamp_millis().div_euclid(GRAIN_MS);
        let mark = self
            .0
            .entry((grain, kind as u8))
            .or_insert(AxisMark { at, kind, count: 0 });
        mark.count += 1;
    }
}

fn kind_of(status: RunStatus) -> AxisKind {
    match status {
        RunStatus::Succeeded => AxisKind::Fired,
        RunStatus::Failed | RunStatus::ScheduleFailed | RunStatus::Abandoned => AxisKind::Failed,
        RunStatus::Skipped | RunStatus::Missed | RunStatus::Cancelled => AxisKind::LeftOut,
        RunStatus::Claimed | RunStatus::Launching | RunStatus::Running => AxisKind::Open,
    }
}
