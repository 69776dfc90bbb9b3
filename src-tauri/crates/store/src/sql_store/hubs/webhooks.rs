//! Calls from outside that fire routines.

use routine_domain::{Cause, Instant, RunId};

use crate::{
    StoreResult,
    model::{Actor, WebhookCall, WebhookOutcome},
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn receive_call(
        &self,
        call: WebhookCall<'_>,
        now: Instant,
    ) -> StoreResult<WebhookOutcome> {
        if let Some(run) = self.run_of_call(call).await? {
            return Ok(WebhookOutcome::Repeated(run));
        }
        let mut session = self.db.write().await?;
        // Under its lock, so that a pause which is answered is in force.
        let routine = self.lock_routine(&mut session, call.routine_id).await?;
        let Some(routine) = routine.filter(|routine| routine.deleted.is_none()) else {
            return Ok(WebhookOutcome::NotFound);
        };
        if !routine.is_live() {
            let why = match routine.off {
                Some(_) => "switched off",
                None => "dead-lettered",
            };
            return Ok(WebhookOutcome::Refused(format!(
                "The routine is {why}, so nothing was started."
            )));
        }
        let actor = Actor::new(call.hub);
        let requested = self
            .write_requested(
                &mut session,
                routine.id,
                Cause::Webhook,
                call.input,
                &actor,
                now,
            )
            .await?;
        let Some(run) = requested else {
            return Ok(WebhookOutcome::NotFound);
        };
        let first = session
            .execute(
                "INSERT INTO webhook_calls (routine_id, call_id, run_id, called_at)
                 VALUES ($1, $2, $3, $4) ON CONFLICT (routine_id, call_id) DO NOTHING",
                args![routine.id, call.id, run.id, now],
            )
            .await?;
        if first == 0 {
            // The same call at the same moment: its run is the other one, and this is taken back.
            drop(session);
            let other = self.run_of_call(call).await?;
            return Ok(other.map_or(WebhookOutcome::NotFound, WebhookOutcome::Repeated));
        }
        session.wake();
        session.commit().await?;
        Ok(WebhookOutcome::Requested(run.id))
    }

    async fn run_of_call(&self, call: WebhookCall<'_>) -> StoreResult<Option<RunId>> {
        let mut session = self.db.read().await?;
        let row = session
            .fetch_optional(
                "SELECT run_id FROM webhook_calls WHERE routine_id = $1 AND call_id = $2",
                args![call.routine_id, call.id],
            )
            .await?;
        row.map(|row| row.id("run_id").map(RunId)).transpose()
    }
}
