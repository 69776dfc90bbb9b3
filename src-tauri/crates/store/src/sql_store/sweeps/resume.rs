use routine_domain::{Instant, RevivePlanId, RoutineChange, RoutineId};

use crate::{
    Routines, StoreResult,
    model::{Actor, ChangeOutcome, Resumed},
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

impl<D: Dialect> SqlStore<D> {
    /// One change each, as a person would make it: what refuses one does not keep back the others.
    /// Answers the plans that are to go on as well: one look at the clock finds both.
    pub(super) async fn resume(&self, now: Instant) -> StoreResult<Resumed> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT id, revision, resume_at AS due FROM routines
                  WHERE resume_at <= $1 AND deleted_at IS NULL
                 UNION ALL
                 SELECT id, NULL, next_step_at FROM revive_plans WHERE next_step_at <= $1
                  ORDER BY due, id",
                args![now],
            )
            .await?;
        let mut paused = Vec::new();
        let mut resumed = Resumed::default();
        for row in &rows {
            let id = row.id("id")?;
            match row.opt_int("revision")? {
                // Whoever paused it anew in the meantime has the last word.
                Some(revision) => paused.push((RoutineId(id), revision)),
                None => resumed.plans.push(RevivePlanId(id)),
            }
        }
        // The connection must be free for the changes.
        drop((rows, session));
        let scheduler = Actor::new("scheduler");
        for (id, revision) in paused {
            let outcome = self
                .change_routine(id, Some(revision), &RoutineChange::Resume, &scheduler, now)
                .await?;
            match outcome {
                ChangeOutcome::Changed(_) => resumed.routines += 1,
                refused => tracing::warn!(routine = %id, ?refused, "it could not be resumed"),
            }
        }
        Ok(resumed)
    }
}
