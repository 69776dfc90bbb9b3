use routine_domain::{
    Instant, RunStatus, TenantId, instant::from_millis, shared_cause::FailureGroup,
    timeline::SLOT_SECONDS,
};
use sqlx::AssertSqlSafe;

use super::of_tenant;
use crate::{
    StoreError, StoreResult,
    model::{Outcomes, SlotCount},
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_outcomes(
        &self,
        tenant: Option<TenantId>,
        from: Instant,
        limit: u32,
    ) -> StoreResult<Outcomes> {
        let mut values = args![from, limit];
        let tenant = of_tenant("u.tenant_id", tenant, &mut values);
        // Instants are of different types, and so is the way to their half hour.
        let slot = D::pick(
            format!("u.recorded_at / {}", SLOT_SECONDS * 1_000),
            format!("CAST(floor(extract(epoch FROM u.recorded_at) / {SLOT_SECONDS}) AS bigint)"),
        );
        let sql = format!(
            "SELECT n.slot, n.status, count(*) AS runs, min(n.recorded_at) AS oldest
               FROM (SELECT {slot} AS slot, u.status, u.recorded_at FROM runs AS u
                      WHERE u.recorded_at >= $1 {tenant}
                      ORDER BY u.recorded_at DESC, u.id DESC LIMIT $2) AS n
              GROUP BY n.slot, n.status ORDER BY n.slot, n.status"
        );
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        let mut slots = Vec::with_capacity(rows.len());
        let mut oldest: Option<Instant> = None;
        let mut counted = 0_u32;
        for row in &rows {
            let runs = row.int("runs")?;
            counted = counted.saturating_add(runs);
            let seen = row.instant("oldest")?;
            oldest = Some(oldest.map_or(seen, |at| at.min(seen)));
            slots.push(SlotCount {
                slot: beginning(row.int("slot")?)?,
                status: row.word("status")?,
                runs,
            });
        }
        Ok(Outcomes {
            slots,
            cut_at: oldest.filter(|_| counted >= limit),
        })
    }

    pub(super) async fn fetch_failure_groups(
        &self,
        tenant: Option<TenantId>,
        from: Instant,
        limit: u32,
    ) -> StoreResult<Vec<FailureGroup>> {
        let mut values = args![from, limit];
        let tenant = of_tenant("u.tenant_id", tenant, &mut values);
        // One status at a time, or the index of what did not succeed yields no order.
        let newest = |status: RunStatus| {
            format!(
                "SELECT * FROM (SELECT u.status, u.fingerprint, u.error_code, u.message, u.routine_id,
                        u.recorded_at
                   FROM runs AS u
                  WHERE u.status = '{status}' AND u.status <> 'succeeded' AND u.recorded_at >= $1 {tenant}
                  ORDER BY u.recorded_at DESC, u.id DESC LIMIT $2) AS f"
            )
        };
        let sql = format!(
            "SELECT n.status, max(n.fingerprint) AS fingerprint, coalesce(max(n.error_code), '') AS code,
                    coalesce(max(n.message), '') AS message, count(*) AS runs, count(DISTINCT n.routine_id) AS routines,
                    min(n.recorded_at) AS first_at, max(n.recorded_at) AS last_at
               FROM ({} UNION ALL {}) AS n
              GROUP BY n.status, coalesce(n.fingerprint, n.error_code || ' ' || n.message, '')",
            newest(RunStatus::ScheduleFailed),
            newest(RunStatus::Failed)
        );
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        let group = |row: &<D::Session as Session>::Row| {
            Ok(FailureGroup {
                fingerprint: row.opt_text("fingerprint")?,
                code: row.text("code")?,
                message: row.text("message")?,
                is_launch: row.word::<RunStatus>("status")? == RunStatus::ScheduleFailed,
                runs: row.int("runs")?,
                routines: row.int("routines")?,
                first_at: row.instant("first_at")?,
                last_at: row.instant("last_at")?,
            })
        };
        rows.iter().map(group).collect()
    }
}

fn beginning(slot: u32) -> StoreResult<Instant> {
    from_millis(i64::from(slot) * SLOT_SECONDS * 1_000)
        .ok_or_else(|| StoreError::Internal(format!("The half hour {slot} is out of range.")))
}
