//! What a virtual clock shows, how it is moved, and where its jumps lead.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use chrono::TimeDelta;
use routine_domain::{
    ClockMove, Instant, Jump, VirtualClock, Zone,
    virtual_clock::{RATES, next_change},
};

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn vienna() -> Zone {
    Zone::parse("Europe/Vienna").unwrap()
}

#[test]
fn it_goes_at_its_rate_and_not_backwards() {
    let real = at("2026-11-30T12:00:00Z");
    for rate in RATES {
        let clock = VirtualClock {
            shown: at("2027-03-28T00:30:00Z"),
            since: real,
            rate,
        };
        let after = clock.now(real + TimeDelta::milliseconds(1_500));
        let moved = TimeDelta::milliseconds(1_500 * i64::from(rate));
        assert_eq!(after, clock.shown + moved, "{rate}");
        assert_eq!(clock.now(real - TimeDelta::hours(1)), clock.shown);
    }
}

#[test]
fn another_pace_goes_on_from_what_it_shows() {
    let real = at("2026-11-30T12:00:00Z");
    let held = ClockMove::Pace { rate: 0 }.apply(None, real).unwrap();
    assert_eq!(held.now(real + TimeDelta::days(1)), real);
    let later = real + TimeDelta::minutes(10);
    let fast = ClockMove::Pace { rate: 60 }
        .apply(Some(held), later)
        .unwrap();
    assert_eq!(fast.now(later), real);
    let much_later = later + TimeDelta::minutes(1);
    assert_eq!(fast.now(much_later), real + TimeDelta::hours(1));
    let again = ClockMove::Pace { rate: 0 }
        .apply(Some(fast), much_later)
        .unwrap();
    assert_eq!(again.now(much_later), real + TimeDelta::hours(1));
    assert_eq!(ClockMove::Real.apply(Some(again), much_later), None);
}

#[test]
fn what_cannot_be_is_refused_and_says_what_can() {
    let refused = ClockMove::Pace { rate: 7 }.check().unwrap_err();
    assert!(
        refused.message.contains("0 to hold it, 1, 60 or 600"),
        "{refused}"
    );
    let beyond = ClockMove::Set {
        at: at("2150-01-01T00:00:00Z"),
        rate: 0,
    };
    assert!(beyond.check().unwrap_err().message.contains("2150"));
    assert!(ClockMove::Real.check().is_ok());
}

#[test]
fn past_a_clock_change_is_where_no_reading_comes_twice() {
    // 03:00 becomes 02:00 at 01:00 UTC; the hour is over at 02:00 UTC.
    let before = at("2026-10-24T12:00:00Z");
    let autumn = next_change(&[Zone::UTC, vienna()], before).unwrap();
    assert_eq!(autumn.change.at, at("2026-10-25T01:00:00Z"));
    let to = Jump::PastClockChange.target(before, None, Some(autumn));
    assert_eq!(to, Some(at("2026-10-25T02:00:00Z")));
    // Within the second pass it is still to be passed; after it, the next one is spring's.
    let within = next_change(&[vienna()], at("2026-10-25T01:30:00Z")).unwrap();
    assert_eq!(within, autumn);
    let spring = next_change(&[vienna()], to.unwrap()).unwrap();
    assert_eq!(spring.change.at, at("2027-03-28T01:00:00Z"));
    assert_eq!(next_change(&[Zone::UTC], before), None);
}

#[test]
fn other_jumps_are_plain() {
    let now = at("2026-11-30T12:00:00Z");
    let fire = now + TimeDelta::seconds(90);
    let to = |jump: Jump| jump.target(now, Some(fire), None);
    assert_eq!(to(Jump::Minute), Some(now + TimeDelta::minutes(1)));
    assert_eq!(to(Jump::Hour), Some(now + TimeDelta::hours(1)));
    assert_eq!(to(Jump::Day), Some(now + TimeDelta::days(1)));
    assert_eq!(to(Jump::NextFire), Some(fire));
    assert_eq!(to(Jump::PastClockChange), None);
    assert_eq!(Jump::NextFire.target(fire, Some(fire), None), None);
}
