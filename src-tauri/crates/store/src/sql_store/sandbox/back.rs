//! What happened after the time to which the clock of a sandbox goes back has not happened: the same
//! seed from the same start then brings the same history again.

use routine_domain::{Instant, Routine, placed_at::taken_back};
use sqlx::AssertSqlSafe;

use super::SUBJECT;
use crate::{
    StoreResult,
    sql_store::{
        Dialect, Session, SqlStore, args,
        rows::{ROUTINE_COLUMNS, routine},
    },
};

/// The word of the journal for a plan that was made anew.
const REPLANNED: &str = "routine.replanned";

/// The journal stays whole: people did what it tells.
const LATER: [&str; 5] = [
    "DELETE FROM runs WHERE recorded_at > $1",
    "DELETE FROM sweeps WHERE started_at > $1",
    "DELETE FROM schedule_changes WHERE at > $1",
    "DELETE FROM endpoint_breakers WHERE opened_at > $1",
    "UPDATE workers SET heartbeat_at = $1 WHERE heartbeat_at > $1",
];

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn undo_later(
        &self,
        session: &mut D::Session,
        now: Instant,
    ) -> StoreResult<()> {
        for sql in LATER {
            session.execute(sql, args![now]).await?;
        }
        let sql = format!("SELECT {ROUTINE_COLUMNS} FROM routines AS r ORDER BY r.id");
        for row in session.fetch(AssertSqlSafe(sql), args![]).await? {
            let after: Routine = taken_back(&routine(&row)?, now);
            self.update_routine(session, &after).await?;
            // Nothing is dropped: what was decided later is to be decided again.
            let made = (REPLANNED, SUBJECT);
            self.record_change(session, Some(&after), &after, made, now)
                .await?;
        }
        Ok(())
    }
}
