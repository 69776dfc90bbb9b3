use routine_domain::{TenantId, TriggerSpec};
use sqlx::AssertSqlSafe;

use super::{
    attention::{DEAD, OFF},
    of_tenant,
};
use crate::{
    StoreResult,
    model::InSchedule,
    sql_store::{Columns, Dialect, Session, SqlStore, args, rows::trigger},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_in_schedule(
        &self,
        tenant: Option<TenantId>,
        limit: u32,
    ) -> StoreResult<Vec<InSchedule>> {
        let mut values = args![limit];
        let tenant = of_tenant("r.tenant_id", tenant, &mut values);
        let sql = format!(
            "SELECT r.trigger_spec, r.next_fire_at, r.retry_for FROM routines AS r
              WHERE r.next_fire_at IS NOT NULL {tenant} ORDER BY r.next_fire_at LIMIT $1"
        );
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        let place = |row: &<D::Session as Session>::Row| {
            Ok(InSchedule {
                trigger: trigger(row)?,
                next_fire_at: row.instant("next_fire_at")?,
                retries: row.opt_instant("retry_for")?.is_some(),
            })
        };
        rows.iter().map(place).collect()
    }

    pub(super) async fn fetch_stopped_triggers(
        &self,
        tenant: Option<TenantId>,
        limit: u32,
    ) -> StoreResult<Vec<TriggerSpec>> {
        let mut values = args![limit];
        let tenant = of_tenant("r.tenant_id", tenant, &mut values);
        let sql = format!(
            "SELECT r.trigger_spec FROM routines AS r WHERE {DEAD} {tenant}
             UNION ALL
             SELECT r.trigger_spec FROM routines AS r WHERE {OFF} {tenant} LIMIT $1"
        );
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        rows.iter().map(trigger).collect()
    }
}
