//! What outcomes do to the routines they belong to: launch failures and retries, dead letters,
//! fatigue (product.md, section 5).

use std::collections::BTreeMap;

use routine_domain::{
    Instant, Overlap, Routine, RoutineId, RunStatus, TenantPolicy,
    backoff::{FailureMark, mark_failure, wait_after},
    recorded_plan::ScheduleChange,
    routine::Retry,
    state::OffBy,
};
use sqlx::AssertSqlSafe;

use super::tracked::{TrackedRun, Won};
use crate::{
    StoreResult,
    model::Actor,
    sql_store::{
        Args, Dialect, Session, SqlStore, args,
        batch::{Batch, IDS, Kind},
        rows::{POLICY_COLUMNS, ROUTINE_COLUMNS, policy, routine},
        schedule_changes::record_changes,
    },
};

const STANDINGS: Batch = Batch(&[
    ("id", Kind::Id),
    ("next_fire_at", Kind::Instant),
    ("done_at", Kind::Instant),
    ("retry_for", Kind::Instant),
    ("retry_attempt", Kind::Int),
    ("dead_lettered_at", Kind::Instant),
    ("consecutive_failures", Kind::Int),
    ("last_failed_for", Kind::Instant),
    ("failed_runs", Kind::Int),
    ("abandoned_runs", Kind::Int),
]);

/// The one who acts when no worker is known.
pub(super) const SCHEDULER: &str = "scheduler";

/// A routine, locked, while the outcomes of its runs are counted.
struct Standing {
    routine: Routine,
    policy: TenantPolicy,
    moved: bool,
    tired: Option<Actor>,
    /// The record of its dead letter.
    gave_up: Option<ScheduleChange>,
}

/// What one outcome did beyond its run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Effect {
    pub(super) dead_lettered: bool,
    pub(super) switched_off: bool,
    /// It will be launched again, sooner than anyone else may know.
    pub(super) retries: bool,
    /// Failed runs in a row after it, where it counts.
    pub(super) failed_in_a_row: Option<u32>,
    /// The run that waits behind the one that failed waits until then.
    pub(super) waits_until: Option<Instant>,
}

/// The routines that a batch of outcomes may touch.
pub(super) struct Standings(BTreeMap<RoutineId, Standing>);

impl Standings {
    pub(super) async fn lock<D: Dialect>(
        session: &mut D::Session,
        routines: impl IntoIterator<Item = RoutineId>,
    ) -> StoreResult<Self> {
        let mut ids: Vec<_> = routines.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Self(BTreeMap::new()));
        }
        // SQLite has one writer at a time.
        let lock = D::pick("", "FOR NO KEY UPDATE OF r");
        let sql = format!(
            "SELECT {ROUTINE_COLUMNS}, {POLICY_COLUMNS}
               FROM {} AS b CROSS JOIN routines AS r CROSS JOIN tenants AS t
              WHERE r.id = b.id AND t.id = r.tenant_id ORDER BY r.id {lock}",
            IDS.rows_of::<D>("$1")
        );
        let ids = IDS.bind::<D>(ids.into_iter().map(|id| args![id]));
        let rows = session.fetch(AssertSqlSafe(sql), vec![ids]).await?;
        let standings = rows.iter().map(|row| {
            let routine = routine(row)?;
            let standing = Standing {
                policy: policy(row)?,
                moved: false,
                tired: None,
                gave_up: None,
                routine,
            };
            Ok((standing.routine.id, standing))
        });
        standings.collect::<StoreResult<_>>().map(Self)
    }

    /// Counts one outcome, at the time it was reported for.
    pub(super) fn count(&mut self, run: &mut TrackedRun, won: Won, at: Instant) -> Effect {
        match self.0.get_mut(&run.routine_id) {
            Some(standing) => standing.count(run, won, at),
            None => Effect::default(),
        }
    }
}

impl Standing {
    fn count(&mut self, run: &mut TrackedRun, won: Won, at: Instant) -> Effect {
        let mut effect = Effect::default();
        let Some(scheduled_for) = run.scheduled_for.filter(|_| self.counts(run)) else {
            return effect;
        };
        if won.launch_failed() {
            effect = self.count_failure(run, scheduled_for, at);
        } else if won.launched() {
            self.count_launch(scheduled_for);
        }
        if won.to == RunStatus::Abandoned {
            self.routine.streaks.abandoned_runs += 1;
            self.moved = true;
        } else if matches!(won.to, RunStatus::Succeeded | RunStatus::Failed)
            && self.routine.streaks.abandoned_runs > 0
        {
            self.routine.streaks.abandoned_runs = 0;
            self.moved = true;
        }
        match won.to {
            RunStatus::Failed => {
                self.routine.streaks.failed_runs += 1;
                self.moved = true;
                if self.routine.streaks.failed_runs >= self.policy.fatigue_after {
                    let worker = run.worker.as_deref().unwrap_or(SCHEDULER);
                    self.tired = Some(Actor::new(worker));
                    effect.switched_off = true;
                }
            }
            RunStatus::Succeeded if self.routine.streaks.failed_runs > 0 => {
                self.routine.streaks.failed_runs = 0;
                self.moved = true;
            }
            _ => {}
        }
        effect.failed_in_a_row = Some(self.routine.streaks.failed_runs);
        effect
    }

    /// Fires by hand do not count, nor does what was claimed under another schedule; and what has
    /// left the schedule is not counted on.
    fn counts(&self, run: &TrackedRun) -> bool {
        run.cause.counts_towards_streaks()
            && run.schedule_revision == self.routine.schedule_revision
            && self.routine.placement.dead_lettered_at.is_none()
            && self.tired.is_none()
    }

    fn count_failure(
        &mut self,
        run: &mut TrackedRun,
        scheduled_for: Instant,
        failed_at: Instant,
    ) -> Effect {
        let before = self.routine.clone();
        let queues = self.routine.overlap == Overlap::QueueOne;
        let Routine {
            placement, streaks, ..
        } = &mut self.routine;
        let newest = placement
            .newest_claimed_for
            .is_none_or(|newest| scheduled_for >= newest);
        let limit = self.policy.dead_letter_after;
        let mark = mark_failure(streaks.consecutive_failures, limit, failed_at, newest);
        self.moved = true;
        streaks.last_failed_for = streaks.last_failed_for.max(Some(scheduled_for));
        match mark {
            FailureMark::RetryAt { at, failures } => {
                streaks.consecutive_failures = failures;
                placement.next_fire_at = Some(at);
                placement.done_at = None;
                placement.retry = Some(Retry {
                    scheduled_for,
                    attempt: run.attempt + 1,
                });
            }
            FailureMark::DeadLetter { failures } => {
                streaks.consecutive_failures = failures;
                placement.dead_lettered_at = Some(failed_at);
                placement.next_fire_at = None;
                placement.retry = None;
                run.dead_lettered = true;
                let worker = run.worker.as_deref().unwrap_or(SCHEDULER);
                self.gave_up = Some(ScheduleChange::between(
                    Some(&before),
                    &self.routine,
                    "routine.dead_lettered",
                    worker,
                    failed_at,
                ));
            }
            FailureMark::Superseded { failures } => {
                streaks.consecutive_failures = failures;
                run.mark_superseded();
            }
        }
        let waits_until = match mark {
            FailureMark::Superseded { failures } if queues => {
                Some(failed_at + wait_after(failures))
            }
            _ => None,
        };
        Effect {
            dead_lettered: matches!(mark, FailureMark::DeadLetter { .. }),
            retries: matches!(mark, FailureMark::RetryAt { .. }),
            waits_until,
            ..Effect::default()
        }
    }

    /// A good launch ends the count, unless a newer occurrence has failed since.
    fn count_launch(&mut self, scheduled_for: Instant) {
        let streaks = &mut self.routine.streaks;
        let newer_failed = streaks
            .last_failed_for
            .is_some_and(|failed| failed > scheduled_for);
        if streaks.consecutive_failures > 0 && !newer_failed {
            streaks.consecutive_failures = 0;
            streaks.last_failed_for = None;
            self.moved = true;
        }
    }
}

impl<D: Dialect> SqlStore<D> {
    /// Writes what was counted, in one update; and switches off what failed too often.
    pub(super) async fn write_standings(
        &self,
        session: &mut D::Session,
        standings: Standings,
        now: Instant,
    ) -> StoreResult<()> {
        let moved = standings.0.values().filter(|standing| standing.moved);
        let rows: Vec<_> = moved.map(Standing::values).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "UPDATE routines AS r
                SET next_fire_at = b.next_fire_at, done_at = b.done_at, retry_for = b.retry_for,
                    retry_attempt = b.retry_attempt, dead_lettered_at = b.dead_lettered_at,
                    consecutive_failures = b.consecutive_failures,
                    last_failed_for = b.last_failed_for, failed_runs = b.failed_runs,
                    abandoned_runs = b.abandoned_runs
               FROM {} AS b WHERE r.id = b.id",
            STANDINGS.rows_of::<D>("$1")
        );
        session
            .execute(AssertSqlSafe(sql), vec![STANDINGS.bind::<D>(rows)])
            .await?;
        let gave_up = standings.0.values().filter_map(|standing| {
            let change = standing.gave_up.clone()?;
            Some((standing.routine.id, change))
        });
        record_changes::<D>(session, &gave_up.collect::<Vec<_>>()).await?;
        for standing in standings.0.values() {
            let Some(actor) = &standing.tired else {
                continue;
            };
            let failed = standing.routine.streaks.failed_runs;
            let why = (OffBy::Fatigue, &*format!("Its last {failed} runs failed."));
            self.switch_off(session, &standing.routine, why, actor, now)
                .await?;
        }
        Ok(())
    }
}

impl Standing {
    fn values(&self) -> Args {
        let Routine {
            placement, streaks, ..
        } = &self.routine;
        args![
            self.routine.id,
            placement.next_fire_at,
            placement.done_at,
            placement.retry.map(|retry| retry.scheduled_for),
            placement.retry.map(|retry| retry.attempt),
            placement.dead_lettered_at,
            streaks.consecutive_failures,
            streaks.last_failed_for,
            streaks.failed_runs,
            streaks.abandoned_runs,
        ]
    }
}
