//! The rollup `run_counts`, moved in the transaction that moves the runs.

use std::collections::BTreeMap;

use routine_domain::{Instant, RunStatus, TenantId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    sql_store::{
        Args, Dialect, Session, args,
        batch::{Batch, Kind},
    },
};

const MOVES: Batch = Batch(&[
    ("tenant_id", Kind::Id),
    ("day", Kind::Int),
    ("status", Kind::Text),
    ("runs", Kind::Int),
]);

/// Runs that ended, or were taken back from an end that was only presumed. Counted on the day a run
/// was recorded, so that a count and the list behind it agree.
#[derive(Default)]
pub(crate) struct CountMoves(BTreeMap<(TenantId, i64, RunStatus), i64>);

impl CountMoves {
    pub(crate) fn ended(&mut self, tenant: TenantId, recorded_at: Instant, status: RunStatus) {
        self.add(tenant, recorded_at, status, 1);
    }

    pub(crate) fn taken_back(&mut self, tenant: TenantId, recorded_at: Instant, from: RunStatus) {
        self.add(tenant, recorded_at, from, -1);
    }

    fn add(&mut self, tenant: TenantId, recorded_at: Instant, status: RunStatus, runs: i64) {
        let day = recorded_at.timestamp().div_euclid(86_400);
        *self.0.entry((tenant, day, status)).or_default() += runs;
    }

    /// The last statements of their transaction, in key order: these rows are shared by all workers.
    pub(crate) async fn write<D: Dialect>(self, session: &mut D::Session) -> StoreResult<()> {
        let (down, up): (Vec<_>, Vec<_>) = self
            .0
            .into_iter()
            .filter(|(_, runs)| *runs != 0)
            .partition(|(_, runs)| *runs < 0);
        // Apart, since a row with a negative count may not even be proposed.
        if !down.is_empty() {
            let sql = format!(
                "UPDATE run_counts AS c SET runs = c.runs + b.runs FROM {} AS b
                  WHERE c.tenant_id = b.tenant_id AND c.day = b.day AND c.status = b.status",
                MOVES.rows_of::<D>("$1")
            );
            session
                .execute(AssertSqlSafe(sql), bound::<D>(down))
                .await?;
        }
        if !up.is_empty() {
            // Without a condition, SQLite takes ON CONFLICT for the start of a join.
            let sql = format!(
                "INSERT INTO run_counts (tenant_id, day, status, runs)
                 SELECT b.tenant_id, b.day, b.status, b.runs FROM {} AS b WHERE TRUE
                  ORDER BY b.tenant_id, b.day, b.status
                 ON CONFLICT (tenant_id, day, status)
                 DO UPDATE SET runs = run_counts.runs + excluded.runs",
                MOVES.rows_of::<D>("$1")
            );
            session.execute(AssertSqlSafe(sql), bound::<D>(up)).await?;
        }
        Ok(())
    }
}

fn bound<D: Dialect>(moves: Vec<((TenantId, i64, RunStatus), i64)>) -> Args {
    let rows = moves
        .into_iter()
        .map(|((tenant, day, status), runs)| args![tenant, day, status.as_str(), runs]);
    vec![MOVES.bind::<D>(rows)]
}
