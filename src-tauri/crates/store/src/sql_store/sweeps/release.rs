//! What waits for a place under a cap or for an endpoint, let go when its time has come. Reached only
//! while something waits or an endpoint is down.

mod endpoints;
mod waiting;

use std::collections::BTreeSet;

use routine_domain::{Instant, RunStatus, TenantId, WaitsOn, caps::room};
use sqlx::AssertSqlSafe;

use super::gate::open_runs;
use crate::{
    StoreResult,
    model::WorkerIdentity,
    sql_store::{
        Args, Columns, Dialect, Session, args,
        batch::{Batch, Kind},
        runs::{CountMoves, OPEN},
    },
};
use endpoints::release_endpoints;
use waiting::{Waiting, waiting};

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

/// What becomes of the ones that waited.
#[derive(Default)]
struct LetGo {
    rows: Vec<Args>,
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
           FROM {} AS b WHERE u.id = b.id AND u.status = 'claimed'",
        LET_GO.rows_of::<D>("$1")
    );
    let rows = LET_GO.bind::<D>(let_go.rows);
    session
        .execute(AssertSqlSafe(sql), args![rows, now])
        .await?;
    let_go.counts.write::<D>(session).await
}
