//! A run that a person ends: at once where nothing is launched, else by the worker that holds it.

use routine_domain::{
    Instant, RunId, RunStatus,
    action::{CancelPlan, RunFacts, plan_cancel},
    text::error_sentence,
};

use super::{CountMoves, row};
use crate::{
    StoreResult,
    model::{Actor, CancelOutcome, Run},
    sql_store::{Dialect, Session, SqlStore, args, journal::Entry},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn cancel(
        &self,
        id: RunId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<CancelOutcome> {
        let mut session = self.db.write().await?;
        // SQLite has one writer at a time.
        let lock = D::pick(
            "SELECT id FROM runs WHERE id = $1",
            "SELECT id FROM runs WHERE id = $1 FOR NO KEY UPDATE",
        );
        session.fetch_optional(lock, args![id]).await?;
        let Some(run) = row::one::<D>(&mut session, id).await? else {
            return Ok(CancelOutcome::NotFound);
        };
        let plan = match plan_cancel(&facts(&run)) {
            Ok(plan) => plan,
            Err(reason) => return Ok(CancelOutcome::Refused(reason)),
        };
        let (outcome, kind) = match plan {
            CancelPlan::AtOnce => {
                end::<D>(&mut session, &run, actor, now).await?;
                (CancelOutcome::Cancelled, "run.cancelled")
            }
            CancelPlan::AskItsWorker => {
                session
                    .execute(
                        "UPDATE runs SET cancel_requested_at = $2, cancel_requested_by = $3
                          WHERE id = $1",
                        args![id, now, &actor.name],
                    )
                    .await?;
                (CancelOutcome::Requested, "run.cancel_requested")
            }
        };
        let entry = Entry {
            tenant: Some(run.tenant_id),
            actor: &actor.name,
            kind,
            subject: format!("run:{id}"),
            before: Some(serde_json::json!({ "status": run.status }).to_string()),
            after: Some(serde_json::json!({ "routine": run.routine_id }).to_string()),
        };
        self.note(&mut session, entry, now).await?;
        // Its worker looks, or another fire may have waited for it.
        session.wake();
        session.commit().await?;
        Ok(outcome)
    }
}

fn facts(run: &Run) -> RunFacts {
    RunFacts {
        status: run.status,
        launcher: run.launcher,
        cancel_requested: run.cancel_requested_at.is_some(),
        retry_waits: false,
        deleted: false,
    }
}

/// The row is locked and claimed; a worker that holds it finds out before it launches.
async fn end<D: Dialect>(
    session: &mut D::Session,
    run: &Run,
    actor: &Actor,
    now: Instant,
) -> StoreResult<()> {
    let message = error_sentence(&format!(
        "Cancelled by {} before it was launched.",
        actor.name
    ));
    session
        .execute(
            "UPDATE runs SET status = 'cancelled', finished_at = $2, message = $3,
                    waits_for = NULL, waits_on = NULL, waits_until = NULL, lease_until = NULL
              WHERE id = $1",
            args![run.id, now, message],
        )
        .await?;
    let mut counts = CountMoves::default();
    counts.ended(run.tenant_id, run.recorded_at, RunStatus::Cancelled);
    counts.write::<D>(session).await
}
