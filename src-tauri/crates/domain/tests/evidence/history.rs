//! A tiny store of one routine: it does with plans, failures and changes what the real one does, and
//! keeps what the evidence reads.

use chrono::Duration;
use routine_domain::{
    Instant, Misfire, Overlap, Routine, RoutineChange, RunId, RunStatus, TenantPolicy, TriggerSpec,
    backoff::{FailureMark, mark_failure},
    change::placement_from,
    evidence::{Evidence, Trace, examine},
    plan::{ClaimPlan, Due, OpenRun, PlannedRun, plan_claim},
    recorded_plan::{CREATED, RecordedPlan, ScheduleChange, moves_plan},
    routine::Retry,
    run::idempotency_key,
};

use crate::common::{eight, hourly};

#[derive(Debug)]
pub struct Row {
    pub trace: Trace,
    schedule_revision: u32,
    catches_up: bool,
    waits: bool,
}

#[derive(Debug)]
pub struct History {
    pub now: Instant,
    pub routine: Routine,
    pub changes: Vec<ScheduleChange>,
    pub rows: Vec<Row>,
    policy: TenantPolicy,
}

impl History {
    pub fn new(trigger: TriggerSpec, misfire: Misfire, overlap: Overlap) -> Self {
        let now = eight();
        let routine = Routine {
            placement: placement_from(&trigger.parse().unwrap(), now),
            trigger,
            misfire,
            overlap,
            ..hourly()
        };
        let born = ScheduleChange::between(None, &routine, CREATED, "ines", now);
        Self {
            now,
            routine,
            changes: vec![born],
            rows: Vec::new(),
            policy: TenantPolicy {
                dead_letter_after: 3,
                ..TenantPolicy::local_demo()
            },
        }
    }

    pub fn pass(&mut self, seconds: i64) {
        self.now += Duration::seconds(seconds);
    }

    pub fn change(&mut self, change: &RoutineChange) {
        if let Ok(after) = change.apply(&self.routine, "ines", self.now) {
            self.write(after, change.word());
        }
    }

    fn write(&mut self, after: Routine, kind: &str) {
        if moves_plan(&self.routine, &after) {
            let before = Some(&self.routine);
            let change = ScheduleChange::between(before, &after, kind, "ines", self.now);
            self.changes.push(change);
        }
        self.routine = after;
    }

    /// One claim, if it is due.
    pub fn claim(&mut self) {
        if self
            .routine
            .placement
            .next_fire_at
            .is_none_or(|at| at > self.now)
        {
            return;
        }
        let mut open = self.rows.iter().filter(|row| row.trace.status.is_open());
        let due = Due {
            routine: self.routine.clone(),
            policy: self.policy.clone(),
            open: open.next_back().map(|newest| OpenRun {
                id: newest.trace.run,
                scheduled_for: Some(newest.trace.scheduled_for),
                catches_up: self
                    .rows
                    .iter()
                    .any(|row| row.trace.status.is_open() && row.catches_up),
                one_waits: self.rows.iter().any(|row| row.waits),
            }),
        };
        if let ClaimPlan::Claim { rows, placement } = plan_claim(&due, self.now) {
            for planned in rows {
                self.insert(planned);
            }
            self.routine.placement = placement;
        }
    }

    fn insert(&mut self, planned: PlannedRun) {
        let revision = self.routine.schedule_revision;
        let known = self.rows.iter_mut().find(|row| {
            row.trace.scheduled_for == planned.scheduled_for && row.trace.attempt == planned.attempt
        });
        if let Some(row) = known {
            if let Some(missed) = planned.missed
                && row.schedule_revision == revision
            {
                row.trace.missed_until = row.trace.missed_until.max(Some(missed.until));
            }
            return;
        }
        let run = RunId::new(self.now);
        self.rows.push(Row {
            trace: Trace {
                run,
                scheduled_for: planned.scheduled_for,
                attempt: planned.attempt,
                status: planned.status,
                idempotency_key: idempotency_key(self.routine.id, run, Some(planned.scheduled_for)),
                was_launched: false,
                missed_until: planned.missed.map(|missed| missed.until),
            },
            schedule_revision: revision,
            catches_up: planned.cause == routine_domain::Cause::CatchUp,
            waits: planned.waits_for.is_some(),
        });
    }

    /// The oldest open run comes to this end.
    pub fn end(&mut self, status: RunStatus) {
        let open = |row: &&mut Row| row.trace.status.is_open();
        let Some(row) = self.rows.iter_mut().find(open) else {
            return;
        };
        row.waits = false;
        if row.schedule_revision != self.routine.schedule_revision {
            row.trace.status = RunStatus::Skipped;
            return;
        }
        row.trace.status = status;
        row.trace.was_launched = true;
        if status == RunStatus::ScheduleFailed {
            let (at, attempt) = (row.trace.scheduled_for, row.trace.attempt);
            self.launch_failed(at, attempt);
        }
    }

    fn launch_failed(&mut self, scheduled_for: Instant, attempt: u32) {
        let mut after = self.routine.clone();
        let newest = after.placement.newest_claimed_for <= Some(scheduled_for);
        let failures = after.streaks.consecutive_failures;
        match mark_failure(failures, self.policy.dead_letter_after, self.now, newest) {
            FailureMark::RetryAt { at, failures } => {
                after.streaks.consecutive_failures = failures;
                after.placement.next_fire_at = Some(at);
                after.placement.done_at = None;
                after.placement.retry = Some(Retry {
                    scheduled_for,
                    attempt: attempt + 1,
                });
                self.routine = after;
            }
            FailureMark::DeadLetter { failures } => {
                after.streaks.consecutive_failures = failures;
                after.placement.dead_lettered_at = Some(self.now);
                after.placement.next_fire_at = None;
                after.placement.retry = None;
                self.write(after, "routine.dead_lettered");
            }
            FailureMark::Superseded { failures } => {
                after.streaks.consecutive_failures = failures;
                self.routine = after;
            }
        }
    }

    pub fn evidence_of(&self, from: Instant, to: Instant) -> Evidence {
        let plan = RecordedPlan::of(&self.routine, &self.changes, self.now);
        let traces: Vec<_> = self.rows.iter().map(|row| row.trace.clone()).collect();
        examine(self.routine.id, &plan, &traces, (from, to))
    }

    /// All of it.
    pub fn evidence(&self) -> Evidence {
        let (from, to) = (eight() - Duration::days(1), eight() + Duration::days(400));
        self.evidence_of(from, to)
    }
}
