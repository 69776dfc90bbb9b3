use routine_domain::{Instant, TenantId};
use sqlx::AssertSqlSafe;

use super::{PRUNABLE, limits};
use crate::{
    StoreResult,
    model::Prunable,
    sql_store::{
        Columns, Dialect, Session, SqlStore, args, present,
        rows::{POLICY_COLUMNS, policy},
    },
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_prunable(
        &self,
        tenant: TenantId,
        now: Instant,
    ) -> StoreResult<Option<Prunable>> {
        let sql = format!(
            "SELECT {POLICY_COLUMNS}, p.runs_kept_since, p.pruned_at, e.prune_due_at
               FROM environment AS e CROSS JOIN tenants AS t
               LEFT JOIN prunings AS p ON p.tenant_id = t.id
              WHERE t.id = $1"
        );
        let mut session = self.db.read().await?;
        let found = session.fetch_optional(AssertSqlSafe(sql), args![tenant]);
        let Some(row) = found.await? else {
            return Ok(None);
        };
        let next_at = row
            .opt_instant("prune_due_at")?
            .map_or(now, |at| at.max(now));
        let mut values = args![tenant];
        values.extend(limits(&policy(&row)?, next_at, Prunable::COUNTED + 1));
        let sql = format!(
            "SELECT count(*) AS runs, min(m.recorded_at) AS oldest FROM (
                SELECT u.recorded_at FROM runs AS u WHERE u.tenant_id = $1 AND {}
                 ORDER BY u.recorded_at, u.id LIMIT $5) AS m",
            *PRUNABLE
        );
        let counted = session.fetch_optional(AssertSqlSafe(sql), values).await?;
        let counted = present(counted)?;
        Ok(Some(Prunable {
            runs: counted.int("runs")?,
            oldest: counted.opt_instant("oldest")?,
            next_at,
            runs_kept_since: row.opt_instant("runs_kept_since")?,
            pruned_at: row.opt_instant("pruned_at")?,
        }))
    }
}
