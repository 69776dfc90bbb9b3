//! How long a worker may hold a run, and what it gives back.

use std::collections::HashSet;

use routine_domain::{Instant, RunId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::Lease,
    sql_store::{
        Arg, Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
    },
};

pub(super) const LEASES: Batch = Batch(&[("run_id", Kind::Id), ("epoch", Kind::Int)]);

/// By the runs' ids, the order in which all batches lock them.
pub(super) fn leases<D: Dialect>(leases: &[Lease]) -> Arg {
    let mut leases = leases.to_vec();
    leases.sort_unstable_by_key(|lease| lease.run_id);
    let rows = leases.iter().map(|lease| args![lease.run_id, lease.epoch]);
    LEASES.bind::<D>(rows)
}

/// An instant and so many seconds after it: SQLite counts milliseconds.
pub(super) fn lease_end<D: Dialect>(from: &str, seconds: &str) -> String {
    D::pick(
        format!("{from} + {seconds} * 1000"),
        format!("CAST({from} AS TIMESTAMPTZ) + {seconds} * INTERVAL '1 second'"),
    )
}

const LEASE_SECONDS: &str = "(SELECT t.lease_seconds FROM tenants AS t WHERE t.id = u.tenant_id)";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn renew(&self, held: &[Lease], now: Instant) -> StoreResult<Vec<RunId>> {
        if held.is_empty() {
            return Ok(Vec::new());
        }
        let mut session = self.db.write().await?;
        let sql = format!(
            "UPDATE runs AS u
                SET lease_until = {lease_end},
                    heartbeat_at = CASE u.status WHEN 'running' THEN $2 ELSE u.heartbeat_at END
               FROM (SELECT u.id AS run_id FROM {leases} AS held CROSS JOIN runs AS u
                      WHERE u.id = held.run_id
                        AND CASE WHEN u.lease_until IS NULL THEN FALSE
                                 ELSE u.lease_epoch = held.epoch END
                      ORDER BY u.id {lock}) AS held
              WHERE u.id = held.run_id
            RETURNING id",
            lease_end = lease_end::<D>("$2", LEASE_SECONDS),
            leases = LEASES.rows_of::<D>("$1"),
            // In the order in which reports lock them; SQLite has one writer at a time.
            lock = D::pick("", "FOR NO KEY UPDATE OF u"),
        );
        let rows = session
            .fetch(AssertSqlSafe(sql), args![leases::<D>(held), now])
            .await?;
        session.commit().await?;
        let renewed: HashSet<_> = rows
            .iter()
            .map(|row| row.id("id").map(RunId))
            .collect::<StoreResult<_>>()?;
        let lost = held.iter().map(|lease| lease.run_id);
        Ok(lost.filter(|id| !renewed.contains(id)).collect())
    }

    /// Runs that were not launched are free for any worker at once, and nobody was taken over.
    pub(super) async fn give_back(&self, worker: &str, now: Instant) -> StoreResult<()> {
        let mut session = self.db.write().await?;
        session
            .execute(
                "UPDATE workers SET stopped_at = $2 WHERE name = $1",
                args![worker, now],
            )
            .await?;
        let freed = session
            .execute(
                "UPDATE runs SET lease_until = NULL, worker = NULL
                  WHERE status IN ('claimed', 'launching') AND lease_until IS NOT NULL
                    AND status = 'claimed' AND worker = $1",
                args![worker],
            )
            .await?;
        if freed > 0 {
            session.wake();
        }
        session.commit().await
    }
}
