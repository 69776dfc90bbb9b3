//! Who carries which key, and how it ended. A key is carried once over all hubs.

use chrono::Duration;
use routine_domain::{
    CarryEnd, Instant, RunId, RunStatus,
    text::{error_detail, error_sentence},
};

use sqlx::AssertSqlSafe;

use super::hand_off;
use crate::{
    Runs, StoreResult,
    model::{Carry, CarryOutcome, CarryStart, ReportOutcome, RunError, RunReport},
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
        runs::storable,
    },
};

/// The code of an error that was stored without one.
const FAILED: &str = "failed";

const KEYS: Batch = Batch(&[("key", Kind::Text)]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn begin_carry(
        &self,
        run: RunId,
        hub: &str,
        silence_seconds: u32,
        now: Instant,
    ) -> StoreResult<CarryStart> {
        let mut session = self.db.write().await?;
        let Some((hand_off, status)) = hand_off::lock::<D>(&mut session, run).await? else {
            return Ok(CarryStart::NotFound);
        };
        if !matches!(status, RunStatus::Launching | RunStatus::Running) {
            return Ok(CarryStart::NotOpen(status));
        }
        let hand_off = Box::new(hand_off);
        let key = &hand_off.order.idempotency_key;
        let inserted = session
            .execute(
                "INSERT INTO carries (idempotency_key, run_id, hub, started_at, heartbeat_at)
                 VALUES ($1, $2, $3, $4, $4) ON CONFLICT (idempotency_key) DO NOTHING",
                args![key, run, hub, now],
            )
            .await?;
        if inserted > 0 {
            session.commit().await?;
            return Ok(CarryStart::Start(hand_off));
        }
        // The upsert above waited for whoever wrote the key, so this reads what was committed.
        let silent_since = now - Duration::seconds(i64::from(silence_seconds));
        let taken = session
            .fetch_optional(
                "UPDATE carries SET run_id = $2 WHERE idempotency_key = $1 RETURNING hub, heartbeat_at, ended_at",
                args![key, run],
            )
            .await?;
        let Some(taken) = taken else {
            // Forgotten this very moment: the worker hands it off again.
            return Ok(CarryStart::NotFound);
        };
        let from = taken.text("hub")?;
        let ended = taken.opt_instant("ended_at")?.is_some();
        if ended {
            let outcome = outcome::<D>(&mut session, key).await?;
            session.commit().await?;
            if let Some(outcome) = outcome {
                self.record_reports(&[report(run, outcome, now)], now)
                    .await?;
            }
            return Ok(CarryStart::Carried { hub: from });
        }
        if taken.instant("heartbeat_at")? > silent_since {
            session.commit().await?;
            return Ok(CarryStart::Carried { hub: from });
        }
        session
            .execute(
                "UPDATE carries SET hub = $2, heartbeat_at = $3 WHERE idempotency_key = $1",
                args![key, hub, now],
            )
            .await?;
        session.commit().await?;
        Ok(CarryStart::TakenOver { hand_off, from })
    }

    /// Runs before keys, each in the order of their ids: as whoever takes up or ends one of them
    /// locks them, so that nobody waits for another that waits for him.
    pub(super) async fn beat(&self, hub: &str, keys: &[String], now: Instant) -> StoreResult<()> {
        if keys.is_empty() {
            return Ok(());
        }
        let held = KEYS.bind::<D>(keys.iter().map(|key| args![key]));
        let mut session = self.db.write().await?;
        // SQLite has one writer at a time.
        let lock = D::pick("", "FOR NO KEY UPDATE OF u");
        // Only its time limit ends a run that never had a heartbeat: from here on it has one.
        let sql = format!(
            "UPDATE runs SET heartbeat_at = $2 WHERE id IN (
                SELECT u.id FROM {} AS b CROSS JOIN carries AS c CROSS JOIN runs AS u
                 WHERE c.idempotency_key = b.key AND c.hub = $1 AND c.ended_at IS NULL
                   AND u.id = c.run_id AND u.status = 'running'
                 ORDER BY u.id {lock})",
            KEYS.rows_of::<D>("$3")
        );
        session
            .execute(AssertSqlSafe(sql), args![hub, now, held.clone()])
            .await?;
        let lock = D::pick("", "FOR NO KEY UPDATE OF c");
        let sql = format!(
            "UPDATE carries SET heartbeat_at = $2 WHERE idempotency_key IN (
                SELECT c.idempotency_key FROM {} AS b CROSS JOIN carries AS c
                 WHERE c.idempotency_key = b.key AND c.hub = $1 AND c.ended_at IS NULL
                 ORDER BY c.idempotency_key {lock})",
            KEYS.rows_of::<D>("$3")
        );
        session
            .execute(AssertSqlSafe(sql), args![hub, now, held])
            .await?;
        session.commit().await
    }

    /// The run first, then the key: lost in between, the key is found silent and its run is closed.
    pub(super) async fn close_carry(
        &self,
        key: &str,
        outcome: &CarryOutcome,
        now: Instant,
    ) -> StoreResult<ReportOutcome> {
        loop {
            let mut session = self.db.read().await?;
            let Some(carry) = find::<D>(&mut session, key).await? else {
                return Ok(ReportOutcome::NotFound);
            };
            drop(session);
            let run = carry.run_id;
            let recorded = self
                .record_reports(&[report(run, outcome.clone(), now)], now)
                .await?;
            let recorded = recorded
                .into_iter()
                .next()
                .unwrap_or(ReportOutcome::NotFound);
            if carry.ended_at.is_some() || self.mark_ended(key, run, outcome, now).await? {
                return Ok(recorded);
            }
            // The key came again meanwhile, with a newer run, or someone else ended it.
        }
    }

    async fn mark_ended(
        &self,
        key: &str,
        run: RunId,
        outcome: &CarryOutcome,
        now: Instant,
    ) -> StoreResult<bool> {
        let (end, error, output) = match outcome {
            CarryOutcome::Succeeded { output } => (CarryEnd::Succeeded, None, output.clone()),
            CarryOutcome::Failed { error, output } => {
                (CarryEnd::Failed, Some(error.clone()), output.clone())
            }
            CarryOutcome::Abandoned { message } => {
                let error = RunError {
                    code: FAILED.to_owned(),
                    message: message.clone(),
                    detail: None,
                };
                (CarryEnd::Abandoned, Some(error), None)
            }
        };
        let mut session = self.db.write().await?;
        let ended = session
            .execute(
                "UPDATE carries
                    SET ended_at = $3, outcome = $4, error_code = $5, message = $6, detail = $7,
                        output = $8
                  WHERE idempotency_key = $1 AND run_id = $2 AND ended_at IS NULL",
                args![
                    key,
                    run,
                    now,
                    end.as_str(),
                    error.as_ref().map(|error| error.code.clone()),
                    error
                        .as_ref()
                        .map(|error| error_sentence(&storable(&error.message))),
                    error
                        .and_then(|error| error.detail)
                        .map(|detail| error_detail(&storable(&detail))),
                    output.map(|output| storable(&output)),
                ],
            )
            .await?;
        session.commit().await?;
        Ok(ended > 0)
    }
}

fn report(run_id: RunId, outcome: CarryOutcome, at: Instant) -> RunReport {
    RunReport {
        run_id,
        // The work's own outcome: accepted whoever holds the run by now.
        epoch: None,
        at,
        event: outcome.into(),
    }
}

pub(super) async fn find<D: Dialect>(
    session: &mut D::Session,
    key: &str,
) -> StoreResult<Option<Carry>> {
    let row = session
        .fetch_optional(
            "SELECT run_id, hub, heartbeat_at, ended_at FROM carries WHERE idempotency_key = $1",
            args![key],
        )
        .await?;
    let carry = |row: &<D::Session as Session>::Row| {
        Ok(Carry {
            run_id: RunId(row.id("run_id")?),
            hub: row.text("hub")?,
            heartbeat_at: row.instant("heartbeat_at")?,
            ended_at: row.opt_instant("ended_at")?,
        })
    };
    row.as_ref().map(carry).transpose()
}

async fn outcome<D: Dialect>(
    session: &mut D::Session,
    key: &str,
) -> StoreResult<Option<CarryOutcome>> {
    let row = session
        .fetch_optional(
            "SELECT outcome, error_code, message, detail, output FROM carries
              WHERE idempotency_key = $1 AND ended_at IS NOT NULL",
            args![key],
        )
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let message = row.opt_text("message")?.unwrap_or_default();
    Ok(Some(match row.word("outcome")? {
        CarryEnd::Succeeded => CarryOutcome::Succeeded {
            output: row.opt_text("output")?,
        },
        CarryEnd::Failed => CarryOutcome::Failed {
            error: RunError {
                code: row
                    .opt_text("error_code")?
                    .unwrap_or_else(|| FAILED.to_owned()),
                message,
                detail: row.opt_text("detail")?,
            },
            output: row.opt_text("output")?,
        },
        CarryEnd::Abandoned => CarryOutcome::Abandoned { message },
    }))
}
