//! A change that takes a waiting retry away leaves that in the history: in the message of the last
//! attempt, and in one row for what passed while it waited.

use routine_domain::{
    Instant, Routine, RunId, RunStatus,
    change::{EndedRetry, ended_retry},
    plan::PlannedRun,
    run::idempotency_key,
};

use crate::{
    StoreResult,
    model::Actor,
    sql_store::{
        Columns, Dialect, Session, args, runs::CountMoves, sweeps::claim_rows::EXTEND_MISSED,
    },
};
use sqlx::AssertSqlSafe;

/// A no-op where no retry ended. Both routines are the locked one, before and after.
pub(super) async fn write<D: Dialect>(
    session: &mut D::Session,
    (before, after): (&Routine, &Routine),
    word: &str,
    actor: &Actor,
    now: Instant,
) -> StoreResult<()> {
    let Some(ended) = ended_retry(before, after, word, &actor.name, now) else {
        return Ok(());
    };
    let EndedRetry {
        scheduled_for,
        attempt,
        reason,
        missed,
    } = ended;
    // Outcomes lock runs before routines, so nothing may be waited for here.
    let lock = D::pick("", "FOR NO KEY UPDATE SKIP LOCKED");
    let sql = format!(
        "UPDATE runs SET message = substr($4 || ' ' || coalesce(message, ''), 1, 400)
          WHERE id IN (SELECT id FROM runs WHERE routine_id = $1 AND scheduled_for = $2
                          AND attempt = $3 {lock})"
    );
    let values = args![before.id, scheduled_for, attempt, reason];
    session.execute(AssertSqlSafe(sql), values).await?;
    match missed {
        Some(missed) => insert_missed::<D>(session, before, &missed, now).await,
        None => Ok(()),
    }
}

async fn insert_missed<D: Dialect>(
    session: &mut D::Session,
    routine: &Routine,
    planned: &PlannedRun,
    now: Instant,
) -> StoreResult<()> {
    let id = RunId::new(now);
    let sql = format!(
        "INSERT INTO runs
                (id, tenant_id, routine_id, revision, schedule_revision, scheduled_for, attempt,
                 idempotency_key, cause, status, message, missed_until, missed_count, recorded_at,
                 finished_at, lease_epoch, take_overs, dead_lettered, delivery)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, 0, 0, FALSE,
                 'none')
             {EXTEND_MISSED}
             RETURNING id"
    );
    let written = session
        .fetch_optional(
            AssertSqlSafe(sql),
            args![
                id,
                routine.tenant_id,
                routine.id,
                routine.revision,
                routine.schedule_revision,
                planned.scheduled_for,
                planned.attempt,
                idempotency_key(routine.id, id, Some(planned.scheduled_for)),
                planned.cause.as_str(),
                planned.status.as_str(),
                planned.message.as_deref(),
                planned.missed.map(|missed| missed.until),
                planned.missed.map(|missed| missed.count),
                now,
            ],
        )
        .await?;
    let mut counts = CountMoves::default();
    // One that was only extended is counted already.
    if written.is_some_and(|row| row.id("id").is_ok_and(|written| written == id.0)) {
        counts.ended(routine.tenant_id, now, RunStatus::Missed);
    }
    counts.write::<D>(session).await
}
