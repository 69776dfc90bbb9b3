//! Runs that wait for the same, as their time is looked at.

use std::collections::HashSet;

use chrono::Duration;
use routine_domain::{Instant, RoutineId, RunId, TenantId, WaitsOn, release::Waited};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::WorkerIdentity,
    sql_store::{Columns, Dialect, Session, args, runs::REVISION_OF_RUN, sweeps::able::Able},
};

/// A run that waits, locked.
pub(super) struct Waiting {
    pub(super) id: RunId,
    pub(super) tenant: TenantId,
    pub(super) routine: RoutineId,
    pub(super) recorded_at: Instant,
    pub(super) waits_until: Option<Instant>,
    pub(super) waited: Waited,
}

/// Oldest first, what this worker is able to launch; passing over those whose turn is yet to come.
pub(super) async fn waiting<D: Dialect>(
    session: &mut D::Session,
    worker: &WorkerIdentity,
    on: &WaitsOn,
    limit: u32,
    now: Instant,
) -> StoreResult<Vec<Waiting>> {
    let Able { launchers, secrets } = Able::bind::<D>(worker);
    let able = Able::condition::<D>("$3", "$4");
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR NO KEY UPDATE OF u SKIP LOCKED");
    let sql = format!(
        "SELECT u.id, u.tenant_id, u.routine_id, u.scheduled_for, u.recorded_at, u.lag_ms,
                u.waits_until, r.misfire, t.grace_seconds
           FROM runs AS u CROSS JOIN routines AS r CROSS JOIN tenants AS t
          CROSS JOIN routine_revisions AS v CROSS JOIN definitions AS d
          WHERE u.waits_on = $1 AND u.status = 'claimed' AND r.id = u.routine_id AND t.id = u.tenant_id
            AND {REVISION_OF_RUN} AND d.id = v.definition_id AND {able}
            AND (u.waits_until IS NULL OR u.waits_until <= $2 OR EXISTS (
                SELECT 1 FROM endpoint_breakers AS e
                 WHERE e.endpoint = d.endpoint AND e.last_success_at > u.waits_until))
          ORDER BY u.recorded_at, u.id LIMIT $5 {lock}"
    );
    let rows = session
        .fetch(
            AssertSqlSafe(sql),
            args![on.to_string(), now, launchers, secrets, limit],
        )
        .await?;
    let mut runs = rows
        .iter()
        .map(read)
        .collect::<StoreResult<Vec<Waiting>>>()?;
    let mut seen = HashSet::new();
    for run in runs.iter_mut().rev() {
        run.waited.is_newest = run.waited.planned.is_none() || seen.insert(run.routine);
    }
    Ok(runs)
}

fn read(row: &impl Columns) -> StoreResult<Waiting> {
    let recorded_at = row.instant("recorded_at")?;
    // What it was claimed for; a retry, its own time.
    let lag = Duration::milliseconds(row.opt_int("lag_ms")?.unwrap_or(0).into());
    let has_time = row.opt_instant("scheduled_for")?.is_some();
    Ok(Waiting {
        id: RunId(row.id("id")?),
        tenant: TenantId(row.id("tenant_id")?),
        routine: RoutineId(row.id("routine_id")?),
        recorded_at,
        waits_until: row.opt_instant("waits_until")?,
        waited: Waited {
            misfire: row.word("misfire")?,
            grace_seconds: row.int("grace_seconds")?,
            planned: has_time.then(|| recorded_at - lag),
            is_newest: true,
        },
    })
}
