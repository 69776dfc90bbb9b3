//! Fires by hand.

use routine_domain::{Cause, Instant, RoutineId, RunId, run::idempotency_key};
use serde_json::json;

use super::row;
use crate::{
    StoreResult,
    model::{Actor, Run},
    sql_store::{Arg, Dialect, Session, SqlStore, args, journal::Entry},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_requested(
        &self,
        routine: RoutineId,
        cause: Cause,
        input: Option<&str>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Run>> {
        let mut session = self.db.write().await?;
        let run = self
            .write_requested(&mut session, routine, cause, input, actor, now)
            .await?;
        if run.is_some() {
            session.wake();
            session.commit().await?;
        }
        Ok(run)
    }

    /// The same within a transaction that goes on.
    pub(crate) async fn write_requested(
        &self,
        session: &mut D::Session,
        routine: RoutineId,
        cause: Cause,
        input: Option<&str>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Run>> {
        let id = RunId::new(now);
        let written = session.execute(
            "INSERT INTO runs
                (id, tenant_id, routine_id, revision, schedule_revision, attempt, idempotency_key,
                 cause, status, input_override, recorded_at, lease_epoch, take_overs,
                 dead_lettered, delivery)
             SELECT $1, r.tenant_id, r.id, r.revision, r.schedule_revision, 1, $3,
                    $4, 'claimed', $5, $6, 0, 0, FALSE, 'none'
               FROM routines AS r WHERE r.id = $2 AND r.deleted_at IS NULL",
            args![
                id,
                routine,
                idempotency_key(routine, id, None),
                cause.as_str(),
                Arg::opt_json(input),
                now,
            ],
        );
        if written.await? == 0 {
            return Ok(None);
        }
        let Some(run) = row::one::<D>(session, id).await? else {
            return Ok(None);
        };
        let entry = Entry {
            tenant: Some(run.tenant_id),
            actor: &actor.name,
            kind: "run.requested",
            // Not the routine, which this does not change.
            subject: format!("run:{id}"),
            before: None,
            after: Some(json!({ "routine": routine, "cause": cause }).to_string()),
        };
        self.note(session, entry, now).await?;
        Ok(Some(run))
    }
}
