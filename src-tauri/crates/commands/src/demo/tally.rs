//! What became of every planned occurrence, counted once by its last attempt. The plan is worked out
//! anew from the triggers' calendars; the history only says what happened.

use std::collections::BTreeMap;

use routine_domain::{Instant, Invalid, Routine, RunStatus};
use routine_store::{
    Store,
    model::{AuditEvent, Run, RunFilter},
};
use serde::Serialize;

use crate::CommandError;

/// The counts of a headless demo. `due` is the sum of the seven that follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct DemoReport {
    pub days: u32,
    pub due: u32,
    pub fired: u32,
    pub schedule_failed: u32,
    pub skipped: u32,
    pub missed: u32,
    pub abandoned: u32,
    pub open: u32,
    /// Planned, without any trace and without a reason.
    pub lost: u32,
    /// Launches beyond the first of one attempt, and launches nobody planned.
    pub doubled: u32,
    /// Routines, not runs.
    pub dead_lettered: u32,
}

/// A span in which a routine was in the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Live {
    from: Instant,
    to: Instant,
}

/// What the history says about one occurrence.
type Traces = BTreeMap<Instant, RunStatus>;

/// How many occurrences one routine may have in a rehearsal.
const MOST: usize = 100_000;

/// Adds what became of the routine's occurrences up to `end`.
pub(super) async fn count(
    store: &dyn Store,
    routine: &Routine,
    end: Instant,
    report: &mut DemoReport,
) -> Result<(), CommandError> {
    let runs = all_runs(store, routine).await?;
    let subject = format!("routine:{}", routine.id);
    let events = store.list_audit_events(Some(&subject), 1_000).await?;
    let spans = live_spans(routine, &events, &runs, end);
    report.dead_lettered += u32::from(runs.iter().any(|run| run.dead_lettered));
    let traces = traces(routine, &runs)?;
    let trigger = routine.trigger.parse()?;
    let mut unplanned = traces.clone();
    for span in spans {
        let planned = trigger.fires(span.from, span.to, MOST);
        for at in &planned {
            unplanned.remove(at);
        }
        add(&planned, &traces, report);
    }
    report.doubled += u32::try_from(unplanned.len()).unwrap_or(u32::MAX);
    Ok(())
}

/// An occurrence without a trace is lost, unless it passed while the routine backed off and what came
/// after it in this span has no trace either: the retry that would sum it up has not come, or never
/// will.
fn add(planned: &[Instant], traces: &Traces, report: &mut DemoReport) {
    let newest = planned.iter().rposition(|at| traces.contains_key(at));
    let backs_off = newest
        .is_some_and(|newest| traces.get(&planned[newest]) == Some(&RunStatus::ScheduleFailed));
    for (place, at) in planned.iter().enumerate() {
        let counter = match traces.get(at) {
            Some(RunStatus::Succeeded | RunStatus::Failed | RunStatus::Cancelled) => {
                &mut report.fired
            }
            Some(RunStatus::ScheduleFailed) => &mut report.schedule_failed,
            Some(RunStatus::Skipped) => &mut report.skipped,
            Some(RunStatus::Missed) => &mut report.missed,
            Some(RunStatus::Abandoned) => &mut report.abandoned,
            Some(RunStatus::Claimed | RunStatus::Launching | RunStatus::Running) => {
                &mut report.open
            }
            None if backs_off && newest.is_some_and(|newest| place > newest) => continue,
            None => &mut report.lost,
        };
        *counter += 1;
        report.due += 1;
    }
}

/// The last attempt of each occurrence; a `missed` row stands for every occurrence of its span.
fn traces(routine: &Routine, runs: &[Run]) -> Result<Traces, Invalid> {
    let trigger = routine.trigger.parse()?;
    let mut attempts: BTreeMap<Instant, (u32, RunStatus)> = BTreeMap::new();
    for run in runs {
        let Some(first) = run.scheduled_for else {
            continue;
        };
        let until = run.missed_until.unwrap_or(first);
        let others = trigger.fires(first, until, MOST);
        for at in std::iter::once(first).chain(others) {
            let slot = attempts.entry(at).or_insert((run.attempt, run.status));
            if run.attempt >= slot.0 {
                *slot = (run.attempt, run.status);
            }
        }
    }
    Ok(attempts
        .into_iter()
        .map(|(at, (_, status))| (at, status))
        .collect())
}

/// From its making, a resumption or a revival, to a pause, a dead letter or the end.
fn live_spans(routine: &Routine, events: &[AuditEvent], runs: &[Run], end: Instant) -> Vec<Live> {
    let mut turns: Vec<(Instant, bool)> = events
        .iter()
        .filter_map(|event| match event.kind.as_str() {
            "routine.resumed" | "routine.revived" | "routine.restored" => Some((event.at, true)),
            "routine.paused" | "routine.switched_off" | "routine.deleted" => {
                Some((event.at, false))
            }
            _ => None,
        })
        .collect();
    turns.push((routine.created_at, true));
    turns.extend(
        runs.iter()
            .filter(|run| run.dead_lettered)
            .filter_map(|run| Some((run.finished_at?, false))),
    );
    turns.push((end, false));
    turns.sort_unstable();
    let mut spans = Vec::new();
    let mut since = None;
    for (at, on) in turns {
        match (since, on) {
            (None, true) => since = Some(at),
            (Some(from), false) => {
                spans.push(Live { from, to: at });
                since = None;
            }
            _ => {}
        }
    }
    spans
}

async fn all_runs(store: &dyn Store, routine: &Routine) -> Result<Vec<Run>, CommandError> {
    let mut filter = RunFilter {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: Some(routine.id),
        tenant_id: None,
        from: None,
        to: None,
        after: None,
        limit: 200,
    };
    let mut runs = Vec::new();
    loop {
        let page = store.list_runs(&filter).await?;
        runs.extend(page.rows);
        filter.after = page.next;
        if filter.after.is_none() {
            return Ok(runs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    fn hours(hours: &[i64]) -> Vec<Instant> {
        hours
            .iter()
            .map(|hour| from_millis(hour * 3_600_000).unwrap())
            .collect()
    }

    fn told(planned: &[i64], traced: &[(i64, RunStatus)]) -> DemoReport {
        let traces = traced
            .iter()
            .map(|(hour, status)| (hours(&[*hour])[0], *status))
            .collect();
        let mut report = DemoReport::default();
        add(&hours(planned), &traces, &mut report);
        report
    }

    #[test]
    fn a_hole_between_two_traces_is_lost() {
        let report = told(
            &[1, 2, 3],
            &[(1, RunStatus::Succeeded), (3, RunStatus::Skipped)],
        );
        assert_eq!((report.due, report.lost), (3, 1));
    }

    #[test]
    fn only_a_back_off_explains_what_has_no_trace_at_the_end() {
        let waits = told(&[1, 2, 3], &[(1, RunStatus::ScheduleFailed)]);
        assert_eq!((waits.due, waits.schedule_failed, waits.lost), (1, 1, 0));
        let forgotten = told(&[1, 2, 3], &[(1, RunStatus::Succeeded)]);
        assert_eq!((forgotten.due, forgotten.lost), (3, 2));
    }
}
