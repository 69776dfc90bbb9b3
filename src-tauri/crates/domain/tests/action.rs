//! What may be done in which state, each pair spelled out once more.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod common;

use common::{backing_off, dead, eight, hourly};
use routine_domain::{
    LauncherKind, Routine, RoutineAction, RoutineChange, RunAction, RunStatus, TriggerSpec,
    action::RunFacts, state::OffBy,
};

fn changed(routine: &Routine, change: &RoutineChange) -> Routine {
    change.apply(routine, "ines@desk", eight()).unwrap()
}

fn pause() -> RoutineChange {
    RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    }
}

fn switched_off(by: OffBy) -> Routine {
    let reason = "It is so.".into();
    changed(&hourly(), &RoutineChange::SwitchOff { by, reason })
}

fn manual() -> Routine {
    let mut routine = hourly();
    routine.trigger = TriggerSpec::Manual;
    routine.placement.next_fire_at = None;
    routine
}

fn done() -> Routine {
    let mut routine = manual();
    routine.trigger = TriggerSpec::Once { at: eight() };
    routine.placement.done_at = Some(eight());
    routine
}

/// Each state, and what it allows.
fn table() -> Vec<(&'static str, Routine, &'static [RoutineAction])> {
    use RoutineAction::*;
    const ON: &[RoutineAction] = &[RunNow, Pause, Edit, Delete];
    vec![
        ("scheduled", hourly(), ON),
        ("manual", manual(), ON),
        ("done", done(), ON),
        (
            "backing off",
            backing_off(),
            &[TryNow, RunNow, Pause, Edit, StopRetrying, Delete],
        ),
        (
            "dead-lettered",
            dead(),
            &[Revive, RunNow, Pause, Edit, Delete],
        ),
        (
            "paused",
            changed(&hourly(), &pause()),
            &[Resume, RunNow, Edit, Delete],
        ),
        (
            "paused and dead-lettered",
            changed(&dead(), &pause()),
            &[Revive, Resume, RunNow, Edit, Delete],
        ),
        (
            "switched off",
            switched_off(OffBy::Fatigue),
            &[SwitchOn, RunNow, Edit, Delete],
        ),
        (
            "cannot fire",
            switched_off(OffBy::Unschedulable),
            &[RunNow, Edit, Delete],
        ),
        (
            "deleted",
            changed(&hourly(), &RoutineChange::Delete),
            &[Restore],
        ),
    ]
}

#[test]
fn each_state_allows_what_the_table_says_and_gives_a_reason_for_the_rest() {
    for (state, routine, allowed) in table() {
        let facts = routine.facts(5, None, None);
        let offered: Vec<_> = RoutineAction::ALL
            .iter()
            .copied()
            .filter(|action| action.why_not(&facts).is_none())
            .collect();
        assert_eq!(offered, allowed, "{state}");
        for action in RoutineAction::ALL {
            if let Some(reason) = action.why_not(&facts) {
                assert!(reason.ends_with('.'), "{state}, {action}: {reason}");
            }
        }
    }
}

/// A screen must not offer what the command refuses, nor refuse what it takes.
#[test]
fn what_is_allowed_is_what_the_change_takes() {
    use RoutineAction::*;
    for (state, routine, allowed) in table() {
        for action in RoutineAction::ALL {
            let change = match action {
                Pause => pause(),
                Resume => RoutineChange::Resume,
                Restore => RoutineChange::Restore,
                Delete => RoutineChange::Delete,
                TryNow => RoutineChange::TryNow,
                StopRetrying => RoutineChange::StopRetrying,
                Revive | SwitchOn if allowed.contains(action) => RoutineChange::Revive,
                Revive | SwitchOn | RunNow | Edit => continue,
            };
            let taken = change.apply(&routine, "ines@desk", eight()).is_ok();
            assert_eq!(taken, allowed.contains(action), "{state}, {action}");
        }
    }
}

#[test]
fn a_run_is_cancelled_where_something_can_end_it_and_replayed_once_it_has_ended() {
    for status in RunStatus::ALL {
        for launcher in LauncherKind::ALL {
            let facts = RunFacts {
                status: *status,
                launcher: *launcher,
                cancel_requested: false,
                retry_waits: false,
                deleted: false,
            };
            let allowed = |action: RunAction, facts: &RunFacts| action.why_not(facts).is_none();
            let works = matches!(status, RunStatus::Launching | RunStatus::Running);
            let ends_here = *launcher != LauncherKind::Http;
            assert_eq!(
                allowed(RunAction::Cancel, &facts),
                *status == RunStatus::Claimed || (works && ends_here),
                "{status} {launcher}"
            );
            assert_eq!(
                allowed(RunAction::Replay, &facts),
                !status.is_open(),
                "{status}"
            );
            let asked = RunFacts {
                cancel_requested: true,
                ..facts
            };
            assert!(!works || !allowed(RunAction::Cancel, &asked));
            let deleted = RunFacts {
                deleted: true,
                ..facts
            };
            assert!(!allowed(RunAction::Replay, &deleted));
            for action in [RunAction::TryNow, RunAction::StopRetrying] {
                assert!(!allowed(action, &facts));
                let waits = RunFacts {
                    retry_waits: true,
                    ..facts
                };
                assert!(allowed(action, &waits));
            }
        }
    }
}
