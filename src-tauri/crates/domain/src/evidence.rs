//! What became of every planned occurrence, counted once, by its last attempt. The plan is worked out
//! anew from the calendars and the recorded changes; the history only says what happened.

use std::{collections::BTreeMap, ops::AddAssign};

use serde::{Deserialize, Serialize};

use crate::{
    Instant, RoutineId, RunId, RunStatus,
    recorded_plan::{Expected, RecordedPlan},
    run::idempotency_key,
    words::words,
};

words! {
    /// What became of one occurrence, worse ones later.
    Bucket, "bucket" {
        Fired = "fired",
        Skipped = "skipped",
        Missed = "missed",
        Open = "open",
        ScheduleFailed = "schedule_failed",
        Abandoned = "abandoned",
        Doubled = "doubled",
        Lost = "lost",
    }
}

/// The counts of a window. `due` is the sum of the seven behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Tally {
    pub due: u32,
    pub fired: u32,
    pub schedule_failed: u32,
    pub skipped: u32,
    pub missed: u32,
    pub abandoned: u32,
    /// Not decided yet, or not ended.
    pub open: u32,
    /// Planned, decided by nobody, and without a reason.
    pub lost: u32,
    /// Launches under another key than an occurrence's own.
    pub doubled: u32,
    /// Planned by the calendar, and out of the schedule or dropped from it by a recorded change.
    pub explained: u32,
    /// Planned at a time of which nothing certain is known.
    pub not_provable: u32,
}

/// A row of history as far as the evidence needs it; it has a planned time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    pub run: RunId,
    pub scheduled_for: Instant,
    pub attempt: u32,
    pub status: RunStatus,
    pub idempotency_key: String,
    pub was_launched: bool,
    /// The last occurrence that a `missed` row stands for.
    pub missed_until: Option<Instant>,
}

/// One occurrence that somebody should look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Finding {
    pub bucket: Bucket,
    pub scheduled_for: Instant,
    pub run: Option<RunId>,
}

/// What a window shows of one routine.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Evidence {
    pub tally: Tally,
    /// In the order of their times.
    pub occurrences: BTreeMap<Instant, Bucket>,
    /// What was lost, doubled or is open.
    pub findings: Vec<Finding>,
}

/// Examines the occurrences with `from <= occurrence < to`. `traces` holds every row of the routine
/// that touches this window.
pub fn examine(
    routine: RoutineId,
    plan: &RecordedPlan<'_>,
    traces: &[Trace],
    (from, to): (Instant, Instant),
) -> Evidence {
    let mut planned: BTreeMap<Instant, Expected> = BTreeMap::new();
    for (at, expected) in plan
        .spans
        .iter()
        .flat_map(|span| span.occurrences(from, to))
    {
        let slot = planned.entry(at).or_insert(expected);
        *slot = expected.max(*slot);
    }
    let last = last_attempts(traces, &planned);
    let mut evidence = Evidence::default();
    for (at, expected) in &planned {
        match (last.get(at), expected) {
            (Some(trace), _) => evidence.count(*at, bucket_of(trace), Some(trace.run)),
            (None, Expected::Decided) => evidence.count(*at, Bucket::Lost, None),
            (None, Expected::Awaited) => evidence.count(*at, Bucket::Open, None),
            (None, Expected::Uncertain) => evidence.tally.not_provable += 1,
            (None, Expected::Explained | Expected::BackingOff) => evidence.tally.explained += 1,
        }
    }
    for trace in traces {
        let at = trace.scheduled_for;
        let is_own = trace.idempotency_key == idempotency_key(routine, trace.run, Some(at));
        let is_planned = planned.contains_key(&at) || !plan.is_certain_of(at);
        if (from..to).contains(&at) && trace.was_launched && !(is_own && is_planned) {
            evidence.count(at, Bucket::Doubled, Some(trace.run));
        }
    }
    evidence
}

/// The last attempt at each occurrence; a `missed` row stands for every occurrence of its span.
fn last_attempts<'a>(
    traces: &'a [Trace],
    planned: &BTreeMap<Instant, Expected>,
) -> BTreeMap<Instant, &'a Trace> {
    let mut last: BTreeMap<Instant, &Trace> = BTreeMap::new();
    for trace in traces {
        let first = trace.scheduled_for;
        let until = trace.missed_until.map_or(first, |until| until.max(first));
        for (at, _) in planned.range(first..=until) {
            let slot = last.entry(*at).or_insert(trace);
            if trace.attempt >= slot.attempt {
                *slot = trace;
            }
        }
    }
    last
}

fn bucket_of(trace: &Trace) -> Bucket {
    match trace.status {
        RunStatus::Succeeded | RunStatus::Failed => Bucket::Fired,
        RunStatus::Cancelled if trace.was_launched => Bucket::Fired,
        // Called off before it was launched.
        RunStatus::Cancelled | RunStatus::Skipped => Bucket::Skipped,
        RunStatus::ScheduleFailed => Bucket::ScheduleFailed,
        RunStatus::Missed => Bucket::Missed,
        RunStatus::Abandoned => Bucket::Abandoned,
        RunStatus::Claimed | RunStatus::Launching | RunStatus::Running => Bucket::Open,
    }
}

impl Evidence {
    fn count(&mut self, at: Instant, bucket: Bucket, run: Option<RunId>) {
        let tally = &mut self.tally;
        let counter = match bucket {
            Bucket::Fired => &mut tally.fired,
            Bucket::Skipped => &mut tally.skipped,
            Bucket::Missed => &mut tally.missed,
            Bucket::Open => &mut tally.open,
            Bucket::ScheduleFailed => &mut tally.schedule_failed,
            Bucket::Abandoned => &mut tally.abandoned,
            Bucket::Doubled => &mut tally.doubled,
            Bucket::Lost => &mut tally.lost,
        };
        *counter += 1;
        // A second launch is no second occurrence.
        tally.due += u32::from(bucket != Bucket::Doubled);
        let slot = self.occurrences.entry(at).or_insert(bucket);
        *slot = bucket.max(*slot);
        if matches!(bucket, Bucket::Open | Bucket::Doubled | Bucket::Lost) {
            self.findings.push(Finding {
                bucket,
                scheduled_for: at,
                run,
            });
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (sum, part) in [
            (&mut self.due, other.due),
            (&mut self.fired, other.fired),
            (&mut self.schedule_failed, other.schedule_failed),
            (&mut self.skipped, other.skipped),
            (&mut self.missed, other.missed),
            (&mut self.abandoned, other.abandoned),
            (&mut self.open, other.open),
            (&mut self.lost, other.lost),
            (&mut self.doubled, other.doubled),
            (&mut self.explained, other.explained),
            (&mut self.not_provable, other.not_provable),
        ] {
            *sum = sum.saturating_add(part);
        }
    }
}
