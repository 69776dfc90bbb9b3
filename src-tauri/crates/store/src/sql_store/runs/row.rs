//! Rows of history as people read them, joined with the names and the revision they point to.

use routine_domain::{DefinitionId, RoutineId, RunId, TenantId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::Run,
    sql_store::{Args, Columns, Dialect, Session, args},
};

/// The condition that `v` is the revision a run `u` was claimed with: the last one that told the
/// routine something new, since only those are kept.
pub(crate) const REVISION_OF_RUN: &str = "v.routine_id = u.routine_id AND v.revision = (
    SELECT max(w.revision) FROM routine_revisions AS w
     WHERE w.routine_id = u.routine_id AND w.revision <= u.revision)";

const COLUMNS: &str = "u.id, u.tenant_id, u.routine_id, u.revision, u.schedule_revision, \
    u.scheduled_for, u.attempt, u.idempotency_key, u.cause, u.status, u.waits_for, \
    u.input_override, u.recorded_at, u.lag_ms, u.launched_at, u.started_at, u.finished_at, \
    u.worker, u.lease_until, u.lease_epoch, u.take_overs, u.error_code, u.fingerprint, u.message, u.detail, \
    u.output, u.dead_lettered, u.replay_of, u.missed_until, u.missed_count, u.delivery, \
    u.delivery_error, u.cancel_requested_at, u.cancel_requested_by, t.name AS tenant_name, r.name AS routine_name, v.definition_id, \
    d.name AS definition_name, d.launcher, v.instruction, v.input";

/// The runs that a statement over `runs` yields, sorted. The rows are chosen first and joined then:
/// names cost nothing for rows that are not shown.
pub(super) async fn runs<D: Dialect>(
    session: &mut D::Session,
    chosen: &str,
    order: &str,
    values: Args,
) -> StoreResult<Vec<Run>> {
    let sql = runs_sql(chosen, order);
    let rows = session.fetch(AssertSqlSafe(sql), values).await?;
    rows.iter().map(run).collect()
}

pub(super) async fn one<D: Dialect>(
    session: &mut D::Session,
    id: RunId,
) -> StoreResult<Option<Run>> {
    let chosen = "SELECT * FROM runs WHERE id = $1";
    Ok(runs::<D>(session, chosen, "u.id", args![id]).await?.pop())
}

fn runs_sql(chosen: &str, order: &str) -> String {
    format!(
        "SELECT {COLUMNS}
           FROM ({chosen}) AS u
           CROSS JOIN tenants AS t CROSS JOIN routines AS r
           CROSS JOIN routine_revisions AS v CROSS JOIN definitions AS d
          WHERE t.id = u.tenant_id AND r.id = u.routine_id
            AND {REVISION_OF_RUN} AND d.id = v.definition_id
          ORDER BY {order}"
    )
}

fn run(row: &impl Columns) -> StoreResult<Run> {
    Ok(Run {
        id: RunId(row.id("id")?),
        tenant_id: TenantId(row.id("tenant_id")?),
        tenant_name: row.text("tenant_name")?,
        routine_id: RoutineId(row.id("routine_id")?),
        routine_name: row.text("routine_name")?,
        definition_id: DefinitionId(row.id("definition_id")?),
        definition_name: row.text("definition_name")?,
        launcher: row.word("launcher")?,
        revision: row.int("revision")?,
        schedule_revision: row.int("schedule_revision")?,
        scheduled_for: row.opt_instant("scheduled_for")?,
        attempt: row.int("attempt")?,
        idempotency_key: row.text("idempotency_key")?,
        cause: row.word("cause")?,
        status: row.word("status")?,
        waits_for: row.opt_text("waits_for")?,
        instruction: row.text("instruction")?,
        input: row.text("input")?,
        input_override: row.opt_text("input_override")?,
        recorded_at: row.instant("recorded_at")?,
        lag_ms: row.opt_int("lag_ms")?,
        launched_at: row.opt_instant("launched_at")?,
        started_at: row.opt_instant("started_at")?,
        finished_at: row.opt_instant("finished_at")?,
        worker: row.opt_text("worker")?,
        lease_until: row.opt_instant("lease_until")?,
        lease_epoch: row.int("lease_epoch")?,
        take_overs: row.int("take_overs")?,
        error_code: row.opt_text("error_code")?,
        fingerprint: row.opt_text("fingerprint")?,
        message: row.opt_text("message")?,
        detail: row.opt_text("detail")?,
        output: row.opt_text("output")?,
        dead_lettered: row.flag("dead_lettered")?,
        replay_of: row.opt_id("replay_of")?.map(RunId),
        missed_until: row.opt_instant("missed_until")?,
        missed_count: row.opt_int("missed_count")?,
        delivery: row.word("delivery")?,
        delivery_error: row.opt_text("delivery_error")?,
        cancel_requested_at: row.opt_instant("cancel_requested_at")?,
        cancel_requested_by: row.opt_text("cancel_requested_by")?,
    })
}
