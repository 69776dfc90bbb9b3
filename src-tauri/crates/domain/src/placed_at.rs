//! Where a routine stands when its schedule begins at another time: in a copy that is taken ahead, or
//! after the clock of a sandbox was set back.

use crate::{
    Instant, Routine,
    routine::{Placement, Streaks},
    state::OffBy,
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

/// The routine after the clock went back to `now`: what the scheduler did to it later has not happened.
/// What people told it stays.
pub fn taken_back(routine: &Routine, now: Instant) -> Routine {
    let later = |at: &Instant| *at > now;
    let mut back = routine.clone();
    back.streaks = Streaks::default();
    back.placement.dead_lettered_at = back.placement.dead_lettered_at.filter(|at| !later(at));
    back.placement.done_at = back.placement.done_at.filter(|at| !later(at));
    back.off = back
        .off
        .filter(|off| off.by == OffBy::Person || !later(&off.at));
    let is_timed = routine
        .trigger
        .parse()
        .is_ok_and(|trigger| trigger.is_timed());
    let is_planned = back.is_live() && back.placement.done_at.is_none() && is_timed;
    // Whatever it is, it is planned anew.
    back.placement.next_fire_at = is_planned.then_some(now);
    back.placement.retry = None;
    match is_planned {
        true => Routine {
            streaks: Streaks::default(),
            ..placed_at(&back, now)
        },
        false => back,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        DefinitionId, Misfire, Overlap, RoutineId, TenantId, TriggerSpec, instant::from_millis,
        routine::Retry, state::Off,
    };
    use uuid::Uuid;

    fn at(minutes: i64) -> Instant {
        from_millis(1_700_006_400_000 + minutes * 60_000).unwrap()
    }

    fn hourly() -> Routine {
        Routine {
            destination: None,
            id: RoutineId(Uuid::nil()),
            tenant_id: TenantId(Uuid::nil()),
            name: "Ledger".into(),
            instruction: "Close the day.".into(),
            definition_id: DefinitionId(Uuid::nil()),
            input: "{}".into(),
            owner: "ines".into(),
            trigger: TriggerSpec::Interval {
                every_seconds: 3_600,
                anchor: at(0),
            },
            misfire: Misfire::FireOnce,
            overlap: Overlap::Skip,
            revision: 1,
            schedule_revision: 1,
            off: None,
            deleted: None,
            placement: Placement {
                next_fire_at: Some(at(600)),
                ..Placement::default()
            },
            streaks: Streaks::default(),
            created_by: "ines".into(),
            created_at: at(0),
            updated_at: at(0),
        }
    }

    #[test]
    fn a_copy_begins_at_its_time_and_forgets_its_retry() {
        let mut routine = hourly();
        routine.placement.retry = Some(Retry {
            scheduled_for: at(540),
            attempt: 2,
        });
        let placed = placed_at(&routine, at(90));
        assert_eq!(placed.placement.next_fire_at, Some(at(120)));
        assert_eq!(placed.placement.retry, None);
        routine.placement = Placement::default();
        assert_eq!(placed_at(&routine, at(90)), routine);
    }

    #[test]
    fn what_the_scheduler_did_later_is_undone_and_what_people_did_stays() {
        let mut dead = hourly();
        dead.placement = Placement {
            dead_lettered_at: Some(at(500)),
            ..Placement::default()
        };
        dead.streaks.consecutive_failures = 5;
        let back = taken_back(&dead, at(90));
        assert_eq!(back.placement.next_fire_at, Some(at(120)));
        assert_eq!(back.streaks, Streaks::default());
        assert_eq!(taken_back(&dead, at(510)).placement.next_fire_at, None);

        let off = |by| Off {
            by,
            actor: "someone".into(),
            reason: String::new(),
            at: at(500),
            resume_at: None,
        };
        let mut paused = hourly();
        paused.placement = Placement::default();
        paused.off = Some(off(OffBy::Person));
        assert_eq!(taken_back(&paused, at(90)).placement.next_fire_at, None);
        paused.off = Some(off(OffBy::Fatigue));
        assert_eq!(
            taken_back(&paused, at(90)).placement.next_fire_at,
            Some(at(120))
        );
    }
}
