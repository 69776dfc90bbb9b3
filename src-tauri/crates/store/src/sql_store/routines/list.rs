use routine_domain::{Routine, RoutineId, StateFacts, TenantId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{RoutineCounts, RoutineListing},
    sql_store::{
        Args, Columns, Dialect, Session, SqlStore, args,
        batch::IDS,
        rows::{ROUTINE_COLUMNS, routine},
    },
};

/// What [`listing`] reads.
pub(in crate::sql_store) const LISTING: &str = "d.name AS definition_name, d.launcher, t.name AS tenant_name, \
    t.dead_letter_after, \
    (SELECT min(u.recorded_at) FROM runs AS u WHERE u.routine_id = r.id \
        AND u.status IN ('claimed', 'launching', 'running')) AS running_since, \
    (SELECT CASE WHEN count(*) = count(u.waits_for) THEN min(u.waits_for) END FROM runs AS u \
        WHERE u.routine_id = r.id AND u.status IN ('claimed', 'launching', 'running')) AS waits_for, \
    (SELECT max(s.started_at) FROM sweeps AS s) AS last_sweep_at";

pub(in crate::sql_store) const BESIDE: &str =
    "JOIN definitions AS d ON d.id = r.definition_id JOIN tenants AS t ON t.id = r.tenant_id";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_routine(&self, id: RoutineId) -> StoreResult<Option<Routine>> {
        let sql = format!("SELECT {ROUTINE_COLUMNS} FROM routines AS r WHERE r.id = $1");
        let row = self
            .db
            .read()
            .await?
            .fetch_optional(AssertSqlSafe(sql), args![id])
            .await?;
        row.as_ref().map(routine).transpose()
    }

    pub(super) async fn fetch_preset(
        &self,
        tenant: TenantId,
        key: &str,
    ) -> StoreResult<Option<Routine>> {
        let sql = format!(
            "SELECT {ROUTINE_COLUMNS} FROM routines AS r WHERE r.tenant_id = $1 AND r.preset_key = $2"
        );
        let mut session = self.db.read().await?;
        let row = session
            .fetch_optional(AssertSqlSafe(sql), args![tenant, key])
            .await?;
        row.as_ref().map(routine).transpose()
    }

    pub(super) async fn fetch_presets(
        &self,
        tenant: TenantId,
    ) -> StoreResult<Vec<(RoutineId, String)>> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT r.id, r.preset_key FROM routines AS r
                  WHERE r.tenant_id = $1 AND r.preset_key IS NOT NULL ORDER BY r.preset_key",
                args![tenant],
            )
            .await?;
        rows.iter()
            .map(|row| Ok((RoutineId(row.id("id")?), row.text("preset_key")?)))
            .collect()
    }

    pub(super) async fn fetch_listing(&self, id: RoutineId) -> StoreResult<Option<RoutineListing>> {
        let sql = format!(
            "SELECT {ROUTINE_COLUMNS}, {LISTING} FROM routines AS r {BESIDE} WHERE r.id = $1"
        );
        let row = self
            .db
            .read()
            .await?
            .fetch_optional(AssertSqlSafe(sql), args![id])
            .await?;
        row.as_ref().map(listing).transpose()
    }

    pub(super) async fn fetch_listings(
        &self,
        ids: &[RoutineId],
    ) -> StoreResult<Vec<RoutineListing>> {
        let sql = format!(
            "SELECT {ROUTINE_COLUMNS}, {LISTING}
               FROM {} AS b JOIN routines AS r ON r.id = b.id {BESIDE}",
            IDS.rows_of::<D>("$1")
        );
        let ids = IDS.bind::<D>(ids.iter().map(|id| args![*id]));
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), args![ids]).await?;
        rows.iter().map(listing).collect()
    }

    pub(super) async fn fetch_counts(
        &self,
        tenant: Option<TenantId>,
    ) -> StoreResult<RoutineCounts> {
        let (condition, values) = match tenant {
            None => ("", Args::new()),
            Some(tenant) => ("WHERE r.tenant_id = $1", args![tenant]),
        };
        let sql = format!(
            "SELECT count(*) FILTER (WHERE r.deleted_at IS NULL) AS present,
                count(*) FILTER (WHERE r.deleted_at IS NULL AND (
                    r.off_by IN ('fatigue', 'unschedulable')
                    OR (r.off_by IS NULL AND r.dead_lettered_at IS NOT NULL)
                    OR r.retry_for IS NOT NULL)) AS failing,
                count(*) FILTER (WHERE r.deleted_at IS NULL AND r.off_by = 'person') AS off,
                count(*) FILTER (WHERE r.deleted_at IS NULL AND r.off_by IS NULL
                    AND r.dead_lettered_at IS NULL AND r.trigger_kind = 'manual') AS manual,
                count(*) FILTER (WHERE r.deleted_at IS NOT NULL) AS deleted
               FROM routines AS r {condition}"
        );
        let row = self
            .db
            .read()
            .await?
            .fetch_optional(AssertSqlSafe(sql), values)
            .await?;
        let Some(row) = row else {
            return Ok(RoutineCounts::default());
        };
        Ok(RoutineCounts {
            all: row.int("present")?,
            failing: row.int("failing")?,
            off: row.int("off")?,
            manual: row.int("manual")?,
            deleted: row.int("deleted")?,
        })
    }
}

pub(in crate::sql_store) fn listing(row: &impl Columns) -> StoreResult<RoutineListing> {
    let routine = routine(row)?;
    let facts = StateFacts {
        waits_for: row.opt_text("waits_for")?,
        ..routine.facts(
            row.int("dead_letter_after")?,
            row.opt_instant("running_since")?,
            row.opt_instant("last_sweep_at")?,
        )
    };
    Ok(RoutineListing {
        routine,
        tenant_name: row.text("tenant_name")?,
        definition_name: row.text("definition_name")?,
        launcher: row.word("launcher")?,
        facts,
    })
}
