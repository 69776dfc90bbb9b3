//! Why a routine did or did not fire: the facts of one instant, gathered for the domain to judge.

use chrono::Duration;
use routine_domain::{
    Instant, RoutineId, RunStatus, TriggerSpec,
    explain::{Attempt, Facts, OtherRun, explain as judge},
    instant::truncate,
    recorded_plan::RecordedPlan,
};
use routine_store::{
    Store,
    model::{RecordedFilter, Run, RunFilter, TraceFilter},
};

use crate::{CommandError, Desk, routines, wire::Explanation};

/// How far back the last planned time is looked for.
const BACK: Duration = Duration::days(4 * 366);
/// The newest runs before a claim, among which those still open are looked for.
const NEIGHBOURS: u32 = 20;

/// At no given instant it is asked about the last planned time, or the first where none has passed.
pub async fn explain(
    desk: &Desk,
    id: RoutineId,
    at: Option<Instant>,
) -> Result<Explanation, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let filter = RecordedFilter {
        tenant_id: None,
        routine_id: Some(id),
        after: None,
        limit: 1,
    };
    let recorded = store.recorded_routines(&filter).await?.pop();
    let recorded = recorded.ok_or_else(|| routines::not_found(id))?;
    let routine = &recorded.routine;
    let plan = RecordedPlan::of(routine, &recorded.changes, now);
    let at = at.map_or_else(|| last_planned(&routine.trigger, now), truncate);
    let runs = occurrence(store, id, at).await?;
    let facts = Facts {
        routine,
        plan: &plan,
        at,
        now,
        attempts: &runs.iter().map(attempt).collect::<Vec<_>>(),
        other: other_open(store, id, runs.last()).await?,
        swept: match runs.is_empty() {
            true => store.first_sweep_from(at).await?,
            false => None,
        },
        runs_kept_since: recorded.runs_kept_since,
    };
    let judged = judge(&facts);
    Ok(Explanation {
        routine_id: id,
        routine_name: routine.name.clone(),
        tenant_name: recorded.tenant_name.clone(),
        at,
        zone: match &routine.trigger {
            TriggerSpec::Cron { zone, .. } => Some(zone.clone()),
            _ => None,
        },
        answer: judged.answer,
        checks: judged.checks,
        run_id: runs.last().map(|run| run.id),
        planned_before: judged.planned_before,
        planned_after: judged.planned_after,
        now,
    })
}

fn last_planned(trigger: &TriggerSpec, now: Instant) -> Instant {
    let Ok(trigger) = trigger.parse() else {
        return now;
    };
    let last = trigger.newest(now - BACK, now);
    last.or_else(|| trigger.next_after(now)).unwrap_or(now)
}

/// The rows of an occurrence, oldest first, behind a `missed` one that stands for it.
async fn occurrence(
    store: &dyn Store,
    id: RoutineId,
    at: Instant,
) -> Result<Vec<Run>, CommandError> {
    let attempts = store.list_attempts(id, at).await?;
    if !attempts.is_empty() {
        return Ok(attempts);
    }
    let touching = TraceFilter {
        routines: vec![id],
        from: at,
        to: at + Duration::milliseconds(1),
        limit: 10,
    };
    for (_, trace) in store.traces(&touching).await? {
        if trace.missed_until.is_some_and(|until| until >= at) {
            return Ok(store.get_run(trace.run).await?.into_iter().collect());
        }
    }
    Ok(Vec::new())
}

/// A run of another time that was open when this one was claimed.
async fn other_open(
    store: &dyn Store,
    id: RoutineId,
    run: Option<&Run>,
) -> Result<Option<OtherRun>, CommandError> {
    let Some(run) = run.filter(|run| run.status != RunStatus::Missed) else {
        return Ok(None);
    };
    let before = RunFilter {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: Some(id),
        tenant_id: None,
        from: None,
        to: Some(run.recorded_at),
        after: None,
        limit: NEIGHBOURS,
    };
    let rows = store.list_runs(&before).await?.rows;
    let open = rows.into_iter().find(|other| {
        other.scheduled_for != run.scheduled_for
            && other
                .finished_at
                .is_none_or(|ended| ended > run.recorded_at)
    });
    Ok(open.map(|other| OtherRun {
        run: other.id,
        scheduled_for: other.scheduled_for,
    }))
}

fn attempt(run: &Run) -> Attempt {
    Attempt {
        run: run.id,
        attempt: run.attempt,
        status: run.status,
        idempotency_key: run.idempotency_key.clone(),
        worker: run.worker.clone(),
        recorded_at: run.recorded_at,
        launched_at: run.launched_at,
        started_at: run.started_at,
        finished_at: run.finished_at,
        take_overs: run.take_overs,
        waits_for: run.waits_for.clone(),
        message: run.message.clone(),
    }
}
