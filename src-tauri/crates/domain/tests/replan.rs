//! What newer zone data does to the next fire.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

mod common;

use common::{eight, hourly, minutes};
use routine_domain::{Routine, TriggerSpec, replan::replan};

/// At 09:15 UTC every day by the data of today; planned for 10:15 by data of another opinion.
fn planned_an_hour_late() -> Routine {
    let mut routine = hourly();
    routine.trigger = TriggerSpec::Cron {
        expression: "15 9 * * *".into(),
        zone: "UTC".into(),
    };
    routine.placement.next_fire_at = Some(eight() + minutes(135));
    routine
}

#[test]
fn a_fire_that_lies_ahead_is_moved() {
    let placement = replan(&planned_an_hour_late(), None, eight()).unwrap();
    assert_eq!(placement.next_fire_at, Some(eight() + minutes(75)));
    assert_eq!(placement.done_at, None);
}

#[test]
fn what_has_passed_undecided_is_due_and_not_lost() {
    let now = eight() + minutes(100);
    let placement = replan(&planned_an_hour_late(), None, now).unwrap();
    assert_eq!(placement.next_fire_at, Some(eight() + minutes(75)));
}

#[test]
fn what_was_decided_does_not_come_again() {
    let now = eight() + minutes(100);
    let tomorrow = Some(eight() + minutes(24 * 60 + 75));
    let decided = Some(eight() + minutes(75));
    let routine = planned_an_hour_late();
    assert_eq!(
        replan(&routine, decided, now).unwrap().next_fire_at,
        tomorrow
    );
    let mut claimed = routine.clone();
    claimed.placement.newest_claimed_for = decided;
    assert_eq!(replan(&claimed, None, now).unwrap().next_fire_at, tomorrow);
    let mut edited = routine;
    edited.updated_at = now;
    assert_eq!(replan(&edited, None, now).unwrap().next_fire_at, tomorrow);
}

#[test]
fn a_zone_that_is_gone_is_refused() {
    let mut routine = planned_an_hour_late();
    routine.trigger = TriggerSpec::Cron {
        expression: "15 9 * * *".into(),
        zone: "Mars/Olympus".into(),
    };
    assert!(replan(&routine, None, eight()).is_err());
}
