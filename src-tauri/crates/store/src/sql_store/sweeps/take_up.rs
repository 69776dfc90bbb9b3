//! Open runs that nobody holds any more, or not yet.

use std::collections::HashMap;

use chrono::Duration;
use routine_domain::{DefinitionId, Instant, RoutineId, RunId, RunStatus, TenantId};
use sqlx::AssertSqlSafe;

use super::{
    able::Able,
    release::{OTHERS_WAIT, release},
};
use crate::{
    StoreResult,
    model::{LaunchOrder, Lease, WorkerIdentity},
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
        rows::launcher,
        runs::{OPEN, REVISION_OF_RUN},
    },
};

const TAKEN: Batch = Batch(&[
    ("id", Kind::Id),
    ("lease_epoch", Kind::Int),
    ("lease_until", Kind::Instant),
    ("take_overs", Kind::Int),
]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn take(
        &self,
        worker: &WorkerIdentity,
        limit: u32,
        now: Instant,
    ) -> StoreResult<Vec<LaunchOrder>> {
        let mut session = self.db.write().await?;
        let mut rows = free::<D>(&mut session, worker, limit, now).await?;
        let others_wait = rows
            .first()
            .map_or(Ok(false), |row| row.flag("others_wait"))?;
        if others_wait && release::<D>(&mut session, worker, now).await? {
            rows = free::<D>(&mut session, worker, limit, now).await?;
        }
        rows.retain(|row| !matches!(row.opt_id("id"), Ok(None)));
        let mut orders = Vec::with_capacity(rows.len());
        let mut leases = HashMap::with_capacity(rows.len());
        for row in &rows {
            let order = order(row)?;
            let lease = Duration::seconds(i64::from(row.int("lease_seconds")?));
            leases.insert(order.lease.run_id, now + lease);
            orders.push(order);
        }
        if !orders.is_empty() {
            let sql = format!(
                "UPDATE runs AS u
                    SET worker = $2, lease_epoch = b.lease_epoch, lease_until = b.lease_until,
                        take_overs = b.take_overs, waits_for = NULL, waits_on = NULL,
                        waits_until = NULL
                   FROM {} AS b WHERE u.id = b.id",
                TAKEN.rows_of::<D>("$1")
            );
            let taken = TAKEN.bind::<D>(orders.iter().map(|order| {
                let Lease { run_id, epoch } = order.lease;
                let until = leases.get(&run_id).copied();
                args![run_id, epoch, until, order.take_overs]
            }));
            session
                .execute(AssertSqlSafe(sql), args![taken, &worker.name])
                .await?;
        }
        session.commit().await?;
        Ok(orders)
    }
}

/// One row more or less: where none is free, one without id says whether others wait.
async fn free<D: Dialect>(
    session: &mut D::Session,
    worker: &WorkerIdentity,
    limit: u32,
    now: Instant,
) -> StoreResult<Vec<<D::Session as Session>::Row>> {
    let Able { launchers, secrets } = Able::bind::<D>(worker);
    session
        .fetch(
            AssertSqlSafe(free_sql::<D>()),
            args![now, launchers, secrets, limit],
        )
        .await
}

/// `$1` now, `$2` and `$3` what the worker is able to launch, `$4` how many.
///
/// A run that waits for an earlier one is free when none but those that wait behind it is open, and
/// when no retry of an earlier occurrence is to come. What was launched and is not heard of waits
/// while its endpoint is down, unless it is the probe.
fn free_sql<D: Dialect>() -> String {
    let able = Able::condition::<D>("$2", "$3");
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR NO KEY UPDATE OF u SKIP LOCKED");
    // SQLite does not know how few rows a partial index holds, and would go through the history.
    let index = D::pick("INDEXED BY runs_leases", "");
    format!(
        "WITH free AS (
         SELECT u.id, u.recorded_at, u.tenant_id, u.routine_id, u.scheduled_for, u.attempt,
                u.idempotency_key, u.cause, u.status, u.lease_epoch, u.lease_until, u.take_overs,
                u.cancel_requested_by,
                coalesce(u.input_override, v.input) AS input, v.instruction,
                r.name AS routine_name, t.lease_seconds, t.launch_timeout_seconds,
                d.id AS definition_id, d.settings
           FROM runs AS u {index} CROSS JOIN routines AS r CROSS JOIN tenants AS t
           CROSS JOIN routine_revisions AS v CROSS JOIN definitions AS d
          WHERE u.status IN ('claimed', 'launching')
            AND (u.lease_until <= $1 OR u.lease_until IS NULL)
            AND r.id = u.routine_id AND t.id = u.tenant_id
            AND {REVISION_OF_RUN} AND d.id = v.definition_id AND {able}
            AND NOT EXISTS (
                SELECT 1 FROM endpoint_breakers AS e
                 WHERE u.status = 'launching' AND t.breaker AND e.endpoint = d.endpoint
                   AND e.opened_at IS NOT NULL AND e.probe_run_id IS DISTINCT FROM u.id)
            AND (u.waits_on IS NULL OR (u.waits_on = 'run' AND r.retry_for IS NULL
                AND (u.waits_until IS NULL OR u.waits_until <= $1) AND NOT EXISTS (
                SELECT 1 FROM runs AS o
                 WHERE o.routine_id = u.routine_id AND o.status IN {OPEN} AND o.id <> u.id
                   AND (o.waits_for IS NULL OR o.id < u.id))))
          ORDER BY u.recorded_at, u.id LIMIT $4 {lock})
         SELECT free.*, {OTHERS_WAIT} AS others_wait
           FROM (SELECT 1 AS one) AS one LEFT JOIN free ON TRUE
          ORDER BY free.recorded_at, free.id"
    )
}

/// The run as its new holder has it.
fn order(row: &impl Columns) -> StoreResult<LaunchOrder> {
    let lapsed = row.opt_instant("lease_until")?.is_some();
    Ok(LaunchOrder {
        lease: Lease {
            run_id: RunId(row.id("id")?),
            epoch: row.int("lease_epoch")? + 1,
        },
        tenant_id: TenantId(row.id("tenant_id")?),
        routine_id: RoutineId(row.id("routine_id")?),
        routine_name: row.text("routine_name")?,
        definition_id: DefinitionId(row.id("definition_id")?),
        launcher: launcher(row)?,
        idempotency_key: row.text("idempotency_key")?,
        scheduled_for: row.opt_instant("scheduled_for")?,
        attempt: row.int("attempt")?,
        cause: row.word("cause")?,
        instruction: row.text("instruction")?,
        input: row.text("input")?,
        launch_timeout_seconds: row.int("launch_timeout_seconds")?,
        may_have_started: row.word::<RunStatus>("status")? == RunStatus::Launching,
        take_overs: row.int("take_overs")? + u32::from(lapsed),
        cancel_requested_by: row.opt_text("cancel_requested_by")?,
    })
}
