//! How a plan ends before it is through, and how it is taken back.

use chrono::Duration;
use routine_domain::{
    Instant, RevivePlanId, RoutineChange, RoutineId,
    revive_plan::{ItemOutcome, PlanStatus, UNDO_SECONDS},
};
use serde_json::json;

use super::read::one;
use crate::{
    StoreResult,
    model::{Actor, ChangeOutcome, PlanEnd, RevivePlan},
    sql_store::{Columns, Dialect, Session, SqlStore, args, columns::unreadable, journal::Entry},
};

/// A revival, and how to take it back; none once its routine has been picked up.
struct Revival {
    routine: RoutineId,
    revision: u32,
    change: Option<RoutineChange>,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn stop(
        &self,
        id: RevivePlanId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<PlanEnd>> {
        let mut session = self.db.write().await?;
        let Some(plan) = self.lock_plan(&mut session, id).await? else {
            return Ok(None);
        };
        if !plan.status.is_running() {
            return Ok(Some(PlanEnd::Refused("The plan has ended already.".into())));
        }
        let reason = format!("Stopped by {}.", actor.name);
        close(&mut session, id, PlanStatus::Stopped, Some(&reason), now).await?;
        self.note_end(&mut session, &plan, PlanStatus::Stopped, actor, now)
            .await?;
        session.commit().await?;
        Ok(Some(PlanEnd::Ended))
    }

    pub(super) async fn undo(
        &self,
        id: RevivePlanId,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<PlanEnd>> {
        let mut session = self.db.write().await?;
        let Some(plan) = self.lock_plan(&mut session, id).await? else {
            return Ok(None);
        };
        if plan.status == PlanStatus::Undone {
            return Ok(Some(PlanEnd::Refused(
                "The plan was undone already.".into(),
            )));
        }
        let limit = Duration::seconds(UNDO_SECONDS);
        if plan.ended_at.is_some_and(|ended| now >= ended + limit) {
            return Ok(Some(PlanEnd::Refused(format!(
                "The plan ended more than {UNDO_SECONDS} s ago, so it can no longer be undone. Pause what should not fire."
            ))));
        }
        let revived = session
            .fetch(
                "SELECT i.routine_id, i.revision, i.before, EXISTS (
                        SELECT 1 FROM runs AS u
                         WHERE u.routine_id = i.routine_id AND u.recorded_at >= i.revived_at
                           AND u.scheduled_for IS NOT NULL) AS picked_up
                   FROM revive_plan_items AS i
                  WHERE i.plan_id = $1 AND i.outcome = 'revived' ORDER BY i.routine_id",
                args![id],
            )
            .await?;
        let revived: Vec<_> = revived.iter().map(revival).collect::<StoreResult<_>>()?;
        for Revival {
            routine,
            revision,
            change,
        } in revived
        {
            let (outcome, message) = match change {
                None => (
                    ItemOutcome::Revived,
                    Some("It had fired already.".to_owned()),
                ),
                Some(change) => {
                    self.take_back(&mut session, routine, revision, &change, actor, now)
                        .await?
                }
            };
            session
                .execute(
                    "UPDATE revive_plan_items SET outcome = $3, message = $4
                      WHERE plan_id = $1 AND routine_id = $2",
                    args![id, routine, outcome.as_str(), message],
                )
                .await?;
        }
        close(&mut session, id, PlanStatus::Undone, None, now).await?;
        self.note_end(&mut session, &plan, PlanStatus::Undone, actor, now)
            .await?;
        session.wake();
        session.commit().await?;
        Ok(Some(PlanEnd::Ended))
    }

    async fn take_back(
        &self,
        session: &mut D::Session,
        routine: RoutineId,
        revision: u32,
        change: &RoutineChange,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<(ItemOutcome, Option<String>)> {
        let current = self.lock_routine(session, routine).await?;
        let outcome = self
            .change_locked(
                session,
                current.as_ref(),
                Some(revision),
                change,
                actor,
                now,
            )
            .await?;
        Ok(match outcome {
            ChangeOutcome::Changed(_) => (ItemOutcome::Undone, None),
            ChangeOutcome::Conflict { changed_by, .. } => (
                ItemOutcome::Revived,
                Some(format!(
                    "{changed_by} changed it since, so it was left as it is."
                )),
            ),
            ChangeOutcome::Refused(refusal) => (ItemOutcome::Revived, Some(refusal.to_string())),
            ChangeOutcome::CapReached { .. } | ChangeOutcome::NotFound => {
                (ItemOutcome::Revived, Some("It is gone.".to_owned()))
            }
        })
    }

    async fn lock_plan(
        &self,
        session: &mut D::Session,
        id: RevivePlanId,
    ) -> StoreResult<Option<RevivePlan>> {
        // SQLite has one writer at a time.
        one::<D>(session, id, D::pick("", "FOR NO KEY UPDATE OF p")).await
    }

    async fn note_end(
        &self,
        session: &mut D::Session,
        plan: &RevivePlan,
        status: PlanStatus,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        let entry = Entry {
            tenant: None,
            actor: &actor.name,
            kind: match status {
                PlanStatus::Undone => "revive_plan.undone",
                _ => "revive_plan.stopped",
            },
            subject: format!("revive_plan:{}", plan.id),
            before: Some(json!({ "status": plan.status }).to_string()),
            after: Some(json!({ "status": status }).to_string()),
        };
        self.note(session, entry, now).await
    }
}

/// The plan has no next step.
pub(super) async fn close<S: Session>(
    session: &mut S,
    id: RevivePlanId,
    status: PlanStatus,
    reason: Option<&str>,
    now: Instant,
) -> StoreResult<()> {
    session
        .execute(
            "UPDATE revive_plans
                SET status = $2, message = $3, next_step_at = NULL, ended_at = $4 WHERE id = $1",
            args![id, status.as_str(), reason, now],
        )
        .await?;
    Ok(())
}

fn revival(row: &impl Columns) -> StoreResult<Revival> {
    let before = || {
        let text = row.text("before")?;
        serde_json::from_str(&text).map_err(|_| unreadable("before", text))
    };
    Ok(Revival {
        routine: RoutineId(row.id("routine_id")?),
        // A revival raised it by one.
        revision: row.int("revision")? + 1,
        change: match row.flag("picked_up")? {
            true => None,
            false => Some(RoutineChange::UndoRevive(Box::new(before()?))),
        },
    })
}
