//! What a change makes of a routine.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod common;

use common::{backing_off, dead, eight, hourly, minutes};
use routine_domain::{
    ChangeRefusal, Routine, RoutineChange, RoutineEdit, TriggerSpec, change::ended_retry,
    state::OffBy,
};

fn apply(routine: &Routine, change: RoutineChange) -> Result<Routine, ChangeRefusal> {
    change.apply(routine, "ines@desk", eight())
}

fn pause() -> RoutineChange {
    RoutineChange::Pause {
        reason: "hub restart".into(),
        resume_at: None,
    }
}

fn edit(routine: &Routine) -> RoutineEdit {
    RoutineEdit {
        name: routine.name.clone(),
        instruction: routine.instruction.clone(),
        definition_id: routine.definition_id,
        input: routine.input.clone(),
        trigger: routine.trigger.clone(),
        misfire: routine.misfire,
        overlap: routine.overlap,
        destination: routine.destination.clone(),
        enabled: routine.off.is_none(),
    }
}

#[test]
fn a_pause_ends_the_retry_and_a_resume_starts_from_now() {
    let paused = apply(&backing_off(), pause()).unwrap();
    assert_eq!(
        (paused.placement.next_fire_at, paused.placement.retry),
        (None, None)
    );
    assert_eq!((paused.revision, paused.schedule_revision), (2, 2));
    assert!(matches!(
        apply(&paused, pause()),
        Err(ChangeRefusal::State(_))
    ));

    let resumed = apply(&paused, RoutineChange::Resume).unwrap();
    assert_eq!(resumed.off, None);
    assert_eq!(resumed.placement.next_fire_at, Some(eight() + minutes(60)));
}

#[test]
fn a_resume_restores_the_dead_letter_that_was_there() {
    let paused = apply(&dead(), pause()).unwrap();
    let resumed = apply(&paused, RoutineChange::Resume).unwrap();
    assert!(resumed.placement.dead_lettered_at.is_some());
    assert_eq!(resumed.placement.next_fire_at, None);
}

#[test]
fn revive_clears_the_failures_and_needs_something_to_revive() {
    let revived = apply(&dead(), RoutineChange::Revive).unwrap();
    assert_eq!(revived.streaks, Default::default());
    assert_eq!(revived.placement.dead_lettered_at, None);
    assert_eq!(revived.placement.next_fire_at, Some(eight() + minutes(60)));
    assert!(matches!(
        apply(&hourly(), RoutineChange::Revive),
        Err(ChangeRefusal::State(_))
    ));
}

#[test]
fn an_edit_of_the_name_moves_nothing_and_an_edit_of_the_trigger_revives() {
    let before = dead();
    let mut renamed = edit(&before);
    renamed.name = "Standup".into();
    let after = apply(&before, RoutineChange::Edit(renamed.into())).unwrap();
    assert_eq!(after.schedule_revision, 1);
    assert_eq!(after.placement, before.placement);

    let mut moved = edit(&before);
    moved.trigger = TriggerSpec::Interval {
        every_seconds: 7_200,
        anchor: eight(),
    };
    let after = apply(&before, RoutineChange::Edit(moved.into())).unwrap();
    assert_eq!(after.placement.next_fire_at, Some(eight() + minutes(120)));
    assert_eq!(after.streaks.consecutive_failures, 0);
}

#[test]
fn an_edit_of_the_trigger_leaves_a_pause_alone() {
    let paused = apply(&dead(), pause()).unwrap();
    let mut moved = edit(&paused);
    moved.trigger = TriggerSpec::Manual;
    let after = apply(&paused, RoutineChange::Edit(moved.into())).unwrap();
    assert!(after.off.is_some());
    assert_eq!(after.placement.dead_lettered_at, None);
    assert_eq!(after.schedule_revision, 3);
}

#[test]
fn what_the_system_switched_off_is_revived_and_not_resumed() {
    let off = RoutineChange::SwitchOff {
        by: OffBy::Fatigue,
        reason: "10 runs failed".into(),
    };
    let tired = apply(&hourly(), off).unwrap();
    assert!(matches!(
        apply(&tired, RoutineChange::Resume),
        Err(ChangeRefusal::State(_))
    ));
    assert_eq!(apply(&tired, RoutineChange::Revive).unwrap().off, None);
}

#[test]
fn a_deleted_routine_can_only_be_restored() {
    let deleted = apply(&hourly(), RoutineChange::Delete).unwrap();
    assert_eq!(deleted.placement.next_fire_at, None);
    for change in [pause(), RoutineChange::Revive, RoutineChange::Delete] {
        assert!(matches!(
            apply(&deleted, change),
            Err(ChangeRefusal::State(_))
        ));
    }
    let restored = apply(&deleted, RoutineChange::Restore).unwrap();
    assert_eq!(restored.placement.next_fire_at, Some(eight() + minutes(60)));
}

#[test]
fn trying_now_moves_the_retry_and_nothing_else() {
    let before = backing_off();
    let tried = apply(&before, RoutineChange::TryNow).unwrap();
    assert_eq!(tried.placement.next_fire_at, Some(eight()));
    assert_eq!(tried.placement.retry, before.placement.retry);
    assert_eq!((tried.revision, tried.schedule_revision), (2, 1));
    assert_eq!(tried.streaks, before.streaks);
    for routine in [tried, hourly(), dead()] {
        assert!(matches!(
            apply(&routine, RoutineChange::TryNow),
            Err(ChangeRefusal::State(_))
        ));
    }
}

#[test]
fn stopping_a_retry_goes_on_with_the_next_time_and_tells_what_ended() {
    let before = backing_off();
    let stopped = apply(&before, RoutineChange::StopRetrying).unwrap();
    assert_eq!(stopped.placement.retry, None);
    assert_eq!(stopped.placement.next_fire_at, Some(eight() + minutes(60)));
    assert_eq!(stopped.streaks, before.streaks);
    assert_eq!(stopped.schedule_revision, 1);
    let word = RoutineChange::StopRetrying.word();
    let ended = ended_retry(&before, &stopped, word, "ines@desk", eight()).unwrap();
    assert_eq!(ended.attempt, 2);
    assert_eq!(ended.scheduled_for, eight() - minutes(60));
    assert_eq!(ended.reason, "Not tried again, ines@desk stopped retrying.");
    let missed = ended.missed.unwrap();
    assert_eq!(missed.scheduled_for, eight());
    assert_eq!(missed.missed.unwrap().count, 1);
    assert_eq!(
        ended_retry(&before, &before, word, "ines@desk", eight()),
        None
    );
}

#[test]
fn a_single_fire_that_passed_is_left_or_runs_at_once() {
    let mut once = hourly();
    once.trigger = TriggerSpec::Once {
        at: eight() - minutes(1),
    };
    let paused = apply(&once, pause()).unwrap();
    let left = apply(&paused, RoutineChange::Resume).unwrap();
    assert_eq!(left.placement.done_at, Some(eight()));
    let at_once = RoutineChange::AtOnce(RoutineChange::Resume.into());
    let run = apply(&paused, at_once.clone()).unwrap();
    let soon = eight() + chrono::Duration::milliseconds(1);
    assert_eq!(run.placement.next_fire_at, Some(soon));
    assert_eq!(run.trigger, TriggerSpec::Once { at: soon });
    let done = apply(&left, pause()).unwrap();
    for routine in [done, apply(&hourly(), pause()).unwrap()] {
        assert!(matches!(
            apply(&routine, at_once.clone()),
            Err(ChangeRefusal::State(_))
        ));
    }
}

/// The database's CHECK, as a property of every change from every state.
#[test]
fn no_change_leaves_a_zombie() {
    let mut reached = vec![hourly(), backing_off(), dead()];
    let mut once = hourly();
    once.trigger = TriggerSpec::Once {
        at: eight() - minutes(1),
    };
    reached.push(once);
    for _ in 0..3 {
        let mut next = Vec::new();
        for routine in &reached {
            for change in [
                pause(),
                RoutineChange::Resume,
                RoutineChange::Revive,
                RoutineChange::SwitchOff {
                    by: OffBy::Unschedulable,
                    reason: "x".into(),
                },
                RoutineChange::Delete,
                RoutineChange::Restore,
                RoutineChange::TryNow,
                RoutineChange::StopRetrying,
                RoutineChange::AtOnce(RoutineChange::Resume.into()),
            ] {
                next.extend(apply(routine, change));
            }
        }
        for routine in &next {
            let expected = routine.is_live()
                && routine.placement.done_at.is_none()
                && routine.trigger != TriggerSpec::Manual;
            assert_eq!(
                routine.placement.next_fire_at.is_some(),
                expected,
                "{routine:?}"
            );
        }
        reached = next;
    }
}
