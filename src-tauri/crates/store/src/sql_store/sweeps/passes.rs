//! The heartbeat of workers, one row per pass, and when the next one has something to do.

use chrono::Duration;
use routine_domain::{
    Instant, SweepId,
    breaker::{PROBE_EVERY_SECONDS, next_probe_at},
};

use crate::{
    StoreResult,
    model::{SweepEnd, WorkerIdentity},
    sql_store::{Arg, Columns, Dialect, Session, SqlStore, args, rows::json},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_sweep(
        &self,
        worker: &WorkerIdentity,
        now: Instant,
    ) -> StoreResult<SweepId> {
        let mut session = self.db.write().await?;
        let id = self.start_sweep(&mut session, worker, None, now).await?;
        session.commit().await?;
        Ok(id)
    }

    /// Begun and ended at once.
    pub(super) async fn insert_idle_sweep(
        &self,
        worker: &WorkerIdentity,
        now: Instant,
    ) -> StoreResult<SweepId> {
        let mut session = self.db.write().await?;
        let id = self
            .start_sweep(&mut session, worker, Some(now), now)
            .await?;
        session.commit().await?;
        Ok(id)
    }

    async fn start_sweep(
        &self,
        session: &mut D::Session,
        worker: &WorkerIdentity,
        ended_at: Option<Instant>,
        now: Instant,
    ) -> StoreResult<SweepId> {
        let id = SweepId::new(now);
        session
            .execute(
                "INSERT INTO workers
                    (name, version, zone_data, launchers, poll_seconds, clock_offset_ms,
                     started_at, heartbeat_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                 ON CONFLICT (name) DO UPDATE SET
                    version = excluded.version, zone_data = excluded.zone_data,
                    launchers = excluded.launchers, poll_seconds = excluded.poll_seconds,
                    clock_offset_ms = excluded.clock_offset_ms, started_at = excluded.started_at,
                    heartbeat_at = excluded.heartbeat_at, stopped_at = NULL",
                args![
                    &worker.name,
                    &worker.version,
                    &worker.zone_data,
                    Arg::json(json(&worker.launchers)?),
                    worker.poll_seconds,
                    worker.clock_offset_ms,
                    worker.started_at,
                    now,
                ],
            )
            .await?;
        session
            .execute(
                "INSERT INTO sweeps (id, worker, started_at, ended_at, claimed, launched,
                    schedule_failed, skipped, missed, taken_over)
                 VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0, 0)",
                args![id, &worker.name, now, ended_at],
            )
            .await?;
        Ok(id)
    }

    pub(super) async fn close_sweep(
        &self,
        id: SweepId,
        end: &SweepEnd,
        now: Instant,
    ) -> StoreResult<()> {
        let mut session = self.db.write().await?;
        session
            .execute(
                "UPDATE sweeps
                    SET ended_at = $2, claimed = $3, launched = $4, schedule_failed = $5,
                        skipped = $6, missed = $7, taken_over = $8, lag_ms = $9, error = $10
                  WHERE id = $1",
                args![
                    id,
                    now,
                    end.claimed,
                    end.launched,
                    end.schedule_failed,
                    end.skipped,
                    end.missed,
                    end.taken_over,
                    end.lag_ms,
                    end.error.as_deref(),
                ],
            )
            .await?;
        session.commit().await
    }

    pub(super) async fn earliest_work(&self, now: Instant) -> StoreResult<Option<Instant>> {
        let row = self
            .db
            .read()
            .await?
            .fetch_optional(
                EARLIEST,
                args![now, now - Duration::seconds(PROBE_EVERY_SECONDS)],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let times = [
            row.opt_instant("fire")?,
            row.opt_instant("resume")?,
            row.opt_instant("lapse")?,
            row.opt_instant("turn")?,
            row.opt_instant("asked")?
                .map(|asked| next_probe_at(asked, None)),
            row.opt_instant("step")?,
        ];
        Ok(times.into_iter().flatten().min())
    }
}

/// Each from the first entry of an index.
const EARLIEST: &str = "
    SELECT (SELECT min(next_fire_at) FROM routines WHERE next_fire_at > $1) AS fire,
           (SELECT min(resume_at) FROM routines WHERE resume_at > $1) AS resume,
           (SELECT min(lease_until) FROM runs
             WHERE status IN ('claimed', 'launching') AND lease_until > $1) AS lapse,
           (SELECT min(waits_until) FROM runs
             WHERE waits_on IS NOT NULL AND waits_until > $1) AS turn,
           (SELECT min(coalesce(last_probe_at, opened_at)) FROM endpoint_breakers
             WHERE coalesce(last_probe_at, opened_at) > $2) AS asked,
           (SELECT min(next_step_at) FROM revive_plans WHERE next_step_at > $1) AS step";
