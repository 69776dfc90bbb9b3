//! The decision about one due routine: which rows of history to write, and where it stands next.
//!
//! Pure. The store hands in the locked row and writes what comes out, in one transaction.

use chrono::Duration;

use crate::{
    Cause, Instant, Misfire, Overlap, Routine, RunId, RunStatus, TenantPolicy, TriggerSpec,
    instant::in_words,
    policy::FIRE_ALL_LIMIT,
    routine::{Placement, Retry},
    trigger::{Passed, Trigger},
};

mod backed_off;

pub(crate) use backed_off::missed_in_retry;

use backed_off::backed_off;

/// A due routine, locked, with what the decision needs to know beside it.
#[derive(Debug, Clone)]
pub struct Due {
    pub routine: Routine,
    pub policy: TenantPolicy,
    /// The newest run of it that is still open, if any.
    pub open: Option<OpenRun>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRun {
    pub id: RunId,
    pub scheduled_for: Option<Instant>,
    /// It makes up for a passed occurrence.
    pub catches_up: bool,
    /// A run already waits for an earlier one to end.
    pub one_waits: bool,
}

/// What to write for one due routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimPlan {
    /// Rows of history, oldest first, and the new place in the schedule.
    Claim {
        rows: Vec<PlannedRun>,
        placement: Placement,
    },
    /// Nothing yet: an earlier catch-up run must end first. The routine stays due.
    Hold,
    /// The stored trigger cannot be planned: switch the routine off with this reason.
    SwitchOff { reason: String },
}

/// One row of history to be inserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRun {
    pub scheduled_for: Instant,
    pub attempt: u32,
    pub cause: Cause,
    pub status: RunStatus,
    /// Why a claimed run may not be launched yet, in words.
    pub waits_for: Option<String>,
    /// Why it was skipped or missed, in words.
    pub message: Option<String>,
    pub missed: Option<Missed>,
}

/// The occurrences a `missed` row stands for: from its `scheduled_for` to `until`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missed {
    pub until: Instant,
    pub count: u32,
}

/// Decides one due routine at `now`. Its `next_fire_at` must have come.
pub fn plan_claim(due: &Due, now: Instant) -> ClaimPlan {
    let placement = &due.routine.placement;
    let Some(planned) = placement.next_fire_at else {
        return ClaimPlan::Hold;
    };
    let trigger = match due.routine.trigger.parse() {
        Ok(trigger) => trigger,
        Err(refusal) => {
            return ClaimPlan::SwitchOff {
                reason: refusal.message,
            };
        }
    };
    match placement.retry {
        Some(retry) => plan_retry(due, &trigger, retry, planned, now),
        None => plan_passed(due, &trigger, planned, now),
    }
}

/// The same occurrence again. What passed while the routine backed off is one `missed` row.
fn plan_retry(
    due: &Due,
    trigger: &Trigger,
    retry: Retry,
    planned: Instant,
    now: Instant,
) -> ClaimPlan {
    let mut rows = Vec::from_iter(backed_off(trigger, retry, now));
    let late = now - planned;
    rows.push(
        if due.routine.misfire == Misfire::Skip && late > grace(&due.policy) {
            PlannedRun {
                message: Some(too_late(planned, late, &due.policy)),
                status: RunStatus::Missed,
                waits_for: None,
                missed: Some(Missed {
                    until: retry.scheduled_for,
                    count: 1,
                }),
                ..fired(due, retry.scheduled_for, retry.attempt, Cause::Retry)
            }
        } else {
            fired(due, retry.scheduled_for, retry.attempt, Cause::Retry)
        },
    );
    // A clock that was put back brings nothing before the retry back.
    let next = trigger.next_after(now.max(retry.scheduled_for));
    // What was missed was not claimed: should the retry fail, the slot is still its own.
    ClaimPlan::Claim {
        rows,
        placement: after(due, next, retry.scheduled_for, now),
    }
}

fn plan_passed(due: &Due, trigger: &Trigger, first: Instant, now: Instant) -> ClaimPlan {
    let passed = passed(trigger, first, now);
    let late = now - passed.newest;
    let on_time = late <= grace(&due.policy);
    let catching_up = due.open.is_some_and(|open| open.catches_up);
    if due.routine.misfire == Misfire::FireAll && (passed.count > 1 || catching_up) {
        return plan_fire_all(due, trigger, passed, on_time, now);
    }
    let mut rows = Vec::new();
    if due.routine.misfire == Misfire::Skip && !on_time {
        rows.push(missed_row(
            passed.first,
            Missed {
                until: passed.newest,
                count: passed.count,
            },
            cause_of(due, true),
            too_late(passed.newest, late, &due.policy),
        ));
    } else {
        if passed.count > 1 {
            rows.push(missed_row(
                passed.first,
                Missed {
                    until: before(trigger, passed),
                    count: passed.count - 1,
                },
                Cause::Schedule,
                format!(
                    "Missed: nobody looked until {}. Only the newest one fires.",
                    in_words(now)
                ),
            ));
        }
        let cause = cause_of(due, passed.count == 1 && on_time);
        rows.push(fired(due, passed.newest, 1, cause));
    }
    ClaimPlan::Claim {
        rows,
        placement: after(due, passed.next, passed.newest, now),
    }
}

/// The newest hundred, oldest first, one claim at a time, each after the one before has ended.
fn plan_fire_all(
    due: &Due,
    trigger: &Trigger,
    passed: Passed,
    on_time: bool,
    now: Instant,
) -> ClaimPlan {
    if due.open.is_some() {
        return ClaimPlan::Hold;
    }
    let mut rows = Vec::new();
    let mut first = passed.first;
    let surplus = passed.count.saturating_sub(FIRE_ALL_LIMIT);
    if surplus > 0 {
        let mut until = first;
        for _ in 0..surplus {
            until = first;
            first = trigger.next_after(first).unwrap_or(passed.newest);
        }
        rows.push(missed_row(
            passed.first,
            Missed {
                until,
                count: surplus,
            },
            Cause::Schedule,
            format!(
                "Missed: {} occurrences had passed, at most {FIRE_ALL_LIMIT} are made up for.",
                passed.count
            ),
        ));
    }
    let cause = cause_of(due, passed.count == 1 && on_time);
    rows.push(fired(due, first, 1, cause));
    ClaimPlan::Claim {
        rows,
        placement: after(due, trigger.next_after(first), first, now),
    }
}

/// A run to be launched, unless the overlap rule says otherwise.
fn fired(due: &Due, scheduled_for: Instant, attempt: u32, cause: Cause) -> PlannedRun {
    let claimed = PlannedRun {
        scheduled_for,
        attempt,
        cause,
        status: RunStatus::Claimed,
        waits_for: None,
        message: None,
        missed: None,
    };
    let Some(open) = due.open else {
        return claimed;
    };
    let which = match open.scheduled_for {
        Some(at) => format!("the run of {}", in_words(at)),
        None => "a run started by hand".to_owned(),
    };
    match due.routine.overlap {
        Overlap::Allow => claimed,
        Overlap::QueueOne if !open.one_waits => PlannedRun {
            waits_for: Some(format!("{which} to end")),
            ..claimed
        },
        Overlap::QueueOne => PlannedRun {
            status: RunStatus::Skipped,
            message: Some(format!(
                "Skipped: {which} was still open and another one already waits (rule: let one wait)."
            )),
            ..claimed
        },
        Overlap::Skip => PlannedRun {
            status: RunStatus::Skipped,
            message: Some(format!(
                "Skipped: {which} was still open (rule: skip the new fire)."
            )),
            ..claimed
        },
    }
}

/// What has passed up to `now`; a first one that still lies ahead stands alone.
fn passed(trigger: &Trigger, first: Instant, now: Instant) -> Passed {
    trigger.passed(first, now).unwrap_or(Passed {
        first,
        newest: first,
        count: 1,
        next: trigger.next_after(first),
    })
}

fn missed_row(first: Instant, missed: Missed, cause: Cause, message: String) -> PlannedRun {
    PlannedRun {
        scheduled_for: first,
        attempt: 0,
        cause,
        status: RunStatus::Missed,
        waits_for: None,
        message: Some(message),
        missed: Some(missed),
    }
}

fn cause_of(due: &Due, on_time: bool) -> Cause {
    match (&due.routine.trigger, on_time) {
        (TriggerSpec::Once { .. }, _) => Cause::Once,
        (_, true) => Cause::Schedule,
        (_, false) => Cause::CatchUp,
    }
}

fn after(due: &Due, next: Option<Instant>, claimed_for: Instant, now: Instant) -> Placement {
    let newest = due.routine.placement.newest_claimed_for;
    Placement {
        next_fire_at: next,
        done_at: next.is_none().then_some(now),
        retry: None,
        newest_claimed_for: newest.max(Some(claimed_for)),
        dead_lettered_at: None,
    }
}

/// The occurrence before the newest passed one.
fn before(trigger: &Trigger, passed: Passed) -> Instant {
    self::passed(
        trigger,
        passed.first,
        passed.newest - Duration::milliseconds(1),
    )
    .newest
}

fn grace(policy: &TenantPolicy) -> Duration {
    Duration::seconds(i64::from(policy.grace_seconds))
}

fn too_late(planned: Instant, late: Duration, policy: &TenantPolicy) -> String {
    format!(
        "Missed: it was due at {}, nobody looked until {} s later, and the limit is {} s.",
        in_words(planned),
        late.num_seconds(),
        policy.grace_seconds
    )
}
