//! The breaker of an endpoint, against tables and against any order of signs.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chrono::Duration;
use proptest::prelude::*;
use routine_domain::{
    Instant, RoutineId,
    breaker::{Breaker, Sign, next_probe_at, spread},
    instant::from_millis,
};

fn at(seconds: i64) -> Instant {
    from_millis(1_700_000_000_000).unwrap() + Duration::seconds(seconds)
}

fn routine(number: u128) -> RoutineId {
    RoutineId(uuid::Uuid::from_u128(number))
}

fn after(signs: &[(Sign, u128, i64)]) -> Breaker {
    let mut breaker = Breaker::default();
    for (sign, number, seconds) in signs {
        breaker.hear(*sign, routine(*number), at(*seconds));
    }
    breaker
}

use Sign::{Answers, Unavailable};

#[test]
fn three_routines_within_five_minutes_and_no_answer_between_open_it() {
    for (signs, opened_at) in [
        (vec![(Unavailable, 1, 0), (Unavailable, 2, 1)], None),
        (
            vec![
                (Unavailable, 1, 0),
                (Unavailable, 2, 1),
                (Unavailable, 3, 2),
            ],
            Some(2),
        ),
        // One routine is one routine, however often it fails.
        (
            vec![
                (Unavailable, 1, 0),
                (Unavailable, 1, 60),
                (Unavailable, 1, 180),
            ],
            None,
        ),
        (
            vec![
                (Unavailable, 1, 0),
                (Unavailable, 2, 299),
                (Unavailable, 3, 300),
            ],
            Some(300),
        ),
        (
            vec![
                (Unavailable, 1, 0),
                (Unavailable, 2, 299),
                (Unavailable, 3, 301),
            ],
            None,
        ),
        (
            vec![
                (Unavailable, 1, 0),
                (Unavailable, 2, 1),
                (Answers, 9, 2),
                (Unavailable, 3, 3),
            ],
            None,
        ),
        // Told late: the answer was before them.
        (
            vec![
                (Unavailable, 1, 5),
                (Unavailable, 2, 6),
                (Answers, 9, 2),
                (Unavailable, 3, 7),
            ],
            Some(7),
        ),
    ] {
        let breaker = after(&signs);
        assert_eq!(breaker.opened_at, opened_at.map(at), "{signs:?}");
    }
}

#[test]
fn an_answer_closes_it_unless_it_came_before() {
    let down = [
        (Unavailable, 1, 0),
        (Unavailable, 2, 1),
        (Unavailable, 3, 2),
    ];
    let mut breaker = after(&down);
    breaker.hear(Answers, routine(9), at(1));
    assert_eq!(breaker.opened_at, Some(at(2)));
    breaker.hear(Unavailable, routine(4), at(60));
    assert_eq!(
        (breaker.opened_at, breaker.failures.len()),
        (Some(at(2)), 3)
    );
    breaker.hear(Answers, routine(9), at(90));
    assert_eq!((breaker.opened_at, breaker.closed_at), (None, Some(at(90))));
    assert!(breaker.failures.is_empty());
    // Failures from before the answer that are told after it.
    for late in [5, 6, 7] {
        breaker.hear(Unavailable, routine(late), at(89));
    }
    assert_eq!(breaker.opened_at, None);
}

#[test]
fn a_probe_a_minute_and_then_all_within_a_minute() {
    assert_eq!(next_probe_at(at(0), None), at(60));
    assert_eq!(next_probe_at(at(0), Some(at(75))), at(135));
    assert_eq!(spread(0, 1), Duration::zero());
    assert_eq!(spread(2, 3), Duration::seconds(1));
    assert_eq!(spread(199, 200), Duration::milliseconds(59_700));
    assert_eq!(spread(0, 0), Duration::zero());
}

#[test]
fn only_what_was_asked_tells_something() {
    for (code, sign) in [
        ("refused", Some(Unavailable)),
        ("timeout", Some(Unavailable)),
        ("unavailable", Some(Unavailable)),
        ("http_status", Some(Answers)),
        ("bad_answer", Some(Answers)),
        ("no_answer", None),
        ("secret_unknown", None),
        ("worker_lost", None),
    ] {
        assert_eq!(Sign::of_failure(code), sign, "{code}");
    }
}

proptest! {
    /// It is open only if three different routines failed since the newest answer, all within the
    /// window, whatever came in whatever order.
    #[test]
    fn it_never_opens_without_three_fresh_routines(
        signs in prop::collection::vec((any::<bool>(), 1_u128..6, 0_i64..900), 0..40)
    ) {
        let signs: Vec<_> = signs
            .into_iter()
            .map(|(answers, number, at)| (if answers { Answers } else { Unavailable }, number, at))
            .collect();
        let breaker = after(&signs);
        if let Some(opened_at) = breaker.opened_at {
            let fresh: std::collections::BTreeSet<_> = signs
                .iter()
                .filter(|(sign, _, seconds)| {
                    *sign == Unavailable
                        && at(*seconds) <= opened_at
                        && at(*seconds) >= opened_at - Duration::seconds(300)
                })
                .map(|(_, number, _)| *number)
                .collect();
            prop_assert!(fresh.len() >= 3);
            let answered_since = signs
                .iter()
                .rev()
                .take_while(|(sign, _, _)| *sign == Answers)
                .any(|(_, _, seconds)| at(*seconds) >= opened_at);
            prop_assert!(!answered_since);
        }
    }

    #[test]
    fn nobody_waits_beyond_a_minute_and_the_oldest_goes_first(waiting in 1_usize..20_000) {
        let offsets: Vec<_> = (0..waiting).map(|place| spread(place, waiting)).collect();
        prop_assert!(offsets.is_sorted());
        prop_assert!(offsets[waiting - 1] < Duration::seconds(60));
    }
}
