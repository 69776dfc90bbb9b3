use routine_domain::{
    ChangeRefusal, Instant, Invalid, Routine, RoutineChange, RoutineId, recorded_plan::moves_plan,
};
use sqlx::AssertSqlSafe;

use super::ended_retry;
use crate::{
    StoreResult,
    model::{Actor, ChangeOutcome},
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        journal::Entry,
        rows::{self, ROUTINE_COLUMNS, routine},
    },
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn apply_change(
        &self,
        id: RoutineId,
        expected_revision: Option<u32>,
        change: &RoutineChange,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<ChangeOutcome> {
        let mut session = self.db.write().await?;
        let before = self.lock_routine(&mut session, id).await?;
        let outcome = self
            .change_locked(
                &mut session,
                before.as_ref(),
                expected_revision,
                change,
                actor,
                now,
            )
            .await?;
        if matches!(outcome, ChangeOutcome::Changed(_)) {
            session.wake();
            session.commit().await?;
        }
        Ok(outcome)
    }

    /// The same to a routine that is locked already, in a transaction that goes on. What is not
    /// `Changed` has written nothing.
    pub(crate) async fn change_locked(
        &self,
        session: &mut D::Session,
        before: Option<&Routine>,
        expected_revision: Option<u32>,
        change: &RoutineChange,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<ChangeOutcome> {
        let Some(before) = before else {
            return Ok(ChangeOutcome::NotFound);
        };
        if expected_revision.is_some_and(|expected| expected != before.revision) {
            let changed_by = self.last_actor(session, before).await?;
            let current = Box::new(before.clone());
            return Ok(ChangeOutcome::Conflict {
                current,
                changed_by,
            });
        }
        let after = match change.apply(before, &actor.name, now) {
            Ok(after) => after,
            Err(refusal) => return Ok(ChangeOutcome::Refused(refusal)),
        };
        if after.definition_id != before.definition_id
            && !self.definition_exists(session, &after).await?
        {
            return Ok(ChangeOutcome::Refused(no_such_definition(&after)));
        }
        if after.takes_a_place()
            && !before.takes_a_place()
            && let Some(cap) = self.cap_reached(session, &after).await?
        {
            let owner = after.owner;
            return Ok(ChangeOutcome::CapReached { owner, cap });
        }
        self.write_change(session, before, &after, change.word(), actor, now)
            .await?;
        Ok(ChangeOutcome::Changed(Box::new(after)))
    }

    /// Writes a routine that changed under its lock: the row, a revision where it is told something
    /// else, a record where its plan moves, and an audit event under `word`.
    pub(crate) async fn write_change(
        &self,
        session: &mut D::Session,
        before: &Routine,
        after: &Routine,
        word: &str,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        self.update_routine(session, after).await?;
        ended_retry::write::<D>(session, (before, after), word, actor, now).await?;
        if after.schedule_revision != before.schedule_revision {
            self.end_waiting(session, after.id).await?;
        }
        if is_told_otherwise(before, after) {
            self.insert_revision(session, after, actor, now).await?;
        }
        if moves_plan(before, after) {
            let made = (word, actor.name.as_str());
            self.record_change(session, Some(before), after, made, now)
                .await?;
        }
        let entry = Entry {
            tenant: Some(after.tenant_id),
            actor: &actor.name,
            kind: word,
            subject: format!("routine:{}", after.id),
            before: Some(rows::json(before)?),
            after: Some(rows::json(after)?),
        };
        self.note(session, entry, now).await
    }

    /// What waits under a schedule that is no more is looked at at once, and so skipped.
    async fn end_waiting(&self, session: &mut D::Session, id: RoutineId) -> StoreResult<()> {
        // Outcomes lock runs before routines, so nothing may be waited for here.
        let lock = D::pick("", "FOR NO KEY UPDATE SKIP LOCKED");
        let sql = format!(
            "UPDATE runs SET waits_for = NULL, waits_on = NULL, waits_until = NULL
              WHERE id IN (SELECT id FROM runs WHERE routine_id = $1 AND status = 'claimed'
                              AND waits_on IS NOT NULL {lock})"
        );
        session.execute(AssertSqlSafe(sql), args![id]).await?;
        Ok(())
    }

    pub(crate) async fn lock_routine(
        &self,
        session: &mut D::Session,
        id: RoutineId,
    ) -> StoreResult<Option<Routine>> {
        // SQLite has one writer at a time. `NO KEY` lets runs refer to the routine meanwhile.
        let lock = D::pick("", "FOR NO KEY UPDATE");
        let sql = format!("SELECT {ROUTINE_COLUMNS} FROM routines AS r WHERE r.id = $1 {lock}");
        let row = session
            .fetch_optional(AssertSqlSafe(sql), args![id])
            .await?;
        row.as_ref().map(routine).transpose()
    }

    async fn last_actor(&self, session: &mut D::Session, routine: &Routine) -> StoreResult<String> {
        let newest = session.fetch_optional(
            "SELECT actor FROM audit_events WHERE subject = $1 ORDER BY at DESC, id DESC LIMIT 1",
            args![format!("routine:{}", routine.id)],
        );
        match newest.await? {
            Some(row) => row.text("actor"),
            None => Ok(routine.created_by.clone()),
        }
    }
}

fn is_told_otherwise(before: &Routine, after: &Routine) -> bool {
    before.name != after.name
        || before.instruction != after.instruction
        || before.definition_id != after.definition_id
        || before.input != after.input
        || before.trigger != after.trigger
}

fn no_such_definition(routine: &Routine) -> ChangeRefusal {
    Invalid::new(
        "definition_id",
        format!(
            "The routine's tenant has no definition {}. Choose one from its list.",
            routine.definition_id
        ),
    )
    .into()
}
