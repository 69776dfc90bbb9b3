//! What a claim writes: one insert of all its runs, one update of all its routines.

use std::collections::HashSet;

use chrono::Duration;
use routine_domain::{
    Instant, RoutineId, RunId, RunStatus, WaitsOn, plan::PlannedRun, routine::Placement,
    run::idempotency_key, zone::TZDB_VERSION,
};
use sqlx::AssertSqlSafe;

use super::due::DueRoutine;
use crate::{
    StoreError, StoreResult,
    model::{LaunchOrder, Lease, WorkerIdentity},
    sql_store::{
        Args, Columns, Dialect, Session, args,
        batch::{Batch, IDS, Kind},
    },
};

/// The epoch of the first holder.
const FIRST_EPOCH: u32 = 1;

const RUNS: Batch = Batch(&[
    ("id", Kind::Id),
    ("tenant_id", Kind::Id),
    ("routine_id", Kind::Id),
    ("revision", Kind::Int),
    ("schedule_revision", Kind::Int),
    ("scheduled_for", Kind::Instant),
    ("attempt", Kind::Int),
    ("idempotency_key", Kind::Text),
    ("cause", Kind::Text),
    ("status", Kind::Text),
    ("lease_epoch", Kind::Int),
    ("lag_ms", Kind::Int),
    ("worker", Kind::Text),
    ("lease_until", Kind::Instant),
    ("launched_at", Kind::Instant),
    ("waits_for", Kind::Text),
    ("waits_on", Kind::Text),
    ("finished_at", Kind::Instant),
    ("message", Kind::Text),
    ("missed_until", Kind::Instant),
    ("missed_count", Kind::Int),
]);

const MOVES: Batch = Batch(&[
    ("id", Kind::Id),
    ("seen", Kind::Instant),
    ("next_fire_at", Kind::Instant),
    ("newest_claimed_for", Kind::Instant),
    ("done_at", Kind::Instant),
    ("retry_for", Kind::Instant),
    ("retry_attempt", Kind::Int),
]);

/// A row of history to be.
pub(super) struct NewRun<'a> {
    pub(super) id: RunId,
    pub(super) planned: PlannedRun,
    /// If it is launched next, it is born `launching`: its routine was read under this very lock.
    pub(super) may_begin: bool,
    pub(super) found: &'a DueRoutine,
}

/// A routine's step in the schedule, from the fire it was seen with.
pub(super) struct Move {
    pub(super) routine: RoutineId,
    pub(super) seen: Option<Instant>,
    pub(super) placement: Placement,
}

impl NewRun<'_> {
    /// It is claimed and waits for nothing.
    pub(super) fn is_launched_next(&self) -> bool {
        self.planned.status == RunStatus::Claimed && self.planned.waits_for.is_none()
    }

    pub(super) fn begins(&self) -> bool {
        self.may_begin && self.is_launched_next()
    }

    /// How late it is claimed; a retry is measured from when it was to be tried again.
    pub(super) fn lag_ms(&self, now: Instant) -> Option<u32> {
        if self.planned.status != RunStatus::Claimed {
            return None;
        }
        let placement = &self.found.due.routine.placement;
        let planned = match placement.retry {
            Some(_) => placement.next_fire_at?,
            None => self.planned.scheduled_for,
        };
        // The column holds 24 days; nobody asks for more.
        let lag = (now - planned)
            .num_milliseconds()
            .clamp(0, i64::from(i32::MAX));
        u32::try_from(lag).ok()
    }

    fn key(&self) -> String {
        let routine = self.found.due.routine.id;
        idempotency_key(routine, self.id, Some(self.planned.scheduled_for))
    }

    fn values(&self, worker: &WorkerIdentity, now: Instant) -> Args {
        let routine = &self.found.due.routine;
        let planned = &self.planned;
        let held = self.is_launched_next();
        let lease = Duration::seconds(i64::from(self.found.due.policy.lease_seconds));
        args![
            self.id,
            routine.tenant_id,
            routine.id,
            routine.revision,
            routine.schedule_revision,
            planned.scheduled_for,
            planned.attempt,
            self.key(),
            planned.cause.as_str(),
            if self.begins() {
                RunStatus::Launching
            } else {
                planned.status
            }
            .as_str(),
            if held { FIRST_EPOCH } else { 0 },
            self.lag_ms(now),
            planned.waits_for.is_none().then_some(worker.name.as_str()),
            held.then_some(now + lease),
            self.begins().then_some(now),
            planned.waits_for.as_deref(),
            planned
                .waits_for
                .is_some()
                .then(|| WaitsOn::Run.to_string()),
            (!planned.status.is_open()).then_some(now),
            planned.message.as_deref(),
            planned.missed.map(|missed| missed.until),
            planned.missed.map(|missed| missed.count),
        ]
    }

    pub(super) fn order(&self) -> LaunchOrder {
        let routine = &self.found.due.routine;
        LaunchOrder {
            lease: Lease {
                run_id: self.id,
                epoch: FIRST_EPOCH,
            },
            tenant_id: routine.tenant_id,
            routine_id: routine.id,
            routine_name: routine.name.clone(),
            definition_id: routine.definition_id,
            launcher: self.found.launcher.clone(),
            idempotency_key: self.key(),
            scheduled_for: Some(self.planned.scheduled_for),
            attempt: self.planned.attempt,
            cause: self.planned.cause,
            instruction: routine.instruction.clone(),
            input: routine.input.clone(),
            launch_timeout_seconds: self.found.due.policy.launch_timeout_seconds,
            may_have_started: false,
            take_overs: 0,
            cancel_requested_by: None,
        }
    }
}

/// What is there stays as it is, but for a `missed` row that begins at the same occurrence: it grows.
pub(crate) const EXTEND_MISSED: &str = "ON CONFLICT (routine_id, scheduled_for, attempt) DO UPDATE
    SET missed_until = excluded.missed_until, missed_count = excluded.missed_count,
        revision = excluded.revision, schedule_revision = excluded.schedule_revision
  WHERE runs.status = 'missed' AND excluded.missed_until > runs.missed_until";

/// Answers which of them were written: an occurrence that exists already, under whatever schedule,
/// is left as it is. A `missed` row that begins at the same one grows: it is what a routine missed
/// while it went on backing off, or before the clock was set back.
pub(super) async fn insert_runs<D: Dialect>(
    session: &mut D::Session,
    runs: &[NewRun<'_>],
    worker: &WorkerIdentity,
    now: Instant,
) -> StoreResult<HashSet<RunId>> {
    if runs.is_empty() {
        return Ok(HashSet::new());
    }
    let rows = runs.iter().map(|run| run.values(worker, now)).collect();
    let batch = RUNS.spread::<D>(rows);
    // Without a condition, SQLite takes ON CONFLICT for the start of a join.
    let sql = format!(
        "INSERT INTO runs
            (id, tenant_id, routine_id, revision, schedule_revision, scheduled_for, attempt,
             idempotency_key, cause, status, waits_for, waits_on, lag_ms, launched_at, finished_at, worker, lease_until,
             lease_epoch, message, missed_until, missed_count,
             recorded_at, take_overs, dead_lettered, delivery)
         SELECT b.id, b.tenant_id, b.routine_id, b.revision, b.schedule_revision, b.scheduled_for,
                b.attempt, b.idempotency_key, b.cause, b.status, b.waits_for, b.waits_on, b.lag_ms, b.launched_at,
                b.finished_at, b.worker, b.lease_until, b.lease_epoch, b.message, b.missed_until,
                b.missed_count, {now}, 0, FALSE, 'none'
           FROM {rows} AS b WHERE TRUE
         {EXTEND_MISSED}",
        rows = batch.table,
        now = batch.parameter(1),
    );
    let touched = session
        .execute(AssertSqlSafe(sql), batch.with(args![now]))
        .await?;
    let may_extend = runs
        .iter()
        .any(|run| run.planned.status == RunStatus::Missed);
    if touched == runs.len() as u64 && !may_extend {
        return Ok(runs.iter().map(|run| run.id).collect());
    }
    written::<D>(session, runs).await
}

/// Which of the runs have a row of their own.
async fn written<D: Dialect>(
    session: &mut D::Session,
    runs: &[NewRun<'_>],
) -> StoreResult<HashSet<RunId>> {
    let batch = IDS.spread::<D>(runs.iter().map(|run| args![run.id]).collect());
    let sql = format!(
        "SELECT u.id FROM {} AS b CROSS JOIN runs AS u WHERE u.id = b.id",
        batch.table
    );
    let written = session
        .fetch(AssertSqlSafe(sql), batch.with(args![]))
        .await?;
    written.iter().map(|row| Ok(RunId(row.id("id")?))).collect()
}

pub(super) async fn move_routines<D: Dialect>(
    session: &mut D::Session,
    moves: &[Move],
) -> StoreResult<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let rows = moves.iter().map(|step| {
        let placement = &step.placement;
        args![
            step.routine,
            step.seen,
            placement.next_fire_at,
            placement.newest_claimed_for,
            placement.done_at,
            placement.retry.map(|retry| retry.scheduled_for),
            placement.retry.map(|retry| retry.attempt),
        ]
    });
    let batch = MOVES.spread::<D>(rows.collect());
    // Compared so that PostgreSQL cannot look up the time instead of the id: many may be due at once.
    let sql = format!(
        "UPDATE routines AS r
            SET next_fire_at = b.next_fire_at, done_at = b.done_at, retry_for = b.retry_for,
                retry_attempt = b.retry_attempt, newest_claimed_for = b.newest_claimed_for,
                zone_data = {zone_data}
           FROM {rows} AS b WHERE r.id = b.id AND r.next_fire_at IS NOT DISTINCT FROM b.seen",
        rows = batch.table,
        zone_data = batch.parameter(1),
    );
    let moved = session
        .execute(AssertSqlSafe(sql), batch.with(args![TZDB_VERSION]))
        .await?;
    // Their rows are locked, so a fire that is not the one seen was written past the locks. Without
    // its move the claim must not stand.
    if moved != moves.len() as u64 {
        return Err(StoreError::Internal(format!(
            "Of {} due routines only {moved} stood where they were read. The database was changed by hand during a claim.",
            moves.len()
        )));
    }
    Ok(())
}
