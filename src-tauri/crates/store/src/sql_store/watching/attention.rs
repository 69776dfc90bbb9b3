use routine_domain::{Instant, StateName, TenantId};
use sqlx::AssertSqlSafe;

use super::of_tenant;
use crate::{
    StoreResult,
    model::{Attention, Failing},
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        routines::{BESIDE, LISTING, listing, overdue_before, predicate},
        rows::ROUTINE_COLUMNS,
    },
};

/// Out of the schedule and not by a person, each sort as its index spells it.
pub(super) const DEAD: &str = "r.deleted_at IS NULL AND r.off_by IS NULL \
    AND r.dead_lettered_at IS NOT NULL";
pub(super) const OFF: &str = "r.deleted_at IS NULL AND r.off_by IN ('fatigue', 'unschedulable')";

/// The sentence of the newest failure of `r`.
const NEWEST_ERROR: &str = "(SELECT u.message FROM runs AS u WHERE u.routine_id = r.id \
    AND u.status IN ('failed', 'schedule_failed') \
    ORDER BY u.recorded_at DESC, u.id DESC LIMIT 1) AS error";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_attention(
        &self,
        tenant: Option<TenantId>,
        now: Instant,
    ) -> StoreResult<Attention> {
        let mut values = args![overdue_before(now)];
        let tenant = of_tenant("r.tenant_id", tenant, &mut values);
        let is = |state| predicate(state, &mut || "$1".to_owned());
        let retrying = is(StateName::BackingOff);
        let overdue = is(StateName::Overdue);
        let sql = format!(
            "SELECT d.dead_lettered, s.switched_off, s.cannot_fire, b.backing_off, b.next_retry_at,
                    o.overdue, e.open_breakers
               FROM (SELECT count(*) AS dead_lettered FROM routines AS r
                      WHERE {DEAD} {tenant}) AS d,
                    (SELECT count(*) FILTER (WHERE r.off_by = 'fatigue') AS switched_off,
                            count(*) FILTER (WHERE r.off_by = 'unschedulable') AS cannot_fire
                       FROM routines AS r WHERE {OFF} {tenant}) AS s,
                    (SELECT count(*) AS backing_off, min(r.next_fire_at) AS next_retry_at
                       FROM routines AS r WHERE {retrying} {tenant}) AS b,
                    (SELECT count(*) AS overdue FROM routines AS r WHERE {overdue} {tenant}) AS o,
                    (SELECT count(*) AS open_breakers FROM endpoint_breakers
                      WHERE opened_at IS NOT NULL) AS e"
        );
        let mut session = self.db.read().await?;
        let Some(row) = session.fetch_optional(AssertSqlSafe(sql), values).await? else {
            return Ok(Attention::default());
        };
        Ok(Attention {
            backing_off: row.int("backing_off")?,
            next_retry_at: row.opt_instant("next_retry_at")?,
            dead_lettered: row.int("dead_lettered")?,
            switched_off: row.int("switched_off")?,
            cannot_fire: row.int("cannot_fire")?,
            overdue: row.int("overdue")?,
            open_breakers: row.int("open_breakers")?,
        })
    }

    pub(super) async fn fetch_failing(
        &self,
        tenant: Option<TenantId>,
        limit: u32,
    ) -> StoreResult<Vec<Failing>> {
        let mut session = self.db.read().await?;
        let mut failing = Vec::new();
        for (condition, order) in [
            ("r.retry_for IS NOT NULL", "r.next_fire_at, r.id"),
            (DEAD, "r.dead_lettered_at DESC, r.id DESC"),
            (OFF, "r.off_at DESC, r.id DESC"),
        ] {
            let mut values = args![limit];
            let tenant = of_tenant("r.tenant_id", tenant, &mut values);
            let sql = format!(
                "SELECT {ROUTINE_COLUMNS}, {LISTING}, {NEWEST_ERROR} FROM routines AS r {BESIDE}
                  WHERE {condition} {tenant} ORDER BY {order} LIMIT $1"
            );
            for row in session.fetch(AssertSqlSafe(sql), values).await? {
                failing.push(Failing {
                    listing: listing(&row)?,
                    error: row.opt_text("error")?,
                });
            }
        }
        Ok(failing)
    }
}
