//! An ended run once more.

use routine_domain::{Cause, Instant, RunAction, RunId, action::RunFacts, run::idempotency_key};
use serde_json::json;

use super::row;
use crate::{
    StoreResult,
    model::{Actor, ReplayOutcome},
    sql_store::{Arg, Columns, Dialect, Session, SqlStore, args, journal::Entry},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_replay(
        &self,
        of: RunId,
        input: Option<&str>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<ReplayOutcome> {
        let mut session = self.db.write().await?;
        let Some(original) = row::one::<D>(&mut session, of).await? else {
            return Ok(ReplayOutcome::NotFound);
        };
        let deleted = session
            .fetch_optional(
                "SELECT r.deleted_at FROM routines AS r WHERE r.id = $1",
                args![original.routine_id],
            )
            .await?;
        let facts = RunFacts {
            status: original.status,
            launcher: original.launcher,
            cancel_requested: false,
            retry_waits: false,
            deleted: match deleted {
                Some(row) => row.opt_instant("deleted_at")?.is_some(),
                None => true,
            },
        };
        if let Some(reason) = RunAction::Replay.why_not(&facts) {
            return Ok(ReplayOutcome::Refused(reason));
        }
        let id = RunId::new(now);
        let input = input.or(original.input_override.as_deref());
        session
            .execute(
                "INSERT INTO runs
                    (id, tenant_id, routine_id, revision, schedule_revision, attempt,
                     idempotency_key, cause, status, input_override, replay_of, recorded_at,
                     lease_epoch, take_overs, dead_lettered, delivery)
                 SELECT $1, u.tenant_id, u.routine_id, u.revision, u.schedule_revision, 1,
                        $3, $4, 'claimed', $5, u.id, $6, 0, 0, FALSE, 'none'
                   FROM runs AS u WHERE u.id = $2",
                args![
                    id,
                    of,
                    idempotency_key(original.routine_id, id, None),
                    Cause::Replay.as_str(),
                    Arg::opt_json(input),
                    now,
                ],
            )
            .await?;
        let Some(run) = row::one::<D>(&mut session, id).await? else {
            return Ok(ReplayOutcome::NotFound);
        };
        let entry = Entry {
            tenant: Some(run.tenant_id),
            actor: &actor.name,
            kind: "run.replayed",
            subject: format!("run:{id}"),
            before: None,
            after: Some(json!({ "routine": run.routine_id, "replay_of": of }).to_string()),
        };
        self.note(&mut session, entry, now).await?;
        session.wake();
        session.commit().await?;
        Ok(ReplayOutcome::Requested(Box::new(run)))
    }
}
