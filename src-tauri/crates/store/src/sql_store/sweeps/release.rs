//! What waits for a place under a cap or for an endpoint, let go when its time has come. Reached only
//! while something waits or an endpoint is down.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::Duration;
use routine_domain::{
    Instant, RoutineId, RunId, RunStatus, TenantId, WaitsOn,
    breaker::{next_probe_at, spread},
    caps::room,
    release::{Waited, missed_meanwhile},
};
use sqlx::AssertSqlSafe;

use super::{able::Able, gate::open_runs};
use crate::{
    StoreResult,
    model::WorkerIdentity,
    sql_store::{
        Columns, Dialect, Session, args,
        batch::{Batch, Kind},
        runs::{CountMoves, OPEN, REVISION_OF_RUN},
    },
};

/// Whether there is anything here to do, asked by a statement that is sent anyway. All that is not
/// waited for within a routine has a key before `run`.
pub(super) const OTHERS_WAIT: &str = "(EXISTS (SELECT 1 FROM runs AS w WHERE w.waits_on < 'run')
    OR EXISTS (SELECT 1 FROM endpoint_breakers AS e WHERE e.opened_at IS NOT NULL))";

/// Let go of one reason in one pass.
const LIMIT: u32 = 500;

const LET_GO: Batch = Batch(&[
    ("id", Kind::Id),
    ("status", Kind::Text),
    ("message", Kind::Text),
    ("waits_until", Kind::Instant),
]);

/// A run that waits, locked.
struct Waiting {
    id: RunId,
    tenant: TenantId,
    routine: RoutineId,
    recorded_at: Instant,
    waits_until: Option<Instant>,
    waited: Waited,
}

/// What becomes of the ones that waited.
#[derive(Default)]
struct LetGo {
    rows: Vec<crate::sql_store::Args>,
    counts: CountMoves,
}

impl LetGo {
    fn free(&mut self, run: &Waiting) {
        self.add(run, RunStatus::Claimed, None, None);
    }

    fn at(&mut self, run: &Waiting, turn: Instant) {
        self.add(run, RunStatus::Claimed, None, Some(turn));
    }

    fn missed(&mut self, run: &Waiting, sentence: &str) {
        self.counts
            .ended(run.tenant, run.recorded_at, RunStatus::Missed);
        self.add(run, RunStatus::Missed, Some(sentence), None);
    }

    fn add(&mut self, run: &Waiting, to: RunStatus, words: Option<&str>, turn: Option<Instant>) {
        self.rows.push(args![run.id, to.as_str(), words, turn]);
    }
}

/// Answers whether anything was freed.
pub(super) async fn release<D: Dialect>(
    session: &mut D::Session,
    worker: &WorkerIdentity,
    now: Instant,
) -> StoreResult<bool> {
    let reasons = session
        .fetch(
            "SELECT DISTINCT waits_on FROM runs WHERE waits_on < 'run' ORDER BY waits_on",
            args![],
        )
        .await?;
    let reasons = reasons.iter().map(|row| row.word::<WaitsOn>("waits_on"));
    let reasons = reasons.collect::<StoreResult<Vec<_>>>()?;
    let mut let_go = LetGo::default();
    for (on, places) in places::<D>(session, &reasons).await? {
        for run in waiting::<D>(session, worker, &on, places.min(LIMIT), now).await? {
            let_go.free(&run);
        }
    }
    let repeats = release_endpoints::<D>(session, worker, &reasons, &mut let_go, now).await?;
    let freed = repeats || !let_go.rows.is_empty();
    write::<D>(session, let_go, now).await?;
    Ok(freed)
}

/// How many more runs each cap that is waited for lets in. What was let go and is not launched yet
/// counts as open here, or it would be let go by everyone who looks.
async fn places<D: Dialect>(
    session: &mut D::Session,
    reasons: &[WaitsOn],
) -> StoreResult<Vec<(WaitsOn, u32)>> {
    let mut caps = Vec::new();
    for on in reasons {
        let (sql, id) = match on {
            WaitsOn::Tenant(id) => (
                "SELECT id AS tenant_id, concurrency_cap FROM tenants WHERE id = $1",
                id.0,
            ),
            WaitsOn::Definition(id) => (
                "SELECT tenant_id, concurrency_cap FROM definitions WHERE id = $1",
                id.0,
            ),
            WaitsOn::Run | WaitsOn::Endpoint(_) => continue,
        };
        if let Some(row) = session.fetch_optional(sql, args![TenantId(id)]).await? {
            let tenant = TenantId(row.id("tenant_id")?);
            caps.push((on.clone(), tenant, row.opt_int("concurrency_cap")?));
        }
    }
    let tenants: BTreeSet<_> = caps.iter().map(|(_, tenant, _)| *tenant).collect();
    let open = open_runs::<D>(session, &tenants, OPEN).await?;
    let places = caps.into_iter().map(|(on, _, cap)| {
        let open = match on {
            WaitsOn::Tenant(id) => open.of_tenant(id),
            WaitsOn::Definition(id) => open.of_definition(id),
            WaitsOn::Run | WaitsOn::Endpoint(_) => 0,
        };
        (on, room(cap, open))
    });
    Ok(places.filter(|(_, places)| *places > 0).collect())
}

/// Answers whether a launch nobody has heard of is to be repeated as a probe.
async fn release_endpoints<D: Dialect>(
    session: &mut D::Session,
    worker: &WorkerIdentity,
    reasons: &[WaitsOn],
    let_go: &mut LetGo,
    now: Instant,
) -> StoreResult<bool> {
    let mut down = HashMap::new();
    let mut up = HashMap::new();
    for row in session
        .fetch(
            "SELECT endpoint, opened_at, last_probe_at, last_success_at FROM endpoint_breakers",
            args![],
        )
        .await?
    {
        let endpoint = row.text("endpoint")?;
        match row.opt_instant("opened_at")? {
            Some(since) => {
                down.insert(endpoint, (since, row.opt_instant("last_probe_at")?));
            }
            None => {
                up.insert(endpoint, row.opt_instant("last_success_at")?);
            }
        }
    }
    let mut repeats = false;
    for (endpoint, (since, last_probe_at)) in &down {
        if next_probe_at(*since, *last_probe_at) <= now {
            repeats |= probe::<D>(session, worker, endpoint, *last_probe_at, let_go, now).await?;
        }
    }
    for on in reasons {
        if let WaitsOn::Endpoint(endpoint) = on
            && !down.contains_key(endpoint)
        {
            let closed_at = up.get(endpoint).copied().flatten();
            let runs = waiting::<D>(session, worker, on, LIMIT, now).await?;
            go_on(&runs, closed_at, let_go, now);
        }
    }
    Ok(repeats)
}

/// The oldest that waits is launched after all, to see whether the endpoint answers again.
async fn probe<D: Dialect>(
    session: &mut D::Session,
    worker: &WorkerIdentity,
    endpoint: &str,
    last_probe_at: Option<Instant>,
    let_go: &mut LetGo,
    now: Instant,
) -> StoreResult<bool> {
    let on = WaitsOn::Endpoint(endpoint.to_owned());
    let runs = waiting::<D>(session, worker, &on, LIMIT, now).await?;
    let mut oldest = None;
    for run in &runs {
        match missed_meanwhile(&run.waited, now) {
            Some(sentence) => let_go.missed(run, &sentence),
            None => {
                oldest = Some(run);
                break;
            }
        }
    }
    // A launch that timed out and lost its worker waits too, though it may have started.
    let lapsed = lapsed::<D>(session, endpoint, now).await?;
    let chosen = match (lapsed, oldest) {
        (Some((id, at)), Some(run)) if at <= run.recorded_at => Some((id, None)),
        (_, Some(run)) => Some((run.id, Some(run))),
        (Some((id, _)), None) => Some((id, None)),
        (None, None) => None,
    };
    let Some((id, run)) = chosen else {
        return Ok(false);
    };
    let won = session
        .execute(
            "UPDATE endpoint_breakers SET last_probe_at = $2, probe_run_id = $3
              WHERE endpoint = $1 AND opened_at IS NOT NULL
                AND last_probe_at IS NOT DISTINCT FROM $4",
            args![endpoint, now, id, last_probe_at],
        )
        .await?;
    if let Some(run) = run.filter(|_| won == 1) {
        let_go.free(run);
    }
    Ok(won == 1 && run.is_none())
}

/// One after the other, oldest first; and not at all where it has become too late.
fn go_on(runs: &[Waiting], closed_at: Option<Instant>, let_go: &mut LetGo, now: Instant) {
    // A turn from before the endpoint went down again is none.
    let turn = |run: &Waiting| run.waits_until.filter(|turn| Some(*turn) >= closed_at);
    let waiting = runs.iter().filter(|run| turn(run).is_none()).count();
    let mut place = 0;
    for run in runs {
        let at = turn(run).unwrap_or_else(|| {
            let at = now + spread(place, waiting);
            place += 1;
            at
        });
        if let Some(sentence) = missed_meanwhile(&run.waited, now) {
            let_go.missed(run, &sentence);
        } else if at <= now {
            let_go.free(run);
        } else if turn(run).is_none() {
            let_go.at(run, at);
        }
    }
}

/// Oldest first, what this worker is able to launch; passing over those whose turn is yet to come.
async fn waiting<D: Dialect>(
    session: &mut D::Session,
    worker: &WorkerIdentity,
    on: &WaitsOn,
    limit: u32,
    now: Instant,
) -> StoreResult<Vec<Waiting>> {
    let Able { launchers, secrets } = Able::bind::<D>(worker);
    let able = Able::condition::<D>("$3", "$4");
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR NO KEY UPDATE OF u SKIP LOCKED");
    let sql = format!(
        "SELECT u.id, u.tenant_id, u.routine_id, u.scheduled_for, u.recorded_at, u.lag_ms,
                u.waits_until, r.misfire, t.grace_seconds
           FROM runs AS u CROSS JOIN routines AS r CROSS JOIN tenants AS t
          CROSS JOIN routine_revisions AS v CROSS JOIN definitions AS d
          WHERE u.waits_on = $1 AND r.id = u.routine_id AND t.id = u.tenant_id
            AND {REVISION_OF_RUN} AND d.id = v.definition_id AND {able}
            AND (u.waits_until IS NULL OR u.waits_until <= $2 OR EXISTS (
                SELECT 1 FROM endpoint_breakers AS e
                 WHERE e.endpoint = d.endpoint AND e.last_success_at > u.waits_until))
          ORDER BY u.recorded_at, u.id LIMIT $5 {lock}"
    );
    let rows = session
        .fetch(
            AssertSqlSafe(sql),
            args![on.to_string(), now, launchers, secrets, limit],
        )
        .await?;
    let mut runs = rows
        .iter()
        .map(read)
        .collect::<StoreResult<Vec<Waiting>>>()?;
    let mut seen = HashSet::new();
    for run in runs.iter_mut().rev() {
        run.waited.is_newest = run.waited.planned.is_none() || seen.insert(run.routine);
    }
    Ok(runs)
}

fn read(row: &impl Columns) -> StoreResult<Waiting> {
    let recorded_at = row.instant("recorded_at")?;
    // What it was claimed for; a retry, its own time.
    let lag = Duration::milliseconds(row.opt_int("lag_ms")?.unwrap_or(0).into());
    let has_time = row.opt_instant("scheduled_for")?.is_some();
    Ok(Waiting {
        id: RunId(row.id("id")?),
        tenant: TenantId(row.id("tenant_id")?),
        routine: RoutineId(row.id("routine_id")?),
        recorded_at,
        waits_until: row.opt_instant("waits_until")?,
        waited: Waited {
            misfire: row.word("misfire")?,
            grace_seconds: row.int("grace_seconds")?,
            planned: has_time.then(|| recorded_at - lag),
            is_newest: true,
        },
    })
}

/// The oldest launch at an endpoint that nobody holds any more.
async fn lapsed<D: Dialect>(
    session: &mut D::Session,
    endpoint: &str,
    now: Instant,
) -> StoreResult<Option<(RunId, Instant)>> {
    let index = D::pick("INDEXED BY runs_leases", "");
    let sql = format!(
        "SELECT u.id, u.recorded_at
           FROM runs AS u {index} CROSS JOIN routine_revisions AS v CROSS JOIN definitions AS d
          WHERE u.status IN ('claimed', 'launching') AND u.lease_until <= $1
            AND u.status = 'launching' AND {REVISION_OF_RUN} AND d.id = v.definition_id
            AND d.endpoint = $2
          ORDER BY u.recorded_at, u.id LIMIT 1"
    );
    let row = session
        .fetch_optional(AssertSqlSafe(sql), args![now, endpoint])
        .await?;
    row.map(|row| Ok((RunId(row.id("id")?), row.instant("recorded_at")?)))
        .transpose()
}

async fn write<D: Dialect>(
    session: &mut D::Session,
    let_go: LetGo,
    now: Instant,
) -> StoreResult<()> {
    if let_go.rows.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE runs AS u
            SET status = b.status, message = b.message, waits_until = b.waits_until,
                waits_on = CASE WHEN b.waits_until IS NOT NULL THEN u.waits_on END,
                waits_for = CASE WHEN b.waits_until IS NOT NULL THEN
                    'its turn: its endpoint answers again, and what waited goes on one by one' END,
                finished_at = CASE b.status WHEN 'missed' THEN $2 END,
                missed_until = CASE b.status WHEN 'missed' THEN u.scheduled_for END,
                missed_count = CASE b.status WHEN 'missed' THEN 1 END
           FROM {} AS b WHERE u.id = b.id",
        LET_GO.rows_of::<D>("$1")
    );
    let rows = LET_GO.bind::<D>(let_go.rows);
    session
        .execute(AssertSqlSafe(sql), args![rows, now])
        .await?;
    let_go.counts.write::<D>(session).await
}
