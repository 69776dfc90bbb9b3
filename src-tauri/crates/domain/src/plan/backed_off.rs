//! What passes while a launch that failed waits to be made again.

use super::{Missed, PlannedRun, missed_row, passed};
use crate::{Cause, Instant, Trigger, TriggerSpec, routine::Retry};

/// The one row for all that passed while a launch waited to be made again.
pub(super) fn backed_off(trigger: &Trigger, retry: Retry, now: Instant) -> Option<PlannedRun> {
    let first = trigger
        .next_after(retry.scheduled_for)
        .filter(|first| *first <= now)?;
    let passed = passed(trigger, first, now);
    Some(missed_row(
        passed.first,
        Missed {
            until: passed.newest,
            count: passed.count,
        },
        Cause::Schedule,
        "Missed: it was backing off after a failed launch.".into(),
    ))
}

/// The same where the retry is ended before it is claimed. A trigger that cannot be planned any
/// more has no times.
pub(crate) fn missed_in_retry(
    trigger: &TriggerSpec,
    retry: Retry,
    now: Instant,
) -> Option<PlannedRun> {
    backed_off(&trigger.parse().ok()?, retry, now)
}
