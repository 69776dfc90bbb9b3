//! The last look before a launch, in the statement that makes it durable.

use std::collections::HashMap;

use routine_domain::{Cause, Instant, RunId, RunStatus, TenantId};
use sqlx::AssertSqlSafe;

use super::{
    gate::{GATED, gate},
    leases::{LEASES, lease_end, leases},
};
use crate::{
    StoreResult,
    model::{BeginOutcome, Lease},
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        runs::{CountMoves, REVISION_OF_RUN},
    },
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn begin(
        &self,
        held: &[Lease],
        now: Instant,
    ) -> StoreResult<Vec<BeginOutcome>> {
        if held.is_empty() {
            return Ok(Vec::new());
        }
        let mut session = self.db.write().await?;
        let rows = session
            .fetch(
                AssertSqlSafe(begin_sql::<D>()),
                args![leases::<D>(held), now],
            )
            .await?;
        let mut counts = CountMoves::default();
        let mut outcomes = HashMap::with_capacity(rows.len());
        let mut gated = Vec::new();
        for row in &rows {
            let status = row.word::<RunStatus>("status")?;
            if status == RunStatus::Claimed {
                gated.push(RunId(row.id("id")?));
                continue;
            }
            let outcome = if status == RunStatus::Launching {
                BeginOutcome::Launch
            } else {
                let tenant = TenantId(row.id("tenant_id")?);
                counts.ended(tenant, row.instant("recorded_at")?, status);
                // Another fire may have waited for this one.
                session.wake();
                BeginOutcome::Skipped {
                    reason: row.text("message")?,
                }
            };
            outcomes.insert(RunId(row.id("id")?), outcome);
        }
        outcomes.extend(gate::<D>(&mut session, &gated, now).await?);
        counts.write::<D>(&mut session).await?;
        session.commit().await?;
        let outcome = |lease: &Lease| outcomes.remove(&lease.run_id);
        Ok(held
            .iter()
            .map(outcome)
            .map(|outcome| outcome.unwrap_or(BeginOutcome::Lost))
            .collect())
    }
}

/// `$1` the leases, `$2` now.
///
/// A run that is `launching` already was taken over and may have started, so where it must not be
/// launched it cannot be called skipped: it is presumed lost, and its real outcome still counts.
///
/// What some cap or endpoint may hold back is left `claimed`, for [`gate`] to decide.
///
/// Who holds a run is one condition, here and where leases are renewed: taken apart, PostgreSQL would
/// go through the runs it believes to be few, once for each lease.
fn begin_sql<D: Dialect>() -> String {
    format!(
        "UPDATE runs AS u
            SET status = CASE WHEN w.reason IS NULL
                              THEN CASE WHEN w.gated THEN u.status ELSE 'launching' END
                              WHEN u.status = 'launching' THEN 'abandoned' ELSE 'skipped' END,
                message = substr(w.reason, 1, 400),
                launched_at = CASE WHEN w.reason IS NULL AND NOT w.gated THEN $2
                                   ELSE u.launched_at END,
                finished_at = CASE WHEN w.reason IS NULL THEN NULL ELSE $2 END,
                lease_until = CASE WHEN w.reason IS NULL THEN {lease_end} END
           FROM (SELECT held.run_id, held.epoch, t.lease_seconds, {reason} AS reason,
                        u.status = 'claimed' AND {GATED} AS gated
                   FROM {leases} AS held CROSS JOIN runs AS u CROSS JOIN routines AS r
                  CROSS JOIN tenants AS t CROSS JOIN routine_revisions AS v
                  CROSS JOIN definitions AS d
                  WHERE u.id = held.run_id AND r.id = u.routine_id AND t.id = u.tenant_id
                    AND {REVISION_OF_RUN} AND d.id = v.definition_id) AS w
          WHERE u.id = w.run_id
            AND CASE WHEN u.lease_until IS NULL OR u.status = 'running' THEN FALSE
                     ELSE u.lease_epoch = w.epoch END
        RETURNING id, status, message, tenant_id, recorded_at",
        lease_end = lease_end::<D>("$2", "w.lease_seconds"),
        reason = reason(),
        leases = LEASES.rows_of::<D>("$1"),
    )
}

/// Why a run `u` must not be launched, as a sentence; null if it may.
fn reason() -> String {
    let by_hand: Vec<_> = Cause::ALL
        .iter()
        .filter(|cause| !cause.counts_towards_streaks())
        .map(|cause| format!("'{cause}'"))
        .collect();
    format!(
        "CASE u.status WHEN 'launching' THEN 'Not launched again: ' ELSE 'Skipped: ' END || CASE
            WHEN r.deleted_at IS NOT NULL THEN 'the routine was deleted by ' || r.deleted_by || '.'
            WHEN d.disabled_at IS NOT NULL THEN 'its definition \"' || d.name || '\" is disabled.'
            WHEN u.cause IN ({by_hand}) THEN NULL
            WHEN r.off_by = 'person' THEN 'the routine was paused by ' || r.off_actor
                || CASE r.off_reason WHEN '' THEN '.' ELSE ' (' || r.off_reason || ').' END
            WHEN r.off_by IS NOT NULL THEN 'the system switched the routine off: ' || r.off_reason
            WHEN r.dead_lettered_at IS NOT NULL THEN 'the routine was dead-lettered.'
            WHEN r.schedule_revision <> u.schedule_revision
            THEN 'the schedule was changed (revision ' || r.revision || ').'
         END",
        by_hand = by_hand.join(", "),
    )
}
