//! Faults on purpose come as often as asked for, and again the same way.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use chrono::TimeDelta;
use routine_domain::{
    FaultKind, RoutineId, SandboxFaults,
    instant::from_millis,
    sandbox_faults::{LaunchFault, LaunchSubject},
};

fn subject(n: i64) -> LaunchSubject {
    LaunchSubject {
        routine: RoutineId(uuid::Uuid::from_u128(7)),
        occurrence: from_millis(1_700_000_000_000 + n * 60_000).unwrap(),
        attempt: 1,
        take_overs: 0,
    }
}

fn struck(faults: &SandboxFaults) -> Vec<i64> {
    let launches = 0..4_000;
    launches
        .filter(|n| faults.of_launch(subject(*n)).is_some())
        .collect()
}

#[test]
fn one_in_four_is_one_in_four_and_repeatable() {
    let faults = SandboxFaults {
        seed: 4107,
        hub_unavailable: Some(4),
        ..SandboxFaults::default()
    };
    let first = struck(&faults);
    assert!((900..1_100).contains(&first.len()), "{}", first.len());
    assert_eq!(first, struck(&faults));
    let others = SandboxFaults {
        seed: 4108,
        ..faults
    };
    assert_ne!(first, struck(&others));
    assert_eq!(struck(&SandboxFaults::default()), Vec::<i64>::new());
}

#[test]
fn the_gravest_comes_first_and_a_take_over_is_drawn_anew() {
    let all = SandboxFaults {
        worker_dies: Some(1),
        launch_unanswered: Some(1),
        hub_unavailable: Some(1),
        ..SandboxFaults::default()
    };
    assert_eq!(all.of_launch(subject(1)), Some(LaunchFault::WorkerDies));
    let dies = SandboxFaults {
        worker_dies: Some(2),
        ..SandboxFaults::default()
    };
    let again = |take_overs| {
        let subject = |n| LaunchSubject {
            take_overs,
            ..subject(n)
        };
        (0..64)
            .map(|n| dies.of_launch(subject(n)).is_some())
            .collect::<Vec<_>>()
    };
    assert_ne!(again(0), again(1));
}

#[test]
fn the_database_is_busy_at_the_beginning_of_some_minutes() {
    let faults = SandboxFaults {
        seed: 1,
        database_busy: Some(5),
        ..SandboxFaults::default()
    };
    let start = from_millis(1_700_000_040_000).unwrap();
    let minutes = (0..1_000).map(|n| start + TimeDelta::minutes(n));
    let busy: Vec<_> = minutes
        .filter(|at| faults.busy_until(*at).is_some())
        .collect();
    assert!((60..140).contains(&busy.len()), "{}", busy.len());
    let until = faults.busy_until(busy[0]).unwrap();
    assert_eq!(until, busy[0] + TimeDelta::seconds(5));
    assert_eq!(faults.busy_until(until), None);
}

#[test]
fn amounts_beyond_reason_are_refused_by_name() {
    for kind in FaultKind::ALL {
        let faults = SandboxFaults::default();
        assert!(faults.with(*kind, Some(kind.usual())).check().is_ok());
        let refused = faults.with(*kind, Some(0)).check().unwrap_err();
        assert_eq!(refused.field, kind.as_str());
        assert!(refused.message.contains(kind.label()), "{refused}");
    }
}
