use std::collections::BTreeMap;

use chrono::Duration;
use routine_domain::{
    Instant, RoutineId, RunId, TenantId, TenantPolicy,
    retention::{PRUNE_EVERY_SECONDS, PRUNE_PAUSE_SECONDS},
};
use sqlx::AssertSqlSafe;

use super::{FREE, PRUNABLE, limits};
use crate::{
    StoreResult,
    model::Pruned,
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        batch::IDS,
        present,
        rows::{POLICY_COLUMNS, policy},
    },
};

/// Rows of one transaction: SQLite keeps all other writers waiting meanwhile.
const ROWS: u32 = 500;
/// Routines looked at together, and how often before something is written down.
const ROUTINES: u32 = 500;
const PAGES: usize = 20;

/// Of all that find a batch due, the one that writes this first removes it. PostgreSQL's others need
/// not wait to hear of it.
fn take_turn<D: Dialect>() -> String {
    let lock = D::pick("", "FOR UPDATE SKIP LOCKED");
    format!(
        "UPDATE environment SET prune_due_at = $3, prune_after = $4
          WHERE id = (SELECT id FROM environment
                       WHERE (prune_due_at IS NULL OR prune_due_at <= $1)
                         AND prune_after IS NOT DISTINCT FROM $2 {lock})"
    )
}

/// How far a round has come, and what it found.
struct Round {
    after: Option<RoutineId>,
    doomed: Vec<RunId>,
    is_over: bool,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn prune_batch(&self, now: Instant) -> StoreResult<Pruned> {
        let mut session = self.db.read().await?;
        let state =
            session.fetch_optional("SELECT prune_due_at, prune_after FROM environment", args![]);
        let state = present(state.await?)?;
        let due_at = state.opt_instant("prune_due_at")?;
        if let Some(next_at) = due_at.filter(|at| *at > now) {
            return Ok(Pruned { runs: 0, next_at });
        }
        let before = state.opt_id("prune_after")?.map(RoutineId);
        let round = search::<D>(&mut session, before, now).await?;
        drop(session);
        let pause = match round.is_over {
            true => PRUNE_EVERY_SECONDS,
            false => PRUNE_PAUSE_SECONDS,
        };
        let next_at = now + Duration::seconds(pause);
        let mut session = self.db.write().await?;
        let turn = args![now, before, next_at, round.after];
        let taken = session.execute(AssertSqlSafe(take_turn::<D>()), turn);
        if taken.await? == 0 {
            let next_at = now + Duration::seconds(PRUNE_PAUSE_SECONDS);
            return Ok(Pruned { runs: 0, next_at });
        }
        let runs = remove::<D>(&mut session, &round.doomed, now).await?;
        session.commit().await?;
        Ok(Pruned { runs, next_at })
    }
}

/// Goes on through the routines until there is a batch to remove. Locks nothing.
async fn search<D: Dialect>(
    session: &mut D::Session,
    before: Option<RoutineId>,
    now: Instant,
) -> StoreResult<Round> {
    let mut round = Round {
        after: before,
        doomed: Vec::new(),
        is_over: false,
    };
    for _ in 0..PAGES {
        let page = page::<D>(session, round.after).await?;
        for (policy, routines) in page.by_tenant.values() {
            let room = ROWS.saturating_sub(u32::try_from(round.doomed.len()).unwrap_or(ROWS));
            let mut values = vec![IDS.bind::<D>(routines.iter().map(|id| args![*id]))];
            values.extend(limits(policy, now, room));
            let sql = format!(
                "SELECT u.id FROM {} AS b CROSS JOIN runs AS u
                  WHERE u.routine_id = b.id AND {} LIMIT $5",
                IDS.rows_of::<D>("$1"),
                *PRUNABLE
            );
            for row in session.fetch(AssertSqlSafe(sql), values).await? {
                round.doomed.push(RunId(row.id("id")?));
            }
        }
        if round.doomed.len() >= ROWS as usize {
            // These routines may have more: they are looked at again.
            return Ok(round);
        }
        round.is_over = page.is_last;
        round.after = page.last.filter(|_| !page.is_last);
        if round.is_over || !round.doomed.is_empty() {
            return Ok(round);
        }
    }
    Ok(round)
}

#[derive(Default)]
struct Page {
    by_tenant: BTreeMap<TenantId, (TenantPolicy, Vec<RoutineId>)>,
    last: Option<RoutineId>,
    is_last: bool,
}

async fn page<D: Dialect>(session: &mut D::Session, after: Option<RoutineId>) -> StoreResult<Page> {
    let (beyond, values) = match after {
        None => ("", args![ROUTINES]),
        Some(after) => ("WHERE r.id > $2", args![ROUTINES, after]),
    };
    let sql = format!(
        "SELECT r.id, r.tenant_id, {POLICY_COLUMNS}
           FROM (SELECT r.id, r.tenant_id FROM routines AS r {beyond} ORDER BY r.id LIMIT $1) AS r
           JOIN tenants AS t ON t.id = r.tenant_id ORDER BY r.id"
    );
    let rows = session.fetch(AssertSqlSafe(sql), values).await?;
    let mut page = Page {
        is_last: rows.len() < ROUTINES as usize,
        ..Page::default()
    };
    for row in &rows {
        let id = RoutineId(row.id("id")?);
        let policy = policy(row)?;
        let tenant = page.by_tenant.entry(TenantId(row.id("tenant_id")?));
        tenant.or_insert((policy, Vec::new())).1.push(id);
        page.last = Some(id);
    }
    Ok(page)
}

/// What somebody else holds at this moment is found again in a later round.
async fn remove<D: Dialect>(
    session: &mut D::Session,
    doomed: &[RunId],
    now: Instant,
) -> StoreResult<u32> {
    if doomed.is_empty() {
        return Ok(0);
    }
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR UPDATE OF u SKIP LOCKED");
    let sql = format!(
        "DELETE FROM runs WHERE id IN (
            SELECT u.id FROM {} AS b CROSS JOIN runs AS u WHERE u.id = b.id AND {FREE} {lock})
         RETURNING tenant_id, recorded_at",
        IDS.rows_of::<D>("$1")
    );
    let ids = IDS.bind::<D>(doomed.iter().map(|id| args![*id]));
    let removed = session.fetch(AssertSqlSafe(sql), vec![ids]).await?;
    let mut newest: BTreeMap<TenantId, Instant> = BTreeMap::new();
    for row in &removed {
        let at = row.instant("recorded_at")?;
        let slot = newest.entry(TenantId(row.id("tenant_id")?)).or_insert(at);
        *slot = at.max(*slot);
    }
    for (tenant, at) in newest {
        session
            .execute(
                "INSERT INTO prunings (tenant_id, runs_kept_since, pruned_at) VALUES ($1, $2, $3)
                 ON CONFLICT (tenant_id) DO UPDATE SET pruned_at = excluded.pruned_at,
                    runs_kept_since = CASE
                        WHEN excluded.runs_kept_since > prunings.runs_kept_since
                        THEN excluded.runs_kept_since ELSE prunings.runs_kept_since END",
                args![tenant, at + Duration::milliseconds(1), now],
            )
            .await?;
    }
    Ok(u32::try_from(removed.len()).unwrap_or(u32::MAX))
}
