//! The history of one routine, straight from `runs_by_routine`.

use routine_domain::{RoutineId, RunId, health::PastRun};
use sqlx::AssertSqlSafe;

use super::{
    page::{NEWEST_FIRST, cut},
    row,
};
use crate::{
    StoreResult,
    model::{RunKey, RunPage},
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn page_of_fires(
        &self,
        routine: RoutineId,
        after: Option<RunKey>,
        limit: u32,
    ) -> StoreResult<RunPage> {
        let mut values = args![routine, i64::from(limit) + 1];
        let beyond = match after {
            None => "",
            Some(key) => {
                values.extend(args![key.recorded_at, key.id]);
                "AND (u.recorded_at, u.id) < ($3, $4)"
            }
        };
        // Without a planned time there is no last attempt at it, and the row falls out by that.
        let sql = format!(
            "SELECT u.* FROM runs AS u
              WHERE u.routine_id = $1 {beyond}
                AND u.attempt = (SELECT max(n.attempt) FROM runs AS n
                     WHERE n.routine_id = u.routine_id AND n.scheduled_for = u.scheduled_for)
              ORDER BY {NEWEST_FIRST} LIMIT $2"
        );
        let mut session = self.db.read().await?;
        let rows = row::runs::<D>(&mut session, &sql, NEWEST_FIRST, values).await?;
        Ok(cut(rows, limit))
    }

    pub(super) async fn fetch_past_runs(
        &self,
        routine: RoutineId,
        limit: u32,
    ) -> StoreResult<Vec<PastRun>> {
        let sql = format!(
            "SELECT u.id, u.status, u.cause, u.recorded_at, u.launched_at, u.finished_at, u.message
               FROM runs AS u WHERE u.routine_id = $1 ORDER BY {NEWEST_FIRST} LIMIT $2"
        );
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(AssertSqlSafe(sql), args![routine, limit])
            .await?;
        rows.iter().map(past).collect()
    }
}

fn past(row: &impl Columns) -> StoreResult<PastRun> {
    Ok(PastRun {
        id: RunId(row.id("id")?),
        status: row.word("status")?,
        cause: row.word("cause")?,
        recorded_at: row.instant("recorded_at")?,
        launched_at: row.opt_instant("launched_at")?,
        finished_at: row.opt_instant("finished_at")?,
        message: row.opt_text("message")?,
    })
}
