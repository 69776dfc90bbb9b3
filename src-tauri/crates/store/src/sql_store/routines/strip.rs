use routine_domain::{RoutineId, RunId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::StripMark,
    sql_store::{Columns, Dialect, Session, SqlStore, args, batch::IDS},
};

/// The newest runs of one routine, straight from `runs_by_routine`.
const NEWEST: &str = "FROM runs AS n WHERE n.routine_id = asked.id \
    ORDER BY n.recorded_at DESC, n.id DESC LIMIT $2";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_strips(
        &self,
        routines: &[RoutineId],
        limit: u32,
    ) -> StoreResult<Vec<StripMark>> {
        let asked = IDS.rows_of::<D>("$1");
        // SQLite has no LATERAL; PostgreSQL would try every run for the other form.
        let newest = D::pick(
            format!("{asked} AS asked CROSS JOIN runs AS u ON u.id IN (SELECT n.id {NEWEST})"),
            format!("{asked} AS asked CROSS JOIN LATERAL (SELECT n.* {NEWEST}) AS u"),
        );
        let sql = format!(
            "SELECT u.routine_id, u.id, u.status, u.cause, u.scheduled_for, u.recorded_at,
                    u.finished_at
               FROM {newest} ORDER BY u.routine_id, u.recorded_at, u.id"
        );
        let ids = IDS.bind::<D>(routines.iter().map(|id| args![*id]));
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), args![ids, limit]).await?;
        rows.iter().map(mark).collect()
    }
}

fn mark(row: &impl Columns) -> StoreResult<StripMark> {
    Ok(StripMark {
        routine_id: RoutineId(row.id("routine_id")?),
        run_id: RunId(row.id("id")?),
        status: row.word("status")?,
        cause: row.word("cause")?,
        scheduled_for: row.opt_instant("scheduled_for")?,
        recorded_at: row.instant("recorded_at")?,
        finished_at: row.opt_instant("finished_at")?,
    })
}
