use routine_domain::{
    Cause, Instant, RevivePlanId,
    revive_plan::{PlanStatus, spread},
};
use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{Actor, NewRevivePlan},
    sql_store::{
        Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
        journal::Entry,
    },
};

const ITEMS: Batch = Batch(&[
    ("routine_id", Kind::Id),
    ("revision", Kind::Int),
    ("revive_at", Kind::Instant),
]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_plan(
        &self,
        new: &NewRevivePlan,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<RevivePlanId> {
        let id = RevivePlanId::new(now);
        let mut session = self.db.write().await?;
        let canary_run = match new.canary {
            Some(canary) => {
                self.write_requested(&mut session, canary, Cause::Manual, None, actor, now)
                    .await?
            }
            None => None,
        };
        let status = match new.canary {
            Some(_) => PlanStatus::Canary,
            None => PlanStatus::Spreading,
        };
        session
            .execute(
                "INSERT INTO revive_plans (id, subject, created_by, created_at, spread_seconds,
                    stop_after, canary_id, canary_run_id, status, next_step_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                args![
                    id,
                    new.subject.as_str(),
                    actor.name.as_str(),
                    now,
                    new.spread_seconds,
                    new.stop_after,
                    new.canary,
                    canary_run.map(|run| run.id),
                    status.as_str(),
                    now,
                ],
            )
            .await?;
        let sql = format!(
            "INSERT INTO revive_plan_items (plan_id, routine_id, revision, revive_at)
             SELECT $2, b.routine_id, b.revision, b.revive_at FROM {} AS b",
            ITEMS.rows_of::<D>("$1")
        );
        // With a canary the times are known when it has ended.
        let times = spread(new.routines.len(), new.spread_seconds, now);
        let items = new
            .routines
            .iter()
            .zip(times)
            .map(|((routine, revision), at)| {
                args![*routine, *revision, new.canary.is_none().then_some(at)]
            });
        let items = ITEMS.bind::<D>(items);
        session
            .execute(AssertSqlSafe(sql), vec![items, id.into()])
            .await?;
        let entry = Entry {
            tenant: None,
            actor: &actor.name,
            kind: "revive_plan.started",
            subject: format!("revive_plan:{id}"),
            before: None,
            after: Some(
                json!({
                    "of": new.subject,
                    "routines": new.routines.len(),
                    "canary": new.canary,
                    "spread_seconds": new.spread_seconds,
                    "stop_after": new.stop_after,
                })
                .to_string(),
            ),
        };
        self.note(&mut session, entry, now).await?;
        session.wake();
        session.commit().await?;
        Ok(id)
    }
}
