//! What a claim writes for one due routine.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod common;

use common::{eight, hourly, minutes};
use routine_domain::{
    Cause, Misfire, Overlap, Routine, RunId, RunStatus, TenantPolicy, TriggerSpec,
    plan::{ClaimPlan, Due, Missed, OpenRun, PlannedRun, plan_claim},
    routine::{Placement, Retry},
};

fn due(routine: Routine) -> Due {
    Due {
        routine,
        policy: TenantPolicy::default(),
        open: None,
    }
}

fn open(scheduled_for: Option<chrono::DateTime<chrono::Utc>>) -> OpenRun {
    OpenRun {
        id: RunId::new(eight()),
        scheduled_for,
        catches_up: false,
        one_waits: false,
    }
}

fn claimed(plan: ClaimPlan) -> (Vec<PlannedRun>, Placement) {
    match plan {
        ClaimPlan::Claim { rows, placement } => (rows, placement),
        other => panic!("expected a claim, got {other:?}"),
    }
}

#[test]
fn on_time_it_fires_and_moves_to_the_next_hour() {
    let (rows, placement) = claimed(plan_claim(&due(hourly()), eight() + minutes(1)));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].cause, Cause::Schedule);
    assert_eq!((rows[0].scheduled_for, rows[0].attempt), (eight(), 1));
    assert_eq!(placement.next_fire_at, Some(eight() + minutes(60)));
    assert_eq!(placement.newest_claimed_for, Some(eight()));
}

#[test]
fn fire_once_fires_the_newest_and_records_the_rest_as_one_row() {
    let now = eight() + minutes(3 * 60 + 5);
    let (rows, placement) = claimed(plan_claim(&due(hourly()), now));
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].status, RunStatus::Missed);
    assert_eq!((rows[0].scheduled_for, rows[0].attempt), (eight(), 0));
    assert_eq!(
        rows[0].missed,
        Some(Missed {
            until: eight() + minutes(120),
            count: 3
        })
    );
    assert_eq!(rows[1].cause, Cause::CatchUp);
    assert_eq!(rows[1].scheduled_for, eight() + minutes(180));
    assert_eq!(placement.next_fire_at, Some(eight() + minutes(240)));
}

#[test]
fn skip_leaves_out_what_is_later_than_the_grace() {
    let mut routine = hourly();
    routine.misfire = Misfire::Skip;
    let at_grace = claimed(plan_claim(&due(routine.clone()), eight() + minutes(10))).0;
    assert_eq!(at_grace[0].status, RunStatus::Claimed);

    let beyond = eight() + minutes(10) + chrono::Duration::milliseconds(1);
    let (rows, placement) = claimed(plan_claim(&due(routine), beyond));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].status, RunStatus::Missed);
    assert_eq!(
        rows[0].missed,
        Some(Missed {
            until: eight(),
            count: 1
        })
    );
    assert_eq!(placement.next_fire_at, Some(eight() + minutes(60)));
}

#[test]
fn fire_all_makes_up_oldest_first_and_waits_for_each() {
    let mut routine = hourly();
    routine.misfire = Misfire::FireAll;
    let now = eight() + minutes(2 * 60);
    let (rows, placement) = claimed(plan_claim(&due(routine.clone()), now));
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].scheduled_for, rows[0].cause),
        (eight(), Cause::CatchUp)
    );
    assert_eq!(placement.next_fire_at, Some(eight() + minutes(60)));

    routine.overlap = Overlap::Allow;
    routine.placement = placement;
    let waiting = Due {
        open: Some(OpenRun {
            catches_up: true,
            ..open(Some(eight()))
        }),
        ..due(routine)
    };
    assert_eq!(plan_claim(&waiting, now), ClaimPlan::Hold);
}

#[test]
fn fire_all_stops_at_a_hundred() {
    let mut routine = hourly();
    routine.misfire = Misfire::FireAll;
    let now = eight() + minutes(60 * 149);
    let (rows, _) = claimed(plan_claim(&due(routine), now));
    assert_eq!(
        rows[0].missed,
        Some(Missed {
            until: eight() + minutes(60 * 49),
            count: 50
        })
    );
    assert_eq!(rows[1].scheduled_for, eight() + minutes(60 * 50));
}

#[test]
fn the_overlap_rule_skips_queues_or_allows() {
    let with = |overlap, one_waits| {
        let mut routine = hourly();
        routine.overlap = overlap;
        let due = Due {
            open: Some(OpenRun {
                one_waits,
                ..open(Some(eight() - minutes(60)))
            }),
            ..due(routine)
        };
        claimed(plan_claim(&due, eight())).0.remove(0)
    };
    let skipped = with(Overlap::Skip, false);
    assert_eq!(skipped.status, RunStatus::Skipped);
    assert!(
        skipped
            .message
            .unwrap()
            .contains("the run of 2026-01-05 07:00:00 UTC was still open")
    );
    assert!(with(Overlap::QueueOne, false).waits_for.is_some());
    assert_eq!(with(Overlap::QueueOne, true).status, RunStatus::Skipped);
    let allowed = with(Overlap::Allow, true);
    assert_eq!(
        (allowed.status, allowed.waits_for),
        (RunStatus::Claimed, None)
    );
}

#[test]
fn a_retry_keeps_its_occurrence_and_records_what_passed_meanwhile() {
    let mut routine = hourly();
    routine.placement.retry = Some(Retry {
        scheduled_for: eight(),
        attempt: 3,
    });
    routine.placement.next_fire_at = Some(eight() + minutes(61));
    let (rows, placement) = claimed(plan_claim(&due(routine), eight() + minutes(61)));
    assert_eq!(
        rows[0].missed,
        Some(Missed {
            until: eight() + minutes(60),
            count: 1
        })
    );
    assert!(rows[0].message.as_deref().unwrap().contains("backing off"));
    assert_eq!(
        (rows[1].scheduled_for, rows[1].attempt, rows[1].cause),
        (eight(), 3, Cause::Retry)
    );
    assert_eq!(placement.retry, None);
    assert_eq!(placement.next_fire_at, Some(eight() + minutes(120)));
}

#[test]
fn a_retry_is_judged_against_its_own_time() {
    let mut routine = hourly();
    routine.misfire = Misfire::Skip;
    routine.placement.retry = Some(Retry {
        scheduled_for: eight(),
        attempt: 2,
    });
    routine.placement.next_fire_at = Some(eight() + minutes(1));
    let in_time = claimed(plan_claim(&due(routine.clone()), eight() + minutes(11))).0;
    assert_eq!(in_time[0].status, RunStatus::Claimed);
    let late = claimed(plan_claim(&due(routine), eight() + minutes(12))).0;
    assert_eq!((late[0].status, late[0].attempt), (RunStatus::Missed, 2));
}

/// Both databases refuse a row that has ended and waits, and with it the claims of a whole batch.
#[test]
fn a_retry_that_comes_too_late_waits_for_nothing() {
    let mut routine = hourly();
    routine.misfire = Misfire::Skip;
    routine.overlap = Overlap::QueueOne;
    routine.placement.retry = Some(Retry {
        scheduled_for: eight(),
        attempt: 2,
    });
    routine.placement.next_fire_at = Some(eight() + minutes(1));
    let behind = Due {
        open: Some(open(None)),
        ..due(routine)
    };
    let late = claimed(plan_claim(&behind, eight() + minutes(12))).0;
    assert_eq!(late[0].status, RunStatus::Missed);
    assert_eq!(late[0].waits_for, None);
}

#[test]
fn a_once_is_done_when_it_is_claimed() {
    let mut routine = hourly();
    routine.trigger = TriggerSpec::Once { at: eight() };
    routine.placement.next_fire_at = Some(eight());
    let (rows, placement) = claimed(plan_claim(&due(routine), eight()));
    assert_eq!(rows[0].cause, Cause::Once);
    assert_eq!(
        (placement.next_fire_at, placement.done_at),
        (None, Some(eight()))
    );
}

#[test]
fn a_trigger_that_cannot_be_planned_switches_off_with_its_reason() {
    let mut routine = hourly();
    routine.trigger = TriggerSpec::Cron {
        expression: "0 0 31 2 *".into(),
        zone: "UTC".into(),
    };
    match plan_claim(&due(routine), eight()) {
        ClaimPlan::SwitchOff { reason } => assert!(!reason.is_empty()),
        other => panic!("{other:?}"),
    }
}
