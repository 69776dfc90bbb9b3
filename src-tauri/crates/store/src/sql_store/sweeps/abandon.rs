use chrono::Duration;
use routine_domain::{Cause, Instant, RoutineId, RunStatus, TenantId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    sql_store::{
        Args, Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
        runs::CountMoves,
    },
};

/// `status <> 'succeeded'` is the predicate of the index that finds the running ones. One that is
/// being reported, renewed or abandoned at this moment is passed over. A hub may be gone before its
/// first heartbeat for a run: then only the key that it took tells when it was last there.
fn abandon_sql<D: Dialect>() -> String {
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR NO KEY UPDATE OF u SKIP LOCKED");
    format!(
        "UPDATE runs
            SET status = 'abandoned', finished_at = $1, lease_until = NULL,
                error_code = CASE WHEN heartbeat_at IS NULL AND launched_at < $3
                                  THEN 'no_report' ELSE 'worker_lost' END,
                message = CASE WHEN heartbeat_at IS NULL AND launched_at < $3 THEN $4 ELSE $5 END
          WHERE id IN (
              SELECT u.id FROM runs AS u
               WHERE u.status = 'running' AND u.status <> 'succeeded'
                 AND (u.heartbeat_at < $2 OR (u.heartbeat_at IS NULL AND (u.launched_at < $3
                      OR EXISTS (SELECT 1 FROM carries AS c
                                  WHERE c.idempotency_key = u.idempotency_key AND c.run_id = u.id
                                    AND c.ended_at IS NULL AND c.heartbeat_at < $2))))
               {lock})
        RETURNING tenant_id, routine_id, schedule_revision, cause, recorded_at"
    )
}

const GIVEN_UP: Batch = Batch(&[("routine_id", Kind::Id), ("schedule_revision", Kind::Int)]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn abandon(
        &self,
        silence_seconds: u32,
        limit_seconds: u32,
        now: Instant,
    ) -> StoreResult<u32> {
        let silent_since = now - Duration::seconds(i64::from(silence_seconds));
        let launched_before = now - Duration::seconds(i64::from(limit_seconds));
        let unreported = format!(
            "It was launched more than {limit_seconds} s ago and nobody has said how it ended. What it still reports will count."
        );
        let silent = format!(
            "Its worker has not been heard of for {silence_seconds} s. What it still reports will count."
        );
        let mut session = self.db.write().await?;
        let rows = session
            .fetch(
                AssertSqlSafe(abandon_sql::<D>()),
                args![now, silent_since, launched_before, unreported, silent],
            )
            .await?;
        let mut counts = CountMoves::default();
        let mut given_up = Vec::new();
        for row in &rows {
            if row.word::<Cause>("cause")?.counts_towards_streaks() {
                let routine = RoutineId(row.id("routine_id")?);
                given_up.push(args![routine, row.int("schedule_revision")?]);
            }
            let tenant = TenantId(row.id("tenant_id")?);
            counts.ended(tenant, row.instant("recorded_at")?, RunStatus::Abandoned);
        }
        count_given_up::<D>(&mut session, given_up).await?;
        counts.write::<D>(&mut session).await?;
        if !rows.is_empty() {
            // Other fires may have waited for them.
            session.wake();
        }
        session.commit().await?;
        Ok(u32::try_from(rows.len()).unwrap_or(u32::MAX))
    }
}

/// One more in a row for each routine whose schedule is still the one it was claimed under. Locked in
/// the order of their ids, as all batches lock routines.
async fn count_given_up<D: Dialect>(
    session: &mut D::Session,
    given_up: Vec<Args>,
) -> StoreResult<()> {
    if given_up.is_empty() {
        return Ok(());
    }
    let given_up = GIVEN_UP.bind::<D>(given_up);
    let table = GIVEN_UP.rows_of::<D>("$1");
    // SQLite has one writer at a time.
    if let Some(lock) = D::pick(None, Some("FOR NO KEY UPDATE OF r")) {
        let sql = format!(
            "SELECT r.id FROM routines AS r WHERE r.id IN (SELECT b.routine_id FROM {table} AS b)
              ORDER BY r.id {lock}"
        );
        session
            .fetch(AssertSqlSafe(sql), vec![given_up.clone()])
            .await?;
    }
    let sql = format!(
        "UPDATE routines AS r SET abandoned_runs = r.abandoned_runs + b.runs
           FROM (SELECT g.routine_id, g.schedule_revision, count(*) AS runs FROM {table} AS g
                  GROUP BY g.routine_id, g.schedule_revision) AS b
          WHERE r.id = b.routine_id AND r.schedule_revision = b.schedule_revision"
    );
    session.execute(AssertSqlSafe(sql), vec![given_up]).await?;
    Ok(())
}
