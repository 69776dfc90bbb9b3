//! Where a routine stands when its schedule begins at another time: in a copy that is taken ahead, or
//! after the clock of a sandbox was set back.

use crate::{
    Instant, Routine,
    routine::{Placement, Streaks},
};

/// The routine with its next fire counted from `from`, as if nothing had been claimed before. What is
/// out of the schedule stays out.
pub fn placed_at(routine: &Routine, from: Instant) -> Routine {
    let placed = routine.clone();
    if routine.placement.next_fire_at.is_none() {
        return placed;
    }
    // What cannot be planned any more is left to its next claim, which switches it off and says why.
    let Ok(trigger) = routine.trigger.parse() else {
        return placed;
    };
    let next_fire_at = trigger.next_after(from);
    Routine {
        placement: Placement {
            next_fire_at,
            done_at: next_fire_at.is_none().then_some(from),
            ..Placement::default()
        },
        streaks: Streaks {
            last_failed_for: None,
            ..routine.streaks
        },
        ..placed
    }
}
