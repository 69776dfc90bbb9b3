//! What a person is told who looks at something else.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use chrono::TimeDelta;
use common::eight;
use routine_domain::{
    Instant, RevivePlanId, RoutineId,
    notices::{Board, Observed, Out, OutKind, Wanted},
};

const ALL: Wanted = Wanted {
    dead_lettered: true,
    switched_off: true,
    nobody_sweeps: true,
    canary_failed: true,
    recovered: true,
};

fn at(seconds: i64) -> Instant {
    eight() + TimeDelta::seconds(seconds)
}

fn calm(seconds: i64) -> Observed {
    Observed {
        database: "desk.db".into(),
        at: at(seconds),
        silent: false,
        out: Vec::new(),
        failing: 0,
        failed_canaries: Vec::new(),
    }
}

fn dead(name: &str, seconds: i64, error: &str) -> Out {
    Out {
        id: RoutineId::new(at(seconds)),
        name: name.into(),
        kind: OutKind::DeadLettered,
        since: at(seconds),
        error: error.into(),
    }
}

fn with(seconds: i64, out: &[Out]) -> Observed {
    Observed {
        out: out.to_vec(),
        failing: u32::try_from(out.len()).unwrap(),
        ..calm(seconds)
    }
}

#[test]
fn what_was_there_at_the_first_look_is_no_news() {
    let mut board = Board::default();
    let old = dead("old", -90, "The hub answered 503.");
    assert_eq!(board.look(with(0, std::slice::from_ref(&old)), ALL), None);
    assert_eq!(board.look(with(15, std::slice::from_ref(&old)), ALL), None);
    let elsewhere = Observed {
        database: "other.db".into(),
        ..with(30, &[old, dead("theirs", 20, "x")])
    };
    assert_eq!(board.look(elsewhere, ALL), None);
}

#[test]
fn one_is_told_by_its_name_and_error_and_leads_to_it() {
    let mut board = Board::default();
    board.look(calm(0), ALL);
    let one = dead("Digest", 10, "The hub answered 503.\nMore of it.");
    let notice = board
        .look(with(15, std::slice::from_ref(&one)), ALL)
        .unwrap();
    assert_eq!(notice.title, "1 routine was dead-lettered");
    assert_eq!(notice.body, "Digest: The hub answered 503.");
    assert_eq!(notice.route, format!("/routines/{}", one.id));
    assert_eq!(board.look(with(90, &[one]), ALL), None);
}

#[test]
fn what_says_the_same_is_told_together() {
    let mut board = Board::default();
    board.look(calm(0), ALL);
    let out = [
        dead("a", 1, "No answer within 30 s."),
        dead("b", 2, "No answer within 31 s."),
        dead("c", 3, "The program is missing."),
    ];
    let notice = board.look(with(15, &out), ALL).unwrap();
    assert_eq!(notice.title, "3 routines were dead-lettered");
    let mut lines: Vec<_> = notice.body.lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "a and 1 more: No answer within 30 s.",
            "c: The program is missing."
        ]
    );
    assert_eq!(notice.route, "/failures/dead");
}

#[test]
fn at_most_one_a_minute_and_nothing_is_lost() {
    let mut board = Board::default();
    board.look(calm(0), ALL);
    let (a, b, c) = (dead("a", 10, "x"), dead("b", 20, "x"), dead("c", 40, "y"));
    assert!(
        board
            .look(with(15, std::slice::from_ref(&a)), ALL)
            .is_some()
    );
    assert_eq!(board.look(with(30, &[a.clone(), b.clone()]), ALL), None);
    let all = [a, b, c];
    assert_eq!(board.look(with(45, &all), ALL), None);
    let notice = board.look(with(76, &all), ALL).unwrap();
    assert_eq!(notice.title, "2 routines were dead-lettered");
    assert_eq!(board.look(with(200, &all), ALL), None);
    // The clock was set back.
    let later = dead("d", -10, "z");
    let back = Observed {
        at: at(-5),
        ..with(-5, &[later])
    };
    let mut fresh = Board::default();
    fresh.look(calm(-15), ALL);
    assert!(fresh.look(back, ALL).is_some());
}

#[test]
fn silence_and_its_end_are_told_once() {
    let silent = |seconds| Observed {
        silent: true,
        ..calm(seconds)
    };
    let mut board = Board::default();
    board.look(calm(0), ALL);
    let notice = board.look(silent(100), ALL).unwrap();
    assert_eq!(
        (notice.title.as_str(), notice.route.as_str()),
        ("Nobody sweeps", "/scheduler")
    );
    assert_eq!(board.look(silent(200), ALL), None);
    let notice = board.look(calm(300), ALL).unwrap();
    assert_eq!(notice.title, "The scheduler sweeps again");
    // It ended before it could be told.
    assert_eq!(board.look(silent(310), ALL), None);
    assert_eq!(board.look(calm(320), ALL), None);
    assert_eq!(board.look(calm(400), ALL), None);
}

#[test]
fn a_failed_canary_and_a_recovery_are_told() {
    let mut board = Board::default();
    let failing = |seconds, failing| Observed {
        failing,
        ..calm(seconds)
    };
    board.look(failing(0, 3), ALL);
    let plan = RevivePlanId::new(at(0));
    let canary = Observed {
        failed_canaries: vec![(plan, "12 dead routines".into())],
        ..failing(70, 3)
    };
    let notice = board.look(canary.clone(), ALL).unwrap();
    assert_eq!(notice.title, "A canary failed");
    assert_eq!(
        notice.body,
        "12 dead routines: nothing else was brought back."
    );
    assert_eq!(notice.route, format!("/failures/revive/{plan}"));
    let notice = board
        .look(
            Observed {
                failing: 1,
                at: at(140),
                ..canary
            },
            ALL,
        )
        .unwrap();
    assert_eq!(notice.title, "2 routines recovered");
}

#[test]
fn what_nobody_wants_to_hear_is_not_told() {
    let none = Wanted {
        dead_lettered: false,
        switched_off: false,
        nobody_sweeps: false,
        canary_failed: false,
        recovered: false,
    };
    let mut board = Board::default();
    board.look(calm(0), none);
    let worst = Observed {
        silent: true,
        failed_canaries: vec![(RevivePlanId::new(at(0)), "x".into())],
        ..with(70, &[dead("a", 60, "x")])
    };
    assert_eq!(board.look(worst, none), None);
    assert_eq!(board.look(calm(140), none), None);
}
