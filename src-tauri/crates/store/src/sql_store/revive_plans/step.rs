//! One transition of a plan.

use routine_domain::{
    Instant, RevivePlanId, RoutineChange, RoutineId,
    change::BeforeRevive,
    revive_plan::{Canary, ItemOutcome, PlanFacts, PlanStatus, PlanStep, next_step, spread},
};
use sqlx::AssertSqlSafe;

use super::{end::close, read::one};
use crate::{
    StoreResult,
    model::{Actor, ChangeOutcome, PlanMove, RevivePlan},
    sql_store::{
        Arg, Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
        rows::json,
    },
};

const TIMES: Batch = Batch(&[("routine_id", Kind::Id), ("revive_at", Kind::Instant)]);

/// What became of a routine whose turn came.
struct Turn {
    outcome: ItemOutcome,
    message: Option<String>,
    next_fire_at: Option<Instant>,
    before: Option<BeforeRevive>,
}

/// Ends it here and now: a lock that goes only when its connection is looked at again would hide the
/// plan from whoever comes in between.
async fn rest(session: impl Session) -> StoreResult<PlanMove> {
    session.commit().await?;
    Ok(PlanMove::Rests)
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn step(&self, id: RevivePlanId, now: Instant) -> StoreResult<PlanMove> {
        let mut session = self.db.write().await?;
        // SQLite has one writer at a time. Whoever else holds it takes this step.
        let lock = D::pick("", "FOR NO KEY UPDATE OF p SKIP LOCKED");
        let Some(plan) = one::<D>(&mut session, id, lock).await? else {
            return Ok(PlanMove::Rests);
        };
        if plan.next_step_at.is_none_or(|due| due > now) {
            return rest(session).await;
        }
        let facts = self.facts(&mut session, &plan).await?;
        let moved = match next_step(&facts, now) {
            None => return rest(session).await,
            Some(PlanStep::Wait { until }) => {
                postpone(&mut session, id, until).await?;
                return rest(session).await;
            }
            Some(PlanStep::Spread) => self.give_times(&mut session, &plan, now).await,
            Some(PlanStep::ReviveNext) => self.revive_next(&mut session, &plan, now).await,
            Some(PlanStep::Stop { reason }) => {
                close(&mut session, id, PlanStatus::Stopped, Some(&reason), now).await
            }
            Some(PlanStep::Finish) => close(&mut session, id, PlanStatus::Done, None, now).await,
        };
        moved?;
        session.wake();
        session.commit().await?;
        Ok(PlanMove::Moved)
    }

    async fn facts(&self, session: &mut D::Session, plan: &RevivePlan) -> StoreResult<PlanFacts> {
        let row = session
            .fetch_optional(
                "SELECT
                    (SELECT min(i.revive_at) FROM revive_plan_items AS i
                      WHERE i.plan_id = p.id AND i.outcome IS NULL) AS next_due,
                    (SELECT count(*) FROM revive_plan_items AS i
                      WHERE i.plan_id = p.id AND i.outcome = 'revived' AND EXISTS (
                        SELECT 1 FROM runs AS u
                         WHERE u.routine_id = i.routine_id AND u.recorded_at >= i.revived_at
                           AND u.scheduled_for IS NOT NULL
                           AND u.status IN ('failed', 'schedule_failed'))) AS failed_again,
                    (SELECT r.off_by FROM routines AS r WHERE r.id = p.canary_id) AS canary_off
                   FROM revive_plans AS p WHERE p.id = $1",
                args![plan.id],
            )
            .await?;
        let (next_due, failed_again, canary_off) = match &row {
            Some(row) => (
                row.opt_instant("next_due")?,
                row.int("failed_again")?,
                row.opt_text("canary_off")?,
            ),
            None => (None, 0, None),
        };
        Ok(PlanFacts {
            status: plan.status,
            canary: plan.canary_id.map(|_| Canary {
                run: plan.canary_run.and_then(|(_, status)| status),
                launched_at: plan.created_at,
                must_succeed: canary_off.is_some(),
            }),
            next_due,
            failed_again,
            stop_after: plan.stop_after,
        })
    }

    /// The canary comes back at once, the others over the window.
    async fn give_times(
        &self,
        session: &mut D::Session,
        plan: &RevivePlan,
        now: Instant,
    ) -> StoreResult<()> {
        let rows = session
            .fetch(
                "SELECT routine_id FROM revive_plan_items WHERE plan_id = $1 ORDER BY routine_id",
                args![plan.id],
            )
            .await?;
        let mut routines = Vec::with_capacity(rows.len());
        for row in &rows {
            routines.push(RoutineId(row.id("routine_id")?));
        }
        routines.sort_by_key(|routine| (Some(*routine) != plan.canary_id, *routine));
        let times = spread(routines.len(), plan.spread_seconds, now);
        let times = TIMES.bind::<D>(routines.iter().zip(times).map(|(id, at)| args![*id, at]));
        let sql = format!(
            "UPDATE revive_plan_items AS i SET revive_at = b.revive_at
               FROM {} AS b WHERE i.plan_id = $2 AND i.routine_id = b.routine_id",
            TIMES.rows_of::<D>("$1")
        );
        session
            .execute(AssertSqlSafe(sql), vec![times, plan.id.into()])
            .await?;
        session
            .execute(
                "UPDATE revive_plans SET status = $2, next_step_at = $3 WHERE id = $1",
                args![plan.id, PlanStatus::Spreading.as_str(), now],
            )
            .await?;
        Ok(())
    }

    async fn revive_next(
        &self,
        session: &mut D::Session,
        plan: &RevivePlan,
        now: Instant,
    ) -> StoreResult<()> {
        let row = session
            .fetch_optional(
                "SELECT routine_id, revision FROM revive_plan_items
                  WHERE plan_id = $1 AND outcome IS NULL ORDER BY revive_at, routine_id LIMIT 1",
                args![plan.id],
            )
            .await?;
        let Some(row) = row else { return Ok(()) };
        let routine = RoutineId(row.id("routine_id")?);
        let actor = Actor::new(plan.created_by.as_str());
        let turn = self
            .take_turn(session, routine, row.int("revision")?, &actor, now)
            .await?;
        let before = turn.before.as_ref().map(json).transpose()?;
        let revived_at = turn.before.is_some().then_some(now);
        session
            .execute(
                "UPDATE revive_plan_items
                    SET outcome = $3, message = $4, next_fire_at = $5, revived_at = $6, before = $7
                  WHERE plan_id = $1 AND routine_id = $2",
                args![
                    plan.id,
                    routine,
                    turn.outcome.as_str(),
                    turn.message,
                    turn.next_fire_at,
                    revived_at,
                    Arg::Json(before),
                ],
            )
            .await?;
        postpone(session, plan.id, now).await
    }

    async fn take_turn(
        &self,
        session: &mut D::Session,
        routine: RoutineId,
        revision: u32,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Turn> {
        let before = self.lock_routine(session, routine).await?;
        let outcome = self
            .change_locked(
                session,
                before.as_ref(),
                Some(revision),
                &RoutineChange::Revive,
                actor,
                now,
            )
            .await?;
        let left_out = |outcome, message: String| Turn {
            outcome,
            message: Some(message),
            next_fire_at: None,
            before: None,
        };
        Ok(match outcome {
            ChangeOutcome::Changed(after) => Turn {
                outcome: ItemOutcome::Revived,
                message: None,
                next_fire_at: after.placement.next_fire_at,
                before: before.as_ref().map(BeforeRevive::from),
            },
            ChangeOutcome::Conflict {
                changed_by,
                current,
            } => left_out(
                ItemOutcome::Conflict,
                format!(
                    "{changed_by} changed it after the plan was made (revision {}).",
                    current.revision
                ),
            ),
            ChangeOutcome::Refused(refusal) => left_out(ItemOutcome::Skipped, refusal.to_string()),
            ChangeOutcome::CapReached { owner, cap } => left_out(
                ItemOutcome::Skipped,
                format!(
                    "{owner} already has {cap} routines switched on, the most this tenant allows."
                ),
            ),
            ChangeOutcome::NotFound => left_out(ItemOutcome::Skipped, "It is gone.".to_owned()),
        })
    }
}

async fn postpone<S: Session>(
    session: &mut S,
    id: RevivePlanId,
    until: Instant,
) -> StoreResult<()> {
    session
        .execute(
            "UPDATE revive_plans SET next_step_at = $2 WHERE id = $1",
            args![id, until],
        )
        .await?;
    Ok(())
}
