//! Outcomes, recorded in batches: each run moves by compare-and-set, and what follows from the moves
//! that won follows in the same transaction. Nothing but the runs and their counts is touched when
//! all goes well.

use std::collections::BTreeMap;

use routine_domain::{Delivery, Instant, RoutineId, RunId, RunStatus, TenantId, breaker::Sign};
use sqlx::AssertSqlSafe;

use super::{
    CountMoves,
    endpoints::Heard,
    streaks::{Effect, Standings},
    tracked::{TrackedRun, Won},
};
use crate::{
    StoreResult,
    model::{ReportOutcome, RunEvent, RunReport},
    sql_store::{
        Args, Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, IDS, Kind},
    },
};

const MOVED: Batch = Batch(&[
    ("id", Kind::Id),
    ("seen", Kind::Text),
    ("status", Kind::Text),
    ("keeps_lease", Kind::Bool),
    ("dead_lettered", Kind::Bool),
    ("delivery", Kind::Text),
    ("started_at", Kind::Instant),
    ("finished_at", Kind::Instant),
    ("output", Kind::Text),
    ("heartbeat_at", Kind::Instant),
    ("error_code", Kind::Text),
    ("fingerprint", Kind::Text),
    ("message", Kind::Text),
    ("detail", Kind::Text),
]);

const TO_DELIVER: Batch = Batch(&[("run_id", Kind::Id), ("due_at", Kind::Instant)]);

const BACK_OFFS: Batch = Batch(&[("routine_id", Kind::Id), ("waits_until", Kind::Instant)]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn record(
        &self,
        reports: &[RunReport],
        now: Instant,
    ) -> StoreResult<Vec<ReportOutcome>> {
        if reports.is_empty() {
            return Ok(Vec::new());
        }
        let mut session = self.db.write().await?;
        let mut runs = lock_runs::<D>(&mut session, reports).await?;
        let verdicts: Vec<_> = reports
            .iter()
            .map(|report| Some(runs.get_mut(&report.run_id)?.report(report)))
            .collect();
        let won = || {
            let decided = reports.iter().zip(&verdicts);
            decided.filter_map(|(report, verdict)| Some((report, (*verdict)?.ok()?)))
        };

        let mut counts = CountMoves::default();
        for (report, won) in won() {
            let run = &runs[&report.run_id];
            move_counts(&mut counts, run, won);
            if !won.to.is_open() && run.may_be_waited_for {
                session.wake();
            }
        }
        let heard = won().filter_map(|(report, won)| heard(&runs[&report.run_id], report, won));
        let heard: Vec<_> = heard.collect();
        let touched = won().filter_map(|(report, won)| {
            let run = &runs[&report.run_id];
            may_touch_streaks(run, won).then_some(run.routine_id)
        });
        let mut standings = Standings::lock::<D>(&mut session, touched).await?;
        let mut outcomes = Vec::with_capacity(reports.len());
        let mut back_offs = Vec::new();
        for (report, verdict) in reports.iter().zip(&verdicts) {
            let run = runs.get_mut(&report.run_id).zip(*verdict);
            outcomes.push(match run {
                None => ReportOutcome::NotFound,
                Some((_, Err(status))) => ReportOutcome::LostTheRace { status },
                Some((run, Ok(won))) => {
                    let effect = standings.count(run, won, report.at);
                    if effect.retries {
                        session.wake();
                    }
                    run.decide_delivery(&effect);
                    back_offs.extend(effect.waits_until.map(|until| args![run.routine_id, until]));
                    recorded(run.routine_id, effect)
                }
            });
        }
        write_moved::<D>(&mut session, runs.values()).await?;
        plan_deliveries::<D>(&mut session, runs.values()).await?;
        hold_waiting::<D>(&mut session, back_offs).await?;
        self.write_standings(&mut session, standings, now).await?;
        self.hear(&mut session, heard, now).await?;
        counts.write::<D>(&mut session).await?;
        session.commit().await?;
        Ok(outcomes)
    }
}

fn recorded(routine_id: RoutineId, effect: Effect) -> ReportOutcome {
    ReportOutcome::Recorded {
        routine_id,
        dead_lettered: effect.dead_lettered,
        switched_off: effect.switched_off,
    }
}

fn move_counts(counts: &mut CountMoves, run: &TrackedRun, won: Won) {
    if won.from == RunStatus::Abandoned {
        counts.taken_back(run.tenant_id, run.recorded_at, won.from);
    }
    if !won.to.is_open() {
        counts.ended(run.tenant_id, run.recorded_at, won.to);
    }
}

/// What the outcome of a launch tells about its endpoint, as far as anybody wants to know.
fn heard(run: &TrackedRun, report: &RunReport, won: Won) -> Option<Heard> {
    let sign = match &report.event {
        RunEvent::ScheduleFailed { error } => Sign::of_failure(&error.code)?,
        _ if won.launched() => Sign::Answers,
        _ => return None,
    };
    (sign == Sign::Unavailable || run.an_endpoint_is_troubled).then_some(Heard {
        run: run.id,
        sign,
        at: report.at,
    })
}

/// Whether the routine has to be locked: a failure always counts, a good outcome only where
/// something stands to be ended.
fn may_touch_streaks(run: &TrackedRun, won: Won) -> bool {
    let failed = won.launch_failed() || won.to == RunStatus::Failed;
    let failed = failed || won.to == RunStatus::Abandoned;
    run.cause.counts_towards_streaks() && (failed || (won.to.was_launched() && run.streak_stands))
}

/// Locked in the order of their ids, so that two batches which share runs wait for each other
/// instead of for ever.
async fn lock_runs<D: Dialect>(
    session: &mut D::Session,
    reports: &[RunReport],
) -> StoreResult<BTreeMap<RunId, TrackedRun>> {
    let mut ids: Vec<_> = reports.iter().map(|report| report.run_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let batch = IDS.spread::<D>(ids.into_iter().map(|id| args![id]).collect());
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR NO KEY UPDATE OF u");
    let sql = format!(
        "SELECT u.id, u.tenant_id, u.routine_id, u.schedule_revision, u.scheduled_for, u.attempt,
                u.cause, u.status, u.lease_epoch, u.worker, u.recorded_at, u.launched_at,
                u.started_at, u.heartbeat_at,
                (r.consecutive_failures > 0 OR r.failed_runs > 0 OR r.abandoned_runs > 0)
                    AS streak_stands,
                r.destination IS NOT NULL AS has_destination,
                (r.overlap = 'queue_one' OR r.misfire = 'fire_all' OR EXISTS (
                    SELECT 1 FROM runs AS w WHERE w.waits_on < 'run')) AS may_be_waited_for,
                EXISTS (SELECT 1 FROM endpoint_failures) AS an_endpoint_is_troubled
           FROM {} AS b CROSS JOIN runs AS u CROSS JOIN routines AS r
          WHERE u.id = b.id AND r.id = u.routine_id ORDER BY u.id {lock}",
        batch.table
    );
    let rows = session
        .fetch(AssertSqlSafe(sql), batch.with(args![]))
        .await?;
    rows.iter()
        .map(|row| tracked(row).map(|run| (run.id, run)))
        .collect()
}

fn tracked(row: &impl Columns) -> StoreResult<TrackedRun> {
    let status = row.word("status")?;
    Ok(TrackedRun {
        id: RunId(row.id("id")?),
        tenant_id: TenantId(row.id("tenant_id")?),
        routine_id: RoutineId(row.id("routine_id")?),
        schedule_revision: row.int("schedule_revision")?,
        scheduled_for: row.opt_instant("scheduled_for")?,
        attempt: row.int("attempt")?,
        cause: row.word("cause")?,
        seen: status,
        status,
        lease_epoch: row.int("lease_epoch")?,
        worker: row.opt_text("worker")?,
        recorded_at: row.instant("recorded_at")?,
        launched_at: row.opt_instant("launched_at")?,
        started_at: row.opt_instant("started_at")?,
        heartbeat_at: row.opt_instant("heartbeat_at")?,
        finished_at: None,
        error_code: None,
        fingerprint: None,
        message: None,
        detail: None,
        output: None,
        dead_lettered: false,
        has_destination: row.flag("has_destination")?,
        delivery: Delivery::None,
        streak_stands: row.flag("streak_stands")?,
        may_be_waited_for: row.flag("may_be_waited_for")?,
        an_endpoint_is_troubled: row.flag("an_endpoint_is_troubled")?,
    })
}

async fn write_moved<D: Dialect>(
    session: &mut D::Session,
    runs: impl Iterator<Item = &TrackedRun>,
) -> StoreResult<()> {
    let rows: Vec<_> = runs
        .filter(|run| run.status != run.seen)
        .map(values)
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let batch = MOVED.spread::<D>(rows);
    let sql = format!(
        "UPDATE runs AS u
            SET status = b.status, waits_for = NULL, waits_on = NULL, waits_until = NULL,
                lease_until = CASE WHEN b.keeps_lease THEN u.lease_until END,
                started_at = b.started_at, finished_at = b.finished_at,
                heartbeat_at = b.heartbeat_at, error_code = b.error_code,
                fingerprint = b.fingerprint, message = b.message,
                detail = b.detail, output = b.output, dead_lettered = b.dead_lettered,
                delivery = b.delivery
           FROM {} AS b WHERE u.id = b.id AND u.status = b.seen",
        batch.table
    );
    session
        .execute(AssertSqlSafe(sql), batch.with(args![]))
        .await?;
    Ok(())
}

/// The first attempt at what is to be delivered, at once.
async fn plan_deliveries<D: Dialect>(
    session: &mut D::Session,
    runs: impl Iterator<Item = &TrackedRun>,
) -> StoreResult<()> {
    let rows: Vec<_> = runs
        .filter(|run| run.status != run.seen && run.delivery == Delivery::Pending)
        .map(|run| args![run.id, run.finished_at])
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO delivery_attempts (run_id, attempt, due_at)
         SELECT b.run_id, 1, b.due_at FROM {} AS b",
        TO_DELIVER.rows_of::<D>("$1")
    );
    let rows = TO_DELIVER.bind::<D>(rows);
    session.execute(AssertSqlSafe(sql), vec![rows]).await?;
    session.wake();
    Ok(())
}

/// What waits for a run whose launch failed waits for its back-off too (product.md, section 5).
async fn hold_waiting<D: Dialect>(
    session: &mut D::Session,
    back_offs: Vec<Args>,
) -> StoreResult<()> {
    if back_offs.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE runs AS u
            SET waits_until = b.waits_until, waits_for = 'the back-off after a failed launch to end'
           FROM {} AS b
          WHERE u.routine_id = b.routine_id AND u.status = 'claimed' AND u.waits_on = 'run'",
        BACK_OFFS.rows_of::<D>("$1")
    );
    let rows = BACK_OFFS.bind::<D>(back_offs);
    session.execute(AssertSqlSafe(sql), vec![rows]).await?;
    Ok(())
}

fn values(run: &TrackedRun) -> Args {
    args![
        run.id,
        run.seen.as_str(),
        run.status.as_str(),
        run.keeps_lease(),
        run.dead_lettered,
        run.delivery.as_str(),
        run.started_at,
        run.finished_at,
        run.output.as_deref(),
        run.heartbeat_at,
        run.error_code.as_deref(),
        run.fingerprint.as_deref(),
        run.message.as_deref(),
        run.detail.as_deref(),
    ]
}
