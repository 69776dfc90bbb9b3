//! What launches tell about their endpoints: kept where it tells of trouble, and while there is some.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use routine_domain::{
    Instant, RoutineId, RunId,
    breaker::{Breaker, Sign, forgotten_before},
};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::REVISION_OF_RUN;
use crate::{
    StoreResult,
    model::Lease,
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, IDS, Kind},
        journal::Entry,
    },
};

const ENDPOINTS: Batch = Batch(&[("endpoint", Kind::Text)]);
const FAILURES: Batch = Batch(&[
    ("endpoint", Kind::Text),
    ("routine_id", Kind::Id),
    ("failed_at", Kind::Instant),
]);
const BREAKERS: Batch = Batch(&[
    ("endpoint", Kind::Text),
    ("opened_at", Kind::Instant),
    ("closed_at", Kind::Instant),
]);

/// What a launch told, at that time.
pub(super) struct Heard {
    pub(super) run: RunId,
    pub(super) sign: Sign,
    pub(super) at: Instant,
}

/// The same, where it is known who said it about what.
struct Told {
    endpoint: String,
    routine: RoutineId,
    sign: Sign,
    at: Instant,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn hear_timeouts(&self, leases: &[Lease], at: Instant) -> StoreResult<()> {
        let heard: Vec<_> = leases
            .iter()
            .map(|lease| Heard {
                run: lease.run_id,
                sign: Sign::Unavailable,
                at,
            })
            .collect();
        let mut session = self.db.write().await?;
        self.hear(&mut session, heard, at).await?;
        session.commit().await
    }

    /// Breakers are locked in the order of their names, after runs and routines.
    pub(super) async fn hear(
        &self,
        session: &mut D::Session,
        heard: Vec<Heard>,
        now: Instant,
    ) -> StoreResult<()> {
        if heard.is_empty() {
            return Ok(());
        }
        let mut told = told::<D>(session, &heard).await?;
        told.sort_by_key(|told| told.at);
        let troubled = troubled::<D>(session, &told).await?;
        if troubled.is_empty() {
            return Ok(());
        }
        let mut breakers = lock_breakers::<D>(session, &troubled).await?;
        let before = breakers.clone();
        for told in told {
            if let Some(breaker) = breakers.get_mut(&told.endpoint) {
                breaker.hear(told.sign, told.routine, told.at);
            }
        }
        breakers.retain(|endpoint, after| before.get(endpoint) != Some(after));
        write::<D>(session, &breakers, now).await?;
        let turned = breakers.iter().filter(|(endpoint, after)| {
            before[*endpoint].opened_at.is_some() != after.opened_at.is_some()
        });
        for (endpoint, breaker) in turned {
            // What waited for it may go on; what is launched now must know that it is down.
            session.wake();
            self.note(session, entry(endpoint, breaker), now).await?;
        }
        Ok(())
    }
}

fn entry(endpoint: &str, breaker: &Breaker) -> Entry<'static> {
    let (kind, after) = match breaker.opened_at {
        Some(since) => (
            "endpoint.down",
            json!({ "since": since, "routines": breaker.failures.len() }),
        ),
        None => ("endpoint.answers", json!({ "since": breaker.closed_at })),
    };
    Entry {
        tenant: None,
        actor: super::streaks::SCHEDULER,
        kind,
        subject: format!("endpoint:{endpoint}"),
        before: None,
        after: Some(after.to_string()),
    }
}

/// Failures of tenants that want no breaker tell nothing.
async fn told<D: Dialect>(session: &mut D::Session, heard: &[Heard]) -> StoreResult<Vec<Told>> {
    let sql = format!(
        "SELECT u.id, u.routine_id, d.endpoint, t.breaker
           FROM {} AS b CROSS JOIN runs AS u CROSS JOIN tenants AS t
          CROSS JOIN routine_revisions AS v CROSS JOIN definitions AS d
          WHERE u.id = b.id AND t.id = u.tenant_id AND {REVISION_OF_RUN}
            AND d.id = v.definition_id AND d.endpoint IS NOT NULL",
        IDS.rows_of::<D>("$1")
    );
    let signs: HashMap<_, _> = heard.iter().map(|heard| (heard.run, heard)).collect();
    let ids = IDS.bind::<D>(signs.keys().map(|run| args![*run]));
    let mut told = Vec::new();
    for row in session.fetch(AssertSqlSafe(sql), vec![ids]).await? {
        let Some(Heard { sign, at, .. }) = signs.get(&RunId(row.id("id")?)) else {
            continue;
        };
        if *sign == Sign::Answers || row.flag("breaker")? {
            told.push(Told {
                endpoint: row.text("endpoint")?,
                routine: RoutineId(row.id("routine_id")?),
                sign: *sign,
                at: *at,
            });
        }
    }
    Ok(told)
}

/// The endpoints that trouble is told of, or was.
async fn troubled<D: Dialect>(
    session: &mut D::Session,
    told: &[Told],
) -> StoreResult<BTreeSet<String>> {
    let of = |wanted: Sign| {
        let told = told.iter().filter(move |told| told.sign == wanted);
        told.map(|told| told.endpoint.clone())
    };
    let mut troubled: BTreeSet<_> = of(Sign::Unavailable).collect();
    let answering: BTreeSet<_> = of(Sign::Answers).collect();
    if !answering.is_empty() {
        let sql = format!(
            "SELECT DISTINCT f.endpoint FROM {} AS b JOIN endpoint_failures AS f
                 ON f.endpoint = b.endpoint",
            ENDPOINTS.rows_of::<D>("$1")
        );
        let names = ENDPOINTS.bind::<D>(answering.iter().map(|name| args![name]));
        for row in session.fetch(AssertSqlSafe(sql), vec![names]).await? {
            troubled.insert(row.text("endpoint")?);
        }
    }
    Ok(troubled)
}

async fn lock_breakers<D: Dialect>(
    session: &mut D::Session,
    endpoints: &BTreeSet<String>,
) -> StoreResult<BTreeMap<String, Breaker>> {
    let names = || ENDPOINTS.bind::<D>(endpoints.iter().map(|name| args![name]));
    // The update that changes nothing is the lock. Without a condition, SQLite takes ON CONFLICT for
    // the start of a join.
    let lock = format!(
        "INSERT INTO endpoint_breakers (endpoint)
         SELECT b.endpoint FROM {} AS b WHERE TRUE ORDER BY b.endpoint
         ON CONFLICT (endpoint) DO UPDATE SET endpoint = excluded.endpoint
         RETURNING endpoint, opened_at, last_success_at",
        ENDPOINTS.rows_of::<D>("$1")
    );
    let mut breakers = BTreeMap::new();
    for row in session.fetch(AssertSqlSafe(lock), vec![names()]).await? {
        let breaker = Breaker {
            opened_at: row.opt_instant("opened_at")?,
            failures: BTreeMap::new(),
            closed_at: row.opt_instant("last_success_at")?,
        };
        breakers.insert(row.text("endpoint")?, breaker);
    }
    let failures = format!(
        "SELECT f.endpoint, f.routine_id, f.failed_at
           FROM {} AS b JOIN endpoint_failures AS f ON f.endpoint = b.endpoint",
        ENDPOINTS.rows_of::<D>("$1")
    );
    for row in session
        .fetch(AssertSqlSafe(failures), vec![names()])
        .await?
    {
        if let Some(breaker) = breakers.get_mut(&row.text("endpoint")?) {
            let routine = RoutineId(row.id("routine_id")?);
            breaker.failures.insert(routine, row.instant("failed_at")?);
        }
    }
    Ok(breakers)
}

async fn write<D: Dialect>(
    session: &mut D::Session,
    breakers: &BTreeMap<String, Breaker>,
    now: Instant,
) -> StoreResult<()> {
    let names = ENDPOINTS.bind::<D>(breakers.keys().map(|name| args![name]));
    // What is too old goes too, wherever it was: while there are any, every good outcome is looked at.
    let forget = format!(
        "DELETE FROM endpoint_failures
          WHERE endpoint IN (SELECT b.endpoint FROM {} AS b)
             OR (failed_at < $2 AND endpoint NOT IN (
                 SELECT e.endpoint FROM endpoint_breakers AS e WHERE e.opened_at IS NOT NULL))",
        ENDPOINTS.rows_of::<D>("$1")
    );
    session
        .execute(AssertSqlSafe(forget), args![names, forgotten_before(now)])
        .await?;
    let keep = format!(
        "INSERT INTO endpoint_failures (endpoint, routine_id, failed_at)
         SELECT b.endpoint, b.routine_id, b.failed_at FROM {} AS b",
        FAILURES.rows_of::<D>("$1")
    );
    let failures = breakers.iter().flat_map(|(endpoint, breaker)| {
        let failures = breaker.failures.iter();
        failures.map(move |(routine, at)| args![endpoint, *routine, *at])
    });
    let failures = FAILURES.bind::<D>(failures);
    session.execute(AssertSqlSafe(keep), vec![failures]).await?;
    let turn = format!(
        "UPDATE endpoint_breakers AS e
            SET opened_at = b.opened_at, last_success_at = b.closed_at,
                last_probe_at = CASE WHEN b.opened_at IS NOT NULL THEN e.last_probe_at END,
                probe_run_id = CASE WHEN b.opened_at IS NOT NULL THEN e.probe_run_id END
           FROM {} AS b WHERE e.endpoint = b.endpoint",
        BREAKERS.rows_of::<D>("$1")
    );
    let rows = breakers
        .iter()
        .map(|(endpoint, breaker)| args![endpoint, breaker.opened_at, breaker.closed_at]);
    let rows = BREAKERS.bind::<D>(rows);
    session.execute(AssertSqlSafe(turn), vec![rows]).await?;
    Ok(())
}
