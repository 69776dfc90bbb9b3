use routine_domain::{Instant, RoutineChange, RoutineId};

use crate::{
    Routines, StoreResult,
    model::{Actor, ChangeOutcome},
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

impl<D: Dialect> SqlStore<D> {
    /// One change each, as a person would make it: what refuses one does not keep back the others.
    pub(super) async fn resume(&self, now: Instant) -> StoreResult<u32> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT id, revision FROM routines
                  WHERE resume_at <= $1 AND deleted_at IS NULL ORDER BY resume_at, id",
                args![now],
            )
            .await?;
        let paused = rows.iter().map(|row| {
            // Whoever paused it anew in the meantime has the last word.
            Ok((RoutineId(row.id("id")?), row.int("revision")?))
        });
        let paused = paused.collect::<StoreResult<Vec<_>>>()?;
        // The connection must be free for the changes.
        drop((rows, session));
        let scheduler = Actor::new("scheduler");
        let mut resumed = 0;
        for (id, revision) in paused {
            let outcome = self
                .change_routine(id, Some(revision), &RoutineChange::Resume, &scheduler, now)
                .await?;
            match outcome {
                ChangeOutcome::Changed(_) => resumed += 1,
                refused => tracing::warn!(routine = %id, ?refused, "it could not be resumed"),
            }
        }
        Ok(resumed)
    }
}
