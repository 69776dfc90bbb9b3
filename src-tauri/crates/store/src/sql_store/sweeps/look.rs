//! The glance of a worker that has nothing to do: one statement, each part of it the first entry of
//! an index.

use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::Look,
    sql_store::{Columns, Dialect, Session, SqlStore, args, present, sandbox},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn glance(&self) -> StoreResult<Look> {
        let sql = format!(
            "SELECT {}, prune_due_at, {WORK} FROM environment",
            sandbox::columns::<D>()
        );
        let mut session = self.db.read().await?;
        let row = session.fetch_optional(AssertSqlSafe(sql), args![]).await?;
        let row = present(row)?;
        let times = [
            row.opt_instant("fire")?,
            row.opt_instant("resume")?,
            row.opt_instant("lapse")?,
            row.opt_instant("step")?,
        ];
        let environment = sandbox::environment_of(&row)?;
        Ok(Look {
            now: environment.now(),
            environment,
            work_at: times.into_iter().flatten().min(),
            has_open_runs: row.flag("open")?,
            prune_due_at: row.opt_instant("prune_due_at")?,
            delivery_due_at: row.opt_instant("delivery")?,
        })
    }
}

/// Spelled as the partial indexes spell it.
const WORK: &str = "
    (SELECT min(next_fire_at) FROM routines WHERE next_fire_at IS NOT NULL) AS fire,
    (SELECT min(resume_at) FROM routines WHERE resume_at IS NOT NULL AND deleted_at IS NULL) AS resume,
    (SELECT min(lease_until) FROM runs WHERE status IN ('claimed', 'launching')) AS lapse,
    (SELECT min(next_step_at) FROM revive_plans WHERE next_step_at IS NOT NULL) AS step,
    (SELECT min(due_at) FROM delivery_attempts WHERE ended_at IS NULL) AS delivery,
    EXISTS (SELECT 1 FROM runs WHERE status IN ('claimed', 'launching', 'running')) AS open";
