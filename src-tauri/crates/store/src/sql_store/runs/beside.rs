//! What stands beside a run in the history of its routine.

use std::collections::HashMap;

use routine_domain::{RoutineId, RunStatus};

use super::{OPEN, row};
use crate::{
    StoreResult,
    model::{Neighbours, OpenRuns, Run, RunKey},
    sql_store::{Args, Columns, Dialect, Session, SqlStore, args, batch::IDS},
};
use sqlx::AssertSqlSafe;

/// So many runs are looked through for a success: a routine may have failed for years.
const LOOKED_THROUGH: u32 = 500;

const BEFORE: &str = "SELECT * FROM runs
     WHERE routine_id = $1 AND (recorded_at, id) < ($2, $3)
     ORDER BY recorded_at DESC, id DESC LIMIT $4";

const AFTER: &str = "SELECT * FROM runs
     WHERE routine_id = $1 AND (recorded_at, id) > ($2, $3)
     ORDER BY recorded_at, id LIMIT $4";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_neighbours(
        &self,
        routine: RoutineId,
        of: RunKey,
    ) -> StoreResult<Neighbours> {
        let mut session = self.db.read().await?;
        let values = || -> Args { args![routine, of.recorded_at, of.id, 1_u32] };
        let mut before = row::runs::<D>(&mut session, BEFORE, "u.id", values()).await?;
        let mut after = row::runs::<D>(&mut session, AFTER, "u.id", values()).await?;
        Ok(Neighbours {
            previous: before.pop(),
            next: after.pop(),
        })
    }

    pub(super) async fn fetch_last_success(
        &self,
        routine: RoutineId,
        before: RunKey,
    ) -> StoreResult<Option<Run>> {
        let mut session = self.db.read().await?;
        let sql = format!(
            "SELECT * FROM ({BEFORE}) AS b WHERE status = 'succeeded'
              ORDER BY recorded_at DESC, id DESC LIMIT 1"
        );
        let values = args![routine, before.recorded_at, before.id, LOOKED_THROUGH];
        let mut found = row::runs::<D>(&mut session, &sql, "u.id", values).await?;
        Ok(found.pop())
    }

    pub(super) async fn fetch_open_counts(
        &self,
        routines: &[RoutineId],
    ) -> StoreResult<HashMap<RoutineId, OpenRuns>> {
        let sql = format!(
            "SELECT u.routine_id, u.status, count(*) AS runs FROM {} AS b CROSS JOIN runs AS u
              WHERE u.routine_id = b.id AND u.status IN {OPEN} GROUP BY u.routine_id, u.status",
            IDS.rows_of::<D>("$1")
        );
        let routines = IDS.bind::<D>(routines.iter().map(|id| args![*id]));
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), args![routines]).await?;
        let mut open: HashMap<_, OpenRuns> = HashMap::new();
        for row in &rows {
            let of = open.entry(RoutineId(row.id("routine_id")?)).or_default();
            let runs = row.int("runs")?;
            match row.word::<RunStatus>("status")? {
                RunStatus::Claimed => of.not_launched += runs,
                _ => of.under_way += runs,
            }
        }
        Ok(open)
    }
}
