use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{Instant, state::OVERDUE_AFTER_SECONDS};
use sqlx::AssertSqlSafe;

use super::{Columns, Dialect, Session, SqlStore, args, runs::OPEN};
use crate::{Operations, StoreError, StoreResult, model::Gauges};

#[async_trait]
impl<D: Dialect> Operations for SqlStore<D> {
    async fn gauges(&self, now: Instant) -> StoreResult<Gauges> {
        let sql = format!(
            "SELECT (SELECT count(*) FROM routines WHERE next_fire_at <= $1) AS due,
                    (SELECT count(*) FROM routines WHERE next_fire_at <= $2) AS overdue,
                    (SELECT count(*) FROM runs WHERE status IN {OPEN}) AS open_runs,
                    (SELECT count(*) FROM runs
                      WHERE status IN {OPEN} AND waits_for IS NOT NULL) AS waiting_runs,
                    (SELECT count(*) FROM routines
                      WHERE dead_lettered_at IS NOT NULL AND deleted_at IS NULL) AS dead_lettered,
                    (SELECT max(started_at) FROM sweeps) AS last_sweep_at"
        );
        let overdue_before = now - Duration::seconds(OVERDUE_AFTER_SECONDS);
        let row = self
            .db
            .read()
            .await?
            .fetch_optional(AssertSqlSafe(sql), args![now, overdue_before])
            .await?
            .ok_or_else(|| StoreError::Internal("The figures came back empty.".into()))?;
        let (connections, idle_connections) = self.db.connections();
        Ok(Gauges {
            due: row.int("due")?,
            overdue: row.int("overdue")?,
            open_runs: row.int("open_runs")?,
            waiting_runs: row.int("waiting_runs")?,
            dead_lettered: row.int("dead_lettered")?,
            last_sweep_at: row.opt_instant("last_sweep_at")?,
            connections,
            idle_connections,
        })
    }
}
