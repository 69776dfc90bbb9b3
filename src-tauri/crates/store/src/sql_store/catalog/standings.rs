use routine_domain::{TenantId, policy_effects::Standing};

use crate::{
    StoreResult,
    sql_store::{Columns, Dialect, Session, SqlStore, args, rows::trigger},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_standings(
        &self,
        tenant: TenantId,
        limit: u32,
    ) -> StoreResult<Vec<Standing>> {
        let mut session = self.db.read().await?;
        let rows = session.fetch(
            "SELECT r.name, r.owner, r.trigger_spec, r.consecutive_failures, r.failed_runs,
                    (r.off_by IS NULL OR r.resume_at IS NOT NULL) AS takes_a_place,
                    (r.off_by IS NULL AND r.dead_lettered_at IS NULL) AS is_live
               FROM routines AS r WHERE r.tenant_id = $1 AND r.deleted_at IS NULL
              ORDER BY r.name, r.id LIMIT $2",
            args![tenant, limit],
        );
        rows.await?.iter().map(standing).collect()
    }
}

fn standing(row: &impl Columns) -> StoreResult<Standing> {
    Ok(Standing {
        name: row.text("name")?,
        owner: row.text("owner")?,
        trigger: trigger(row)?,
        takes_a_place: row.flag("takes_a_place")?,
        is_live: row.flag("is_live")?,
        consecutive_failures: row.int("consecutive_failures")?,
        failed_runs: row.int("failed_runs")?,
    })
}
