//! A single fire whose instant passed while its routine was out of the schedule.

use chrono::TimeDelta;

use super::{ChangeRefusal, RoutineChange, refuse};
use crate::{Instant, Routine, TriggerSpec};

/// The instant of a `once` that has passed without a launch: bringing the routine back asks whether
/// it runs at once, or is left.
pub fn passed_once(routine: &Routine, now: Instant) -> Option<Instant> {
    match routine.trigger {
        TriggerSpec::Once { at } if at <= now && routine.placement.done_at.is_none() => Some(at),
        _ => None,
    }
}

/// Nothing is planned for a time that has passed, so the `once` is moved to the next millisecond.
pub(super) fn at_once(
    change: &RoutineChange,
    before: &Routine,
    actor: &str,
    now: Instant,
) -> Result<Routine, ChangeRefusal> {
    if passed_once(before, now).is_none() {
        return refuse(
            "It is not a single fire that passed without a launch, so nothing runs at once.",
        );
    }
    let mut moved = before.clone();
    moved.trigger = TriggerSpec::Once {
        at: now + TimeDelta::milliseconds(1),
    };
    change.apply(&moved, actor, now)
}
