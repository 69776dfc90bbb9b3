use routine_domain::StateName;

use crate::wire::{Protection, RoutineAction};

/// What may be done to a routine in this state: the one table that every screen follows.
pub fn allowed(state: StateName, protection: Protection) -> &'static [RoutineAction] {
    use RoutineAction::*;
    if protection == Protection::ReadOnly {
        return &[];
    }
    match state {
        StateName::Scheduled
        | StateName::BackingOff
        | StateName::Overdue
        | StateName::Running
        | StateName::Manual => &[RunNow, Pause, Edit, Delete],
        StateName::Off => &[RunNow, Resume, Edit, Delete],
        StateName::DeadLettered => &[Revive, RunNow, Edit, Delete],
        StateName::SwitchedOff => &[SwitchOn, RunNow, Edit, Delete],
        // Only another trigger brings it back.
        StateName::CannotFire => &[Edit, RunNow, Delete],
        StateName::Done => &[RunNow, Edit, Delete],
        StateName::Deleted => &[Restore],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deleted_can_only_be_restored_and_all_else_can_be_deleted() {
        for state in StateName::ALL {
            let actions = allowed(*state, Protection::Full);
            let deleted = *state == StateName::Deleted;
            assert_eq!(actions.contains(&RoutineAction::Restore), deleted);
            assert_eq!(actions.contains(&RoutineAction::Delete), !deleted);
            assert_eq!(actions.contains(&RoutineAction::RunNow), !deleted);
            assert!(allowed(*state, Protection::ReadOnly).is_empty());
        }
    }
}
