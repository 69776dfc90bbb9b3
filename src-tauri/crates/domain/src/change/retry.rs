//! A launch that failed and waits to be made again: sooner, or not at all.

use super::{ChangeRefusal, place_from_now, refuse};
use crate::{
    Instant, Routine,
    plan::{PlannedRun, missed_in_retry},
};

/// The same occurrence, under the same key, as soon as a worker looks.
pub(super) fn try_now(after: &mut Routine, now: Instant) -> Result<(), ChangeRefusal> {
    match after.placement.next_fire_at {
        _ if after.placement.retry.is_none() => refuse(NOTHING_WAITS),
        Some(at) if at <= now => {
            refuse("It is due already: it is launched as soon as a worker looks.")
        }
        _ => {
            after.placement.next_fire_at = Some(now);
            Ok(())
        }
    }
}

/// On with the next planned time. The failures stay counted: a launch that succeeds ends them.
pub(super) fn stop_retrying(after: &mut Routine, now: Instant) -> Result<(), ChangeRefusal> {
    if after.placement.retry.is_none() {
        return refuse(NOTHING_WAITS);
    }
    let schedule_revision = after.schedule_revision;
    place_from_now(after, now)?;
    // Runs that are open were claimed under this very schedule and go on counting.
    after.schedule_revision = schedule_revision;
    Ok(())
}

pub(crate) const NOTHING_WAITS: &str = "Nothing of it waits to be launched again.";

/// What a change that ended a waiting retry leaves behind in the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedRetry {
    /// The occurrence, and the attempt at it that stays the last.
    pub scheduled_for: Instant,
    pub attempt: u32,
    /// Why it is not tried again; begins the message of that attempt.
    pub reason: String,
    /// What passed while it waited, and nobody claimed.
    pub missed: Option<PlannedRun>,
}

/// The retry that waited before and does not afterwards. `word` is that of the change.
pub fn ended_retry(
    before: &Routine,
    after: &Routine,
    word: &str,
    actor: &str,
    now: Instant,
) -> Option<EndedRetry> {
    let retry = before.placement.retry?;
    if after.placement.retry.is_some() {
        return None;
    }
    let why = match word {
        "routine.paused" => format!("{actor} paused the routine"),
        "routine.deleted" => format!("{actor} deleted the routine"),
        "routine.edited" => format!("{actor} changed the schedule (revision {})", after.revision),
        "routine.switched_off" => "the system switched the routine off".to_owned(),
        _ => format!("{actor} stopped retrying"),
    };
    Some(EndedRetry {
        scheduled_for: retry.scheduled_for,
        attempt: retry.attempt.saturating_sub(1),
        reason: format!("Not tried again, {why}."),
        missed: missed_in_retry(&before.trigger, retry, now),
    })
}
