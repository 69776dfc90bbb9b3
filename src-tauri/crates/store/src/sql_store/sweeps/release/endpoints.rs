//! What waits for an endpoint: one a minute while it is down, all of it, spread, once it answers.

use std::collections::HashMap;

use routine_domain::{
    Instant, RunId, WaitsOn,
    breaker::{next_probe_at, spread},
    release::missed_meanwhile,
};
use sqlx::AssertSqlSafe;

use super::{
    LIMIT, LetGo,
    waiting::{Waiting, waiting},
};
use crate::{
    StoreResult,
    model::WorkerIdentity,
    sql_store::{Columns, Dialect, Session, args, runs::REVISION_OF_RUN},
};

/// Answers whether a launch nobody has heard of is to be repeated as a probe.
pub(super) async fn release_endpoints<D: Dialect>(
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
