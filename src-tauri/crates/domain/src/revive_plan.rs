//! Bringing many routines back: first one is tried, then the rest come back over a window. Pure: what
//! the next step of a plan is, from how it stands.

use chrono::Duration;

use crate::{Instant, RunStatus, words::words};

/// How long the canary may take, in seconds.
pub const CANARY_SECONDS: i64 = 300;
/// How often the canary is looked at, in seconds.
const LOOK_SECONDS: i64 = 2;
/// How long after its last step a plan can be undone, in seconds.
pub const UNDO_SECONDS: i64 = 30;
/// How many routines one plan may hold.
pub const MOST_ROUTINES: usize = 1_000;
/// The longest window, in seconds.
pub const MOST_SPREAD_SECONDS: u32 = 86_400;

words! {
    /// Where a plan is in its life.
    PlanStatus, "plan_status" {
        /// One routine was launched; nothing is revived yet.
        Canary = "canary",
        Spreading = "spreading",
        /// By a person, by its canary, or because too many failed again.
        Stopped = "stopped",
        Done = "done",
        Undone = "undone",
    }
}

words! {
    /// What became of one routine of a plan.
    ItemOutcome, "outcome" {
        Revived = "revived",
        /// Left out, for a reason.
        Skipped = "skipped",
        /// Someone changed it after the plan was made.
        Conflict = "conflict",
        Undone = "undone",
    }
}

impl PlanStatus {
    pub fn is_running(self) -> bool {
        matches!(self, PlanStatus::Canary | PlanStatus::Spreading)
    }
}

/// The routine that is tried first, by a launch by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Canary {
    /// None when its run is gone.
    pub run: Option<RunStatus>,
    pub launched_at: Instant,
    /// Its work failed before, so an accepted launch proves nothing.
    pub must_succeed: bool,
}

/// How a running plan stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFacts {
    pub status: PlanStatus,
    pub canary: Option<Canary>,
    /// When the next routine that waits is to be revived.
    pub next_due: Option<Instant>,
    /// Revived routines of which a planned fire has failed since.
    pub failed_again: u32,
    /// Stop when so many have.
    pub stop_after: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanStep {
    Wait {
        until: Instant,
    },
    /// The canary went well: give the others their times.
    Spread,
    /// Revive the routine that waits and is due.
    ReviveNext,
    /// End it here; one sentence says why.
    Stop {
        reason: String,
    },
    Finish,
}

/// What a plan does next; nothing once it has ended.
pub fn next_step(facts: &PlanFacts, now: Instant) -> Option<PlanStep> {
    match facts.status {
        PlanStatus::Canary => Some(facts.canary.map_or(PlanStep::Spread, |it| judge(it, now))),
        PlanStatus::Spreading => Some(spread_on(facts, now)),
        PlanStatus::Stopped | PlanStatus::Done | PlanStatus::Undone => None,
    }
}

fn judge(canary: Canary, now: Instant) -> PlanStep {
    let gives_up_at = canary.launched_at + Duration::seconds(CANARY_SECONDS);
    let late = now >= gives_up_at;
    let stop = |what: &str| PlanStep::Stop {
        reason: format!("The canary {what}. Nothing was revived."),
    };
    match canary.run {
        Some(RunStatus::Succeeded) => PlanStep::Spread,
        Some(RunStatus::Running) if late && !canary.must_succeed => PlanStep::Spread,
        Some(status) if status.is_open() => match late {
            true => stop("had not ended after 5 min"),
            false => PlanStep::Wait {
                until: gives_up_at.min(now + Duration::seconds(LOOK_SECONDS)),
            },
        },
        Some(RunStatus::ScheduleFailed) => stop("could not be launched"),
        Some(RunStatus::Failed) => stop("failed"),
        Some(status) => stop(&format!("ended as {status}")),
        None => stop("left no run"),
    }
}

fn spread_on(facts: &PlanFacts, now: Instant) -> PlanStep {
    let Some(due) = facts.next_due else {
        return PlanStep::Finish;
    };
    match facts.stop_after {
        Some(limit) if facts.failed_again >= limit => PlanStep::Stop {
            reason: format!(
                "{} of the revived routines failed again. The rest was left as it was.",
                facts.failed_again
            ),
        },
        _ if due > now => PlanStep::Wait { until: due },
        _ => PlanStep::ReviveNext,
    }
}

/// When each of `count` routines is revived: the first at once, the last just before the window ends.
pub fn spread(count: usize, window_seconds: u32, from: Instant) -> Vec<Instant> {
    let window = i64::from(window_seconds) * 1_000;
    let parts = i64::try_from(count).unwrap_or(i64::MAX).max(1);
    (0..parts)
        .take(count)
        .map(|part| from + Duration::milliseconds(window / parts * part))
        .collect()
}
