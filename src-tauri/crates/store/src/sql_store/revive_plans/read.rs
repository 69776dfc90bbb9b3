use routine_domain::{RevivePlanId, RoutineId, RunId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{RevivePlan, RevivePlanItem},
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

const COLUMNS: &str = "p.id, p.subject, p.created_by, p.created_at, p.spread_seconds, p.stop_after, \
    p.canary_id, p.canary_run_id, u.status AS canary_status, p.status, p.next_step_at, p.ended_at, \
    p.message";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_plan(&self, id: RevivePlanId) -> StoreResult<Option<RevivePlan>> {
        let mut session = self.db.read().await?;
        let Some(mut plan) = one::<D>(&mut session, id, "").await? else {
            return Ok(None);
        };
        let rows = session.fetch(
            "SELECT i.routine_id, i.revision, i.revive_at, i.revived_at, i.outcome, i.message,
                    i.next_fire_at, r.name, t.name AS tenant_name
               FROM revive_plan_items AS i
               JOIN routines AS r ON r.id = i.routine_id JOIN tenants AS t ON t.id = r.tenant_id
              WHERE i.plan_id = $1 ORDER BY i.revive_at, i.routine_id",
            args![id],
        );
        plan.items = rows.await?.iter().map(item).collect::<StoreResult<_>>()?;
        // Before it has times, the canary is the one that comes first.
        plan.items
            .sort_by_key(|item| (item.revive_at, Some(item.routine_id) != plan.canary_id));
        Ok(Some(plan))
    }

    pub(super) async fn fetch_plans(&self, limit: u32) -> StoreResult<Vec<RevivePlan>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM revive_plans AS p LEFT JOIN runs AS u ON u.id = p.canary_run_id
              ORDER BY p.created_at DESC, p.id DESC LIMIT $1"
        );
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), args![limit]).await?;
        rows.iter().map(plan).collect()
    }
}

/// The plan without its items; `lock` ends the statement.
pub(super) async fn one<D: Dialect>(
    session: &mut D::Session,
    id: RevivePlanId,
    lock: &str,
) -> StoreResult<Option<RevivePlan>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM revive_plans AS p LEFT JOIN runs AS u ON u.id = p.canary_run_id
          WHERE p.id = $1 {lock}"
    );
    let row = session
        .fetch_optional(AssertSqlSafe(sql), args![id])
        .await?;
    row.as_ref().map(plan).transpose()
}

fn plan(row: &impl Columns) -> StoreResult<RevivePlan> {
    let canary_run = match row.opt_id("canary_run_id")? {
        Some(id) => Some((RunId(id), row.opt_word("canary_status")?)),
        None => None,
    };
    Ok(RevivePlan {
        id: RevivePlanId(row.id("id")?),
        subject: row.opt_text("subject")?.unwrap_or_default(),
        created_by: row.text("created_by")?,
        created_at: row.instant("created_at")?,
        spread_seconds: row.int("spread_seconds")?,
        stop_after: row.opt_int("stop_after")?,
        canary_id: row.opt_id("canary_id")?.map(RoutineId),
        canary_run,
        status: row.word("status")?,
        next_step_at: row.opt_instant("next_step_at")?,
        ended_at: row.opt_instant("ended_at")?,
        message: row.opt_text("message")?,
        items: Vec::new(),
    })
}

fn item(row: &impl Columns) -> StoreResult<RevivePlanItem> {
    Ok(RevivePlanItem {
        routine_id: RoutineId(row.id("routine_id")?),
        name: row.text("name")?,
        tenant_name: row.text("tenant_name")?,
        revision: row.int("revision")?,
        revive_at: row.opt_instant("revive_at")?,
        revived_at: row.opt_instant("revived_at")?,
        outcome: row.opt_word("outcome")?,
        message: row.opt_text("message")?,
        next_fire_at: row.opt_instant("next_fire_at")?,
    })
}
