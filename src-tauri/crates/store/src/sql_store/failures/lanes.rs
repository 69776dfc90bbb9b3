use routine_domain::{FailureLane, RoutineId, RunId, TenantId, fingerprint::fingerprint};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{FailingFilter, FailingRoutine},
    sql_store::{Columns, Dialect, Session, SqlStore, args, rows::parsed},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_lane(
        &self,
        filter: &FailingFilter,
    ) -> StoreResult<Vec<FailingRoutine>> {
        let (tenant, values) = match filter.tenant_id {
            None => ("", args![filter.limit]),
            Some(tenant) => ("AND r.tenant_id = $2", args![filter.limit, tenant]),
        };
        let sql = lane_sql(filter.lane, tenant);
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        rows.iter().map(failing).collect()
    }
}

/// The routines are chosen by the index of their lane first, and joined with their last failure then.
fn lane_sql(lane: FailureLane, tenant: &str) -> String {
    let (since, condition) = match lane {
        FailureLane::Retrying => ("retry_for", "r.retry_for IS NOT NULL"),
        FailureLane::Dead => (
            "dead_lettered_at",
            "r.dead_lettered_at IS NOT NULL AND r.off_by IS NULL AND r.deleted_at IS NULL",
        ),
        FailureLane::Off => (
            "off_at",
            "r.off_by IN ('fatigue', 'unschedulable') AND r.deleted_at IS NULL",
        ),
    };
    format!(
        "SELECT r.*, t.name AS tenant_name, t.dead_letter_after, d.name AS definition_name,
                d.launcher, d.endpoint, u.error_code, u.message, u.fingerprint,
                coalesce(u.finished_at, u.recorded_at) AS failed_at
           FROM (SELECT r.id, r.name, r.tenant_id, r.definition_id, r.owner, r.revision, r.trigger_spec,
                        r.consecutive_failures, r.next_fire_at, r.off_by, r.off_reason,
                        r.{since} AS since,
                        (SELECT w.id FROM runs AS w
                          WHERE w.routine_id = r.id AND w.status IN ('failed', 'schedule_failed')
                          ORDER BY w.recorded_at DESC, w.id DESC LIMIT 1) AS run_id
                   FROM routines AS r
                  WHERE {condition} {tenant}
                  ORDER BY r.{since} DESC, r.id DESC LIMIT $1) AS r
           JOIN tenants AS t ON t.id = r.tenant_id
           JOIN definitions AS d ON d.id = r.definition_id
           LEFT JOIN runs AS u ON u.id = r.run_id
          ORDER BY r.since DESC, r.id DESC"
    )
}

fn failing(row: &impl Columns) -> StoreResult<FailingRoutine> {
    // What cannot fire has not failed: the refusal of its trigger is its error.
    let (error_code, message) = match row.opt_text("off_by")?.as_deref() {
        Some("unschedulable") => ("unschedulable".to_owned(), row.text("off_reason")?),
        _ => (
            row.opt_text("error_code")?
                .unwrap_or_else(|| "unknown".into()),
            row.opt_text("message")?.unwrap_or_default(),
        ),
    };
    let known = match error_code.as_str() {
        "unschedulable" => None,
        _ => row.opt_text("fingerprint")?,
    };
    Ok(FailingRoutine {
        id: RoutineId(row.id("id")?),
        name: row.text("name")?,
        tenant_id: TenantId(row.id("tenant_id")?),
        tenant_name: row.text("tenant_name")?,
        owner: row.text("owner")?,
        definition_name: row.text("definition_name")?,
        launcher: row.word("launcher")?,
        endpoint: row.opt_text("endpoint")?,
        trigger: parsed(row, "trigger_spec")?,
        revision: row.int("revision")?,
        consecutive_failures: row.int("consecutive_failures")?,
        dead_letter_after: row.int("dead_letter_after")?,
        next_fire_at: row.opt_instant("next_fire_at")?,
        since: row.instant("since")?,
        run_id: row.opt_id("run_id")?.map(RunId),
        failed_at: row.opt_instant("failed_at")?,
        // Rows that failed before fingerprints were kept are grouped all the same.
        fingerprint: known.unwrap_or_else(|| fingerprint(&error_code, &message)),
        error_code,
        message,
    })
}
