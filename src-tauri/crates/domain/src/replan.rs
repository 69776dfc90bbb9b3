//! Where a routine stands once newer zone data says something else about its fires.

use crate::{Instant, Invalid, Routine, routine::Placement};

/// The place of a routine whose next fire still lies ahead by the data it was computed with.
///
/// `decided_until` is the newest occurrence that history knows. What by the new data has passed since
/// then is due at once, and not lost: nobody has decided it.
pub fn replan(
    routine: &Routine,
    decided_until: Option<Instant>,
    now: Instant,
) -> Result<Placement, Invalid> {
    let placement = &routine.placement;
    let since = [decided_until, placement.newest_claimed_for]
        .into_iter()
        .flatten()
        .fold(routine.updated_at, Instant::max)
        .min(now);
    let next_fire_at = routine.trigger.parse()?.next_after(since);
    Ok(Placement {
        next_fire_at,
        done_at: next_fire_at.is_none().then_some(now),
        ..placement.clone()
    })
}
