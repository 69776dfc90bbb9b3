//! Runs that a cap or an endpoint may hold back, at the moment they are to be launched: each goes
//! ahead or waits. Reached only by runs with a cap, or with an endpoint that is down.

use std::collections::BTreeSet;

use routine_domain::{
    DefinitionId, Instant, RunId, TenantId, Wait,
    breaker::next_probe_at,
    caps::{Asks, OpenRuns},
};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::BeginOutcome,
    sql_store::{
        Columns, Dialect, Session, args,
        batch::{Batch, IDS, Kind},
        runs::REVISION_OF_RUN,
    },
};

/// Whether a run of tenant `t` and definition `d` has to pass here.
pub(super) const GATED: &str = "(t.concurrency_cap IS NOT NULL OR d.concurrency_cap IS NOT NULL
    OR (d.endpoint IS NOT NULL AND t.breaker AND EXISTS (
        SELECT 1 FROM endpoint_breakers AS e
         WHERE e.endpoint = d.endpoint AND e.opened_at IS NOT NULL)))";

const WAITS: Batch = Batch(&[
    ("id", Kind::Id),
    ("waits_on", Kind::Text),
    ("waits_for", Kind::Text),
]);

/// A run at the gate.
struct Gated {
    id: RunId,
    asks: Asks,
    /// Its endpoint is down, and this run is not the probe.
    down: Option<Wait>,
    /// That endpoint has not been probed for long enough.
    probe_is_due: bool,
}

/// Decides the runs, oldest first. Their leases are held and their rows locked by this transaction.
pub(super) async fn gate<D: Dialect>(
    session: &mut D::Session,
    runs: &[RunId],
    now: Instant,
) -> StoreResult<Vec<(RunId, BeginOutcome)>> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let gated = gated::<D>(session, runs, now).await?;
    let capped = gated.iter().filter(|run| run.down.is_none());
    let tenants: BTreeSet<_> = capped
        .filter(|run| run.asks.tenant_cap.is_some() || run.asks.definition_cap.is_some())
        .map(|run| run.asks.tenant_id)
        .collect();
    lock_tenants::<D>(session, &tenants).await?;
    let mut open = open_runs::<D>(session, &tenants, "('launching', 'running')").await?;
    let mut launched = Vec::new();
    let mut waits = Vec::new();
    let mut outcomes = Vec::with_capacity(gated.len());
    for run in gated {
        // Whatever made room or was due while this was decided has rung already: look once more.
        let looks_again = run.probe_is_due || run.down.is_none();
        match run.down.map_or_else(|| open.admit(&run.asks), Err) {
            Ok(()) => {
                launched.push(args![run.id]);
                outcomes.push((run.id, BeginOutcome::Launch));
            }
            Err(wait) => {
                waits.push(args![run.id, wait.on.to_string(), wait.words.as_str()]);
                outcomes.push((run.id, BeginOutcome::Waits { reason: wait.words }));
                if looks_again {
                    session.wake();
                }
            }
        }
    }
    if !launched.is_empty() {
        let sql = format!(
            "UPDATE runs AS u SET status = 'launching', launched_at = $2
               FROM {} AS b WHERE u.id = b.id",
            IDS.rows_of::<D>("$1")
        );
        let launched = IDS.bind::<D>(launched);
        session
            .execute(AssertSqlSafe(sql), args![launched, now])
            .await?;
    }
    if !waits.is_empty() {
        let sql = format!(
            "UPDATE runs AS u
                SET waits_on = b.waits_on, waits_for = b.waits_for, waits_until = NULL,
                    worker = NULL, lease_until = NULL
               FROM {} AS b WHERE u.id = b.id",
            WAITS.rows_of::<D>("$1")
        );
        let waits = WAITS.bind::<D>(waits);
        session.execute(AssertSqlSafe(sql), vec![waits]).await?;
    }
    Ok(outcomes)
}

async fn gated<D: Dialect>(
    session: &mut D::Session,
    runs: &[RunId],
    now: Instant,
) -> StoreResult<Vec<Gated>> {
    let sql = format!(
        "SELECT u.id, u.tenant_id, t.name AS tenant_name, t.concurrency_cap AS tenant_cap,
                d.id AS definition_id, d.name AS definition_name,
                d.concurrency_cap AS definition_cap, d.endpoint, e.last_probe_at,
                CASE WHEN t.breaker AND e.probe_run_id IS DISTINCT FROM u.id
                     THEN e.opened_at END AS down_since
           FROM {} AS b CROSS JOIN runs AS u CROSS JOIN tenants AS t
          CROSS JOIN routine_revisions AS v CROSS JOIN definitions AS d
           LEFT JOIN endpoint_breakers AS e ON e.endpoint = d.endpoint
          WHERE u.id = b.id AND t.id = u.tenant_id AND {REVISION_OF_RUN} AND d.id = v.definition_id
          ORDER BY u.recorded_at, u.id",
        IDS.rows_of::<D>("$1")
    );
    let ids = IDS.bind::<D>(runs.iter().map(|id| args![*id]));
    let rows = session.fetch(AssertSqlSafe(sql), vec![ids]).await?;
    rows.iter().map(|row| read(row, now)).collect()
}

fn read(row: &impl Columns, now: Instant) -> StoreResult<Gated> {
    let down_since = row.opt_instant("down_since")?;
    let endpoint = row.opt_text("endpoint")?.unwrap_or_default();
    let last_probe_at = row.opt_instant("last_probe_at")?;
    Ok(Gated {
        id: RunId(row.id("id")?),
        asks: Asks {
            tenant_id: TenantId(row.id("tenant_id")?),
            tenant_name: row.text("tenant_name")?,
            tenant_cap: row.opt_int("tenant_cap")?,
            definition_id: DefinitionId(row.id("definition_id")?),
            definition_name: row.text("definition_name")?,
            definition_cap: row.opt_int("definition_cap")?,
        },
        down: down_since.map(|since| Wait::for_endpoint(&endpoint, since)),
        probe_is_due: down_since.is_some_and(|since| next_probe_at(since, last_probe_at) <= now),
    })
}

/// Until the transaction ends, nobody else gives out places of these tenants.
async fn lock_tenants<D: Dialect>(
    session: &mut D::Session,
    tenants: &BTreeSet<TenantId>,
) -> StoreResult<()> {
    // SQLite has one writer at a time.
    let Some(lock) = D::pick(None, Some("FOR NO KEY UPDATE OF t")) else {
        return Ok(());
    };
    let sql = format!(
        "SELECT t.id FROM {} AS b CROSS JOIN tenants AS t WHERE t.id = b.id ORDER BY t.id {lock}",
        IDS.rows_of::<D>("$1")
    );
    let ids = IDS.bind::<D>(tenants.iter().map(|id| args![*id]));
    session.fetch(AssertSqlSafe(sql), vec![ids]).await?;
    Ok(())
}

/// The runs of these tenants in any of `statuses` that do not wait. A statement of its own: on
/// PostgreSQL it then sees what the lock waited for.
pub(super) async fn open_runs<D: Dialect>(
    session: &mut D::Session,
    tenants: &BTreeSet<TenantId>,
    statuses: &str,
) -> StoreResult<OpenRuns> {
    let mut open = OpenRuns::default();
    if tenants.is_empty() {
        return Ok(open);
    }
    // `status <> 'succeeded'` is the predicate of the index.
    let sql = format!(
        "SELECT u.tenant_id, v.definition_id, count(*) AS runs
           FROM {} AS b CROSS JOIN runs AS u CROSS JOIN routine_revisions AS v
          WHERE u.tenant_id = b.id AND u.status IN {statuses} AND u.status <> 'succeeded'
            AND u.waits_on IS NULL AND {REVISION_OF_RUN}
          GROUP BY u.tenant_id, v.definition_id",
        IDS.rows_of::<D>("$1")
    );
    let ids = IDS.bind::<D>(tenants.iter().map(|id| args![*id]));
    for row in session.fetch(AssertSqlSafe(sql), vec![ids]).await? {
        let tenant = TenantId(row.id("tenant_id")?);
        let definition = DefinitionId(row.id("definition_id")?);
        open.add(tenant, definition, row.int("runs")?);
    }
    Ok(open)
}
