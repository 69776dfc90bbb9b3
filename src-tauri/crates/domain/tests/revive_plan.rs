//! What a plan that revives many routines does next.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chrono::Duration;
use routine_domain::{
    Instant, RunStatus,
    instant::from_millis,
    revive_plan::{Canary, PlanFacts, PlanStatus, PlanStep, next_step, spread},
};

fn at(seconds: i64) -> Instant {
    from_millis(1_700_000_000_000).unwrap() + Duration::seconds(seconds)
}

fn with_canary(run: RunStatus, must_succeed: bool) -> PlanFacts {
    PlanFacts {
        status: PlanStatus::Canary,
        canary: Some(Canary {
            run: Some(run),
            launched_at: at(0),
            must_succeed,
        }),
        next_due: None,
        failed_again: 0,
        stop_after: Some(2),
    }
}

fn spreading(next_due: Option<i64>, failed_again: u32) -> PlanFacts {
    PlanFacts {
        status: PlanStatus::Spreading,
        next_due: next_due.map(at),
        failed_again,
        ..with_canary(RunStatus::Succeeded, false)
    }
}

fn stops(facts: &PlanFacts, now: i64) -> String {
    match next_step(facts, at(now)) {
        Some(PlanStep::Stop { reason }) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_canary_that_succeeds_lets_the_others_follow() {
    let facts = with_canary(RunStatus::Succeeded, true);
    assert_eq!(next_step(&facts, at(9)), Some(PlanStep::Spread));
}

#[test]
fn an_open_canary_is_waited_for_and_given_up_after_five_minutes() {
    for open in [RunStatus::Claimed, RunStatus::Launching, RunStatus::Running] {
        let facts = with_canary(open, true);
        let wait = PlanStep::Wait { until: at(12) };
        assert_eq!(next_step(&facts, at(10)), Some(wait));
        let last = PlanStep::Wait { until: at(300) };
        assert_eq!(next_step(&facts, at(299)), Some(last));
        assert!(stops(&facts, 300).contains("had not ended after 5 min"));
    }
}

#[test]
fn where_only_the_launch_had_failed_an_accepted_one_is_enough_in_the_end() {
    let facts = with_canary(RunStatus::Running, false);
    assert!(matches!(
        next_step(&facts, at(299)),
        Some(PlanStep::Wait { .. })
    ));
    assert_eq!(next_step(&facts, at(300)), Some(PlanStep::Spread));
}

#[test]
fn any_other_end_of_the_canary_stops_the_plan() {
    for ended in RunStatus::ALL {
        if ended.is_open() || *ended == RunStatus::Succeeded {
            continue;
        }
        let reason = stops(&with_canary(*ended, false), 1);
        assert!(reason.ends_with("Nothing was revived."), "{reason}");
    }
    let mut gone = with_canary(RunStatus::Failed, false);
    gone.canary.as_mut().unwrap().run = None;
    assert!(stops(&gone, 1).contains("left no run"));
}

#[test]
fn the_others_come_back_each_at_its_time() {
    let step = next_step(&spreading(Some(60), 0), at(59));
    assert_eq!(step, Some(PlanStep::Wait { until: at(60) }));
    let step = next_step(&spreading(Some(60), 1), at(60));
    assert_eq!(step, Some(PlanStep::ReviveNext));
    assert_eq!(
        next_step(&spreading(None, 9), at(60)),
        Some(PlanStep::Finish)
    );
}

#[test]
fn too_many_that_fail_again_stop_the_rest() {
    assert!(stops(&spreading(Some(60), 2), 0).starts_with("2 of the revived"));
    let unlimited = PlanFacts {
        stop_after: None,
        ..spreading(Some(60), 9)
    };
    assert_eq!(next_step(&unlimited, at(60)), Some(PlanStep::ReviveNext));
}

#[test]
fn a_plan_that_has_ended_does_nothing() {
    for status in PlanStatus::ALL {
        let facts = PlanFacts {
            status: *status,
            ..spreading(Some(0), 0)
        };
        assert_eq!(next_step(&facts, at(9)).is_some(), status.is_running());
    }
}

#[test]
fn times_are_spread_evenly_over_the_window() {
    assert!(spread(0, 600, at(0)).is_empty());
    assert_eq!(spread(1, 600, at(0)), [at(0)]);
    assert_eq!(spread(4, 600, at(0)), [at(0), at(150), at(300), at(450)]);
    assert_eq!(spread(2, 0, at(5)), [at(5), at(5)]);
}
