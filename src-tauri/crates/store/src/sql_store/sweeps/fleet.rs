//! What the workers of a database do, for people to look at.

use chrono::Duration;
use routine_domain::{Instant, SweepId, state::OVERDUE_AFTER_SECONDS};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{Fleet, SweepEnd, SweepSeen, WorkerSeen},
    sql_store::{Columns, Dialect, Session, SqlStore, args, runs::OPEN},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_fleet(
        &self,
        sweeps: u32,
        with_work: bool,
        now: Instant,
    ) -> StoreResult<Fleet> {
        let mut session = self.db.read().await?;
        let workers = format!(
            "SELECT w.*, (SELECT count(*) FROM runs AS u
                           WHERE u.worker = w.name AND u.lease_until IS NOT NULL
                             AND u.status IN {OPEN}) AS holds
               FROM workers AS w ORDER BY w.heartbeat_at DESC, w.name"
        );
        let workers = session.fetch(AssertSqlSafe(workers), args![]).await?;
        // Spelled as the index spells it.
        let only = match with_work {
            true => "WHERE claimed + schedule_failed + missed + taken_over > 0",
            false => "",
        };
        let newest =
            format!("SELECT * FROM sweeps {only} ORDER BY started_at DESC, id DESC LIMIT $1");
        let sweeps = session.fetch(AssertSqlSafe(newest), args![sweeps]).await?;
        let overdue_before = now - Duration::seconds(OVERDUE_AFTER_SECONDS);
        let totals = session
            .fetch_optional(TOTALS, args![now, overdue_before])
            .await?;
        let mut fleet = Fleet {
            workers: workers.iter().map(worker).collect::<StoreResult<_>>()?,
            sweeps: sweeps.iter().map(sweep).collect::<StoreResult<_>>()?,
            last_sweep_at: None,
            next_fire_at: None,
            overdue: 0,
        };
        if let Some(totals) = totals {
            fleet.last_sweep_at = totals.opt_instant("last_sweep_at")?;
            fleet.next_fire_at = totals.opt_instant("next_fire_at")?;
            fleet.overdue = totals.int("overdue")?;
        }
        Ok(fleet)
    }
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_sweeps_between(
        &self,
        from: Instant,
        to: Instant,
        limit: u32,
    ) -> StoreResult<Vec<SweepSeen>> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT * FROM sweeps WHERE started_at >= $1 AND started_at <= $2
                  ORDER BY started_at DESC, id DESC LIMIT $3",
                args![from, to, limit],
            )
            .await?;
        rows.iter().map(sweep).collect()
    }
}

const TOTALS: &str = "
    SELECT (SELECT max(started_at) FROM sweeps) AS last_sweep_at,
           (SELECT min(next_fire_at) FROM routines WHERE next_fire_at > $1) AS next_fire_at,
           (SELECT count(*) FROM routines WHERE next_fire_at < $2) AS overdue";

fn worker(row: &impl Columns) -> StoreResult<WorkerSeen> {
    Ok(WorkerSeen {
        name: row.text("name")?,
        version: row.text("version")?,
        zone_data: row.text("zone_data")?,
        poll_seconds: row.int("poll_seconds")?,
        clock_offset_ms: row.signed("clock_offset_ms")?,
        started_at: row.instant("started_at")?,
        heartbeat_at: row.instant("heartbeat_at")?,
        stopped_at: row.opt_instant("stopped_at")?,
        holds: row.int("holds")?,
    })
}

fn sweep(row: &impl Columns) -> StoreResult<SweepSeen> {
    Ok(SweepSeen {
        id: SweepId(row.id("id")?).to_string(),
        worker: row.text("worker")?,
        started_at: row.instant("started_at")?,
        ended_at: row.opt_instant("ended_at")?,
        counts: SweepEnd {
            claimed: row.int("claimed")?,
            launched: row.int("launched")?,
            schedule_failed: row.int("schedule_failed")?,
            skipped: row.int("skipped")?,
            missed: row.int("missed")?,
            taken_over: row.int("taken_over")?,
            lag_ms: row.opt_int("lag_ms")?,
            error: row.opt_text("error")?,
        },
    })
}
