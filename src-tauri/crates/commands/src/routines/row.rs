use routine_domain::{Instant, RoutineState};
use routine_store::model::{self, RoutineListing};

use super::actions::allowed;
use crate::{
    schedule,
    wire::{Protection, RoutineRow, StripMark},
};

/// A routine as lists show it; `recent` are its own newest runs, oldest first.
pub(crate) fn of(
    listing: RoutineListing,
    recent: Vec<StripMark>,
    protection: Protection,
    now: Instant,
) -> RoutineRow {
    let RoutineListing {
        routine,
        tenant_name,
        facts,
        ..
    } = listing;
    let state = RoutineState::derive(&facts, now);
    RoutineRow {
        attention: routine.attention(),
        id: routine.id,
        tenant_id: routine.tenant_id,
        tenant_name,
        name: routine.name,
        owner: routine.owner,
        revision: routine.revision,
        enabled: routine.off.is_none(),
        actions: allowed(&facts, protection),
        state,
        trigger: schedule::words(&routine.trigger),
        next_fire_at: routine.placement.next_fire_at,
        consecutive_failures: routine.streaks.consecutive_failures,
        dead_letter_after: facts.dead_letter_after,
        recent,
    }
}

impl From<model::StripMark> for StripMark {
    fn from(mark: model::StripMark) -> Self {
        Self {
            run_id: mark.run_id,
            status: mark.status,
            cause: mark.cause,
            at: mark.scheduled_for.unwrap_or(mark.recorded_at),
            finished_at: mark.finished_at,
        }
    }
}
