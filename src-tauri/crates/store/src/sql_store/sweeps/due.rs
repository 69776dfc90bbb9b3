//! The due routines of a claim, locked, with all that deciding them takes.

use std::collections::HashMap;

use routine_domain::{Cause, Instant, Launcher, RoutineId, RunId, plan::Due, plan::OpenRun};
use sqlx::AssertSqlSafe;

use super::{able::Able, gate::GATED};
use crate::{
    StoreResult,
    model::WorkerIdentity,
    sql_store::{
        Columns, Dialect, Session, args,
        batch::IDS,
        rows::{POLICY_COLUMNS, ROUTINE_COLUMNS, launcher, policy, routine},
        runs::OPEN,
    },
};

/// A due routine, and what it runs.
pub(super) struct DueRoutine {
    pub(super) due: Due,
    pub(super) definition_name: String,
    pub(super) launcher: Launcher,
    /// The release of the zone data that its fire was computed with.
    pub(super) zone_data: String,
    /// Its definition may not be launched at present.
    pub(super) disabled: bool,
    /// A cap or the state of its endpoint may hold back its launch.
    gated: bool,
}

impl DueRoutine {
    /// Whether claiming its run may be one step with beginning its launch.
    pub(super) fn begins_at_once(&self) -> bool {
        !self.gated && !self.disabled && !matches!(self.launcher, Launcher::Command { .. })
    }
}

#[derive(Default)]
pub(super) struct Found {
    /// Soonest first.
    pub(super) due: Vec<DueRoutine>,
    /// Rows that no version of this program has written; they must not hold up the others.
    pub(super) unreadable: Vec<RoutineId>,
}

pub(super) async fn lock_due<D: Dialect>(
    session: &mut D::Session,
    worker: &WorkerIdentity,
    held: &[RoutineId],
    limit: u32,
    now: Instant,
) -> StoreResult<Found> {
    let held = IDS.bind::<D>(held.iter().map(|id| args![*id]));
    let Able { launchers, secrets } = Able::bind::<D>(worker);
    let mut found = Found::default();
    let rows = session
        .fetch(
            AssertSqlSafe(due_sql::<D>()),
            args![now, launchers, secrets, held, limit],
        )
        .await?;
    for row in &rows {
        match read(row) {
            Ok(due) => found.due.push(due),
            Err(error) => {
                let id = RoutineId(row.id("id")?);
                tracing::error!(routine = %id, %error, "a due routine cannot be read");
                found.unreadable.push(id);
            }
        }
    }
    // Rows that had to be locked may come out of order.
    found.due.sort_by_key(|found| {
        let routine = &found.due.routine;
        (routine.placement.next_fire_at, routine.id)
    });
    let mut open = open_runs::<D>(session, &found.due).await?;
    for found in &mut found.due {
        found.due.open = open.remove(&found.due.routine.id);
    }
    Ok(found)
}

/// `$1` now, `$2` and `$3` what the worker is able to launch, `$4` the routines to pass over, `$5`
/// how many.
fn due_sql<D: Dialect>() -> String {
    let able = Able::condition::<D>("$2", "$3");
    let held = IDS.rows_of::<D>("$4");
    // SQLite has one writer at a time. Without `KEY`, runs that refer to a routine can be written
    // meanwhile.
    let lock = D::pick("", "FOR NO KEY UPDATE OF r SKIP LOCKED");
    // CROSS JOIN keeps SQLite to this order, which starts with the index on what is due.
    format!(
        "SELECT {ROUTINE_COLUMNS}, {POLICY_COLUMNS},
                d.name AS definition_name, d.settings, d.disabled_at, r.zone_data,
                {GATED} AS gated
           FROM routines AS r CROSS JOIN tenants AS t CROSS JOIN definitions AS d
          WHERE r.next_fire_at <= $1 AND t.id = r.tenant_id AND d.id = r.definition_id
            AND {able} AND r.id NOT IN (SELECT id FROM {held} AS held)
          ORDER BY r.next_fire_at LIMIT $5 {lock}"
    )
}

fn read(row: &impl Columns) -> StoreResult<DueRoutine> {
    Ok(DueRoutine {
        due: Due {
            routine: routine(row)?,
            policy: policy(row)?,
            open: None,
        },
        definition_name: row.text("definition_name")?,
        launcher: launcher(row)?,
        zone_data: row.text("zone_data")?,
        disabled: row.opt_instant("disabled_at")?.is_some(),
        gated: row.flag("gated")?,
    })
}

/// The newest open run of each, and what else of its open runs a plan asks for.
async fn open_runs<D: Dialect>(
    session: &mut D::Session,
    due: &[DueRoutine],
) -> StoreResult<HashMap<RoutineId, OpenRun>> {
    let mut newest = HashMap::new();
    if due.is_empty() {
        return Ok(newest);
    }
    // PostgreSQL must be told to start from the routines: it believes that hardly any run is open.
    let open = format!("u.routine_id = b.id AND u.status IN {OPEN}");
    let open = D::pick(
        format!("runs AS u WHERE {open}"),
        format!("LATERAL (SELECT * FROM runs AS u WHERE {open} OFFSET 0) AS u"),
    );
    let ids = due.iter().map(|found| args![found.due.routine.id]);
    let batch = IDS.spread::<D>(ids.collect());
    let sql = format!(
        "SELECT u.routine_id, u.id, u.scheduled_for, u.cause, coalesce(u.waits_on = 'run', FALSE) AS waits
           FROM {} AS b CROSS JOIN {open} ORDER BY u.id",
        batch.table
    );
    let rows = session
        .fetch(AssertSqlSafe(sql), batch.with(args![]))
        .await?;
    for row in rows {
        let run = OpenRun {
            id: RunId(row.id("id")?),
            scheduled_for: row.opt_instant("scheduled_for")?,
            catches_up: row.word::<Cause>("cause")? == Cause::CatchUp,
            one_waits: row.flag("waits")?,
        };
        newest
            .entry(RoutineId(row.id("routine_id")?))
            .and_modify(|open: &mut OpenRun| {
                *open = OpenRun {
                    catches_up: open.catches_up || run.catches_up,
                    one_waits: open.one_waits || run.one_waits,
                    ..run
                }
            })
            .or_insert(run);
    }
    Ok(newest)
}
