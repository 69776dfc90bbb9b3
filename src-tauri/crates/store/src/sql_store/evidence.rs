//! What the evidence reads: plans as they were recorded, and the rows that touch a window.

use async_trait::async_trait;
use routine_domain::{Instant, RoutineId, RunId, evidence::Trace, explain::Swept};
use sqlx::AssertSqlSafe;

use super::{
    Arg, Args, Columns, Dialect, Session, SqlStore, args,
    batch::IDS,
    rows::{ROUTINE_COLUMNS, routine},
    schedule_changes::{CHANGE_COLUMNS, change},
};
use crate::{
    Evidence, StoreResult,
    model::{RecordedFilter, RecordedRoutine, RoutineTrace, TraceFilter},
};

/// Rows before a window among which one that reaches into it is looked for.
const BEHIND: u32 = 100;

#[async_trait]
impl<D: Dialect> Evidence for SqlStore<D> {
    async fn recorded_routines(
        &self,
        filter: &RecordedFilter,
    ) -> StoreResult<Vec<RecordedRoutine>> {
        let (sql, values) = routines_sql(filter);
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        let mut recorded: Vec<RecordedRoutine> = Vec::new();
        for row in &rows {
            let id = RoutineId(row.id("id")?);
            if recorded.last().is_none_or(|last| last.routine.id != id) {
                recorded.push(RecordedRoutine {
                    routine: routine(row)?,
                    tenant_name: row.text("tenant_name")?,
                    changes: Vec::new(),
                    runs_kept_since: row.opt_instant("runs_kept_since")?,
                });
            }
            if let Some((last, change)) = recorded.last_mut().zip(change(row)?) {
                last.changes.push(change);
            }
        }
        Ok(recorded)
    }

    async fn first_sweep_from(&self, at: Instant) -> StoreResult<Option<Swept>> {
        let mut session = self.db.read().await?;
        let first = session.fetch_optional(
            "SELECT s.id, s.worker, s.started_at FROM sweeps AS s
              WHERE s.started_at >= $1 ORDER BY s.started_at, s.id LIMIT 1",
            args![at],
        );
        let Some(row) = first.await? else {
            return Ok(None);
        };
        Ok(Some(Swept {
            id: row.id("id")?.to_string(),
            worker: row.text("worker")?,
            at: row.instant("started_at")?,
        }))
    }

    async fn traces(&self, filter: &TraceFilter) -> StoreResult<Vec<RoutineTrace>> {
        // A `missed` row before the window may reach into it, and after the clock was set back it
        // need not be the newest one there.
        let sql = format!(
            "SELECT u.routine_id, u.id, u.scheduled_for, u.attempt, u.status, u.idempotency_key,
                    u.launched_at, u.missed_until
               FROM {} AS b CROSS JOIN runs AS u
              WHERE u.routine_id = b.id AND u.scheduled_for < $3
                AND (u.scheduled_for >= $2 OR u.missed_until >= $2)
                AND u.scheduled_for >= coalesce(
                    (SELECT min(p.scheduled_for) FROM (
                        SELECT n.scheduled_for FROM runs AS n
                         WHERE n.routine_id = b.id AND n.scheduled_for < $2
                         ORDER BY n.scheduled_for DESC LIMIT {BEHIND}) AS p), $2)
              LIMIT $4",
            IDS.rows_of::<D>("$1")
        );
        let ids = IDS.bind::<D>(filter.routines.iter().map(|id| args![*id]));
        let values = args![ids, filter.from, filter.to, filter.limit];
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        rows.iter().map(trace).collect()
    }
}

/// One statement, so that a routine and its records are of one moment: between two, a change would
/// look like one that nobody recorded.
fn routines_sql(filter: &RecordedFilter) -> (String, Args) {
    let mut values = args![filter.limit];
    let mut conditions = String::from("TRUE");
    let mut demand = |condition: &str, value: Arg| {
        values.push(value);
        conditions.push_str(&format!(" AND {condition} ${}", values.len()));
    };
    if let Some(tenant) = filter.tenant_id {
        demand("r.tenant_id =", tenant.into());
    }
    if let Some(routine) = filter.routine_id {
        demand("r.id =", routine.into());
    }
    if let Some(after) = filter.after {
        demand("r.id >", after.into());
    }
    let sql = format!(
        "SELECT {ROUTINE_COLUMNS}, t.name AS tenant_name, p.runs_kept_since, {CHANGE_COLUMNS}
           FROM (SELECT * FROM routines AS r WHERE {conditions} ORDER BY r.id LIMIT $1) AS r
           JOIN tenants AS t ON t.id = r.tenant_id
           LEFT JOIN prunings AS p ON p.tenant_id = r.tenant_id
           LEFT JOIN schedule_changes AS c ON c.routine_id = r.id
          ORDER BY r.id, c.number"
    );
    (sql, values)
}

fn trace(row: &impl Columns) -> StoreResult<RoutineTrace> {
    let trace = Trace {
        run: RunId(row.id("id")?),
        scheduled_for: row.instant("scheduled_for")?,
        attempt: row.int("attempt")?,
        status: row.word("status")?,
        idempotency_key: row.text("idempotency_key")?,
        was_launched: row.opt_instant("launched_at")?.is_some(),
        missed_until: row.opt_instant("missed_until")?,
    };
    Ok((RoutineId(row.id("routine_id")?), trace))
}
