//! The claim: due routines become rows of history and move on in the schedule, together.

use std::collections::HashSet;

use routine_domain::{
    Instant, Routine, RoutineId, RunId, RunStatus, TriggerSpec,
    plan::{ClaimPlan, PlannedRun, plan_claim},
    recorded_plan::ScheduleChange,
    state::OffBy,
    zone::TZDB_VERSION,
};

use super::{
    claim_rows::{Move, NewRun, insert_runs, move_routines},
    due::{DueRoutine, Found, lock_due},
    zone_data::replanned,
};
use crate::{
    StoreResult,
    model::{Actor, ClaimBatch, WorkerIdentity},
    sql_store::{Dialect, Session, SqlStore, runs::CountMoves, schedule_changes::record_changes},
};

/// What one batch is going to write.
#[derive(Default)]
struct Decided<'a> {
    runs: Vec<NewRun<'a>>,
    moves: Vec<Move>,
    /// What cannot be planned any more, and why.
    unplannable: Vec<(&'a DueRoutine, String)>,
    held: Vec<RoutineId>,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn claim(
        &self,
        worker: &WorkerIdentity,
        held: &[RoutineId],
        limit: u32,
        begins: bool,
        now: Instant,
    ) -> StoreResult<ClaimBatch> {
        let mut session = self.db.write().await?;
        let Found { due, unreadable } =
            lock_due::<D>(&mut session, worker, held, limit, now).await?;
        let decided = decide(&due, begins, now);
        record_changes::<D>(
            &mut session,
            &by_other_zone_data(&due, &decided.moves, worker, now),
        )
        .await?;
        let written = insert_runs::<D>(&mut session, &decided.runs, worker, now).await?;
        move_routines::<D>(&mut session, &decided.moves).await?;
        for (found, reason) in &decided.unplannable {
            let why = (OffBy::Unschedulable, reason.as_str());
            let actor = Actor::new(&worker.name);
            self.switch_off(&mut session, &found.due.routine, why, &actor, now)
                .await?;
        }
        let (mut batch, counts) = outcome(&decided.runs, &written, now);
        counts.write::<D>(&mut session).await?;
        session.commit().await?;
        batch.examined = u32::try_from(due.len()).unwrap_or(u32::MAX);
        batch.switched_off = u32::try_from(decided.unplannable.len()).unwrap_or(u32::MAX);
        batch.held = [decided.held, unreadable].concat();
        Ok(batch)
    }
}

/// From its claim on, a routine is planned with the zone data of this program.
fn by_other_zone_data(
    due: &[DueRoutine],
    moves: &[Move],
    worker: &WorkerIdentity,
    now: Instant,
) -> Vec<(RoutineId, ScheduleChange)> {
    let others = due.iter().filter(|found| {
        found.zone_data != TZDB_VERSION
            && matches!(found.due.routine.trigger, TriggerSpec::Cron { .. })
    });
    let changes = others.filter_map(|found| {
        let before = &found.due.routine;
        let step = moves.iter().find(|step| step.routine == before.id)?;
        // What is claimed now was planned before.
        let after = Routine {
            placement: step.placement.clone(),
            ..before.clone()
        };
        let mut change = replanned(before, &after, &worker.name, now);
        change.dropped_from = change.planned_from;
        Some((before.id, change))
    });
    changes.collect()
}

fn decide(due: &[DueRoutine], begins: bool, now: Instant) -> Decided<'_> {
    let mut decided = Decided::default();
    for found in due {
        let routine = &found.due.routine;
        match plan_claim(&found.due, now) {
            ClaimPlan::Hold => decided.held.push(routine.id),
            ClaimPlan::SwitchOff { reason } => decided.unplannable.push((found, reason)),
            ClaimPlan::Claim { rows, placement } => {
                decided.runs.extend(rows.into_iter().map(|planned| NewRun {
                    id: RunId::new(now),
                    planned: unless_disabled(planned, found),
                    may_begin: begins && found.begins_at_once(),
                    found,
                }));
                decided.moves.push(Move {
                    routine: routine.id,
                    seen: routine.placement.next_fire_at,
                    placement,
                });
            }
        }
    }
    decided
}

/// What a disabled definition would run is skipped, and says so.
fn unless_disabled(planned: PlannedRun, found: &DueRoutine) -> PlannedRun {
    if !found.disabled || planned.status != RunStatus::Claimed {
        return planned;
    }
    PlannedRun {
        status: RunStatus::Skipped,
        waits_for: None,
        message: Some(format!(
            "Skipped: its definition \"{}\" is disabled.",
            found.definition_name
        )),
        ..planned
    }
}

/// Counts what was written, and hands out what may be launched, in the order it was due.
fn outcome(
    runs: &[NewRun<'_>],
    written: &HashSet<RunId>,
    now: Instant,
) -> (ClaimBatch, CountMoves) {
    let mut batch = ClaimBatch::default();
    let mut counts = CountMoves::default();
    for run in runs.iter().filter(|run| written.contains(&run.id)) {
        if !run.planned.status.is_open() {
            let tenant = run.found.due.routine.tenant_id;
            counts.ended(tenant, now, run.planned.status);
        }
        match run.planned.status {
            RunStatus::Skipped => batch.skipped += 1,
            RunStatus::Missed => {
                let count = run.planned.missed.map_or(1, |missed| missed.count);
                batch.missed = batch.missed.saturating_add(count);
            }
            _ => batch.lag_ms = batch.lag_ms.max(run.lag_ms(now)),
        }
        if run.begins() {
            batch.begun.push(run.order());
        } else if run.is_launched_next() {
            batch.orders.push(run.order());
        }
    }
    (batch, counts)
}
