use chrono::Duration;
use routine_domain::{Instant, RunStatus, TenantId};

use crate::{
    StoreResult,
    sql_store::{Columns, Dialect, Session, SqlStore, args, runs::CountMoves},
};

/// `status <> 'succeeded'` is the predicate of the index that finds the running ones.
const ABANDON: &str = "
    UPDATE runs
       SET status = 'abandoned', finished_at = $1, lease_until = NULL,
           error_code = CASE WHEN heartbeat_at IS NULL THEN 'no_report' ELSE 'worker_lost' END,
           message = CASE WHEN heartbeat_at IS NULL THEN $4 ELSE $5 END
     WHERE status = 'running' AND status <> 'succeeded'
       AND (heartbeat_at < $2 OR (heartbeat_at IS NULL AND launched_at < $3))
    RETURNING tenant_id, recorded_at";

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
                ABANDON,
                args![now, silent_since, launched_before, unreported, silent],
            )
            .await?;
        let mut counts = CountMoves::default();
        for row in &rows {
            let tenant = TenantId(row.id("tenant_id")?);
            counts.ended(tenant, row.instant("recorded_at")?, RunStatus::Abandoned);
        }
        counts.write::<D>(&mut session).await?;
        if !rows.is_empty() {
            // Other fires may have waited for them.
            session.wake();
        }
        session.commit().await?;
        Ok(u32::try_from(rows.len()).unwrap_or(u32::MAX))
    }
}
