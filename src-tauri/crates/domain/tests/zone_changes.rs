//! Zones around their clock changes, 1990 to 2039, against the scan of every minute. A sample by
//! default; `ROUTINE_ALL_ZONES=1` with `--release` looks at all zones and all changes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use chrono::{Offset, TimeDelta, TimeZone};
use chrono_tz::Tz;
use routine_domain::{CronExpression, Instant, Trigger, Zone};

mod model;

use model::{Clock, ExpressionModel, plain};

const EXPRESSIONS: [&str; 12] = [
    "* * * * *",
    "*/15 * * * *",
    "30 * * * *",
    "0 */2 * * *",
    "*/20 2 * * *",
    "0 0 * * *",
    "30 1 * * *",
    "30 2 * * *",
    "0,30 0,1,2,3 * * *",
    "45 23 * * *",
    "15 12 * * 0",
    "5 1,2,3 * * 0,6",
];

fn check(zone: Zone, models: &[ExpressionModel], around: Instant) -> usize {
    let (from, to) = (around - TimeDelta::hours(4), around + TimeDelta::hours(28));
    let clock = Clock::record(zone, from, to);
    for model in models {
        let expression = CronExpression::parse(&model.text()).unwrap();
        let trigger = Trigger::Cron { expression, zone };
        let scanned = model.fires(&clock, from, to);
        // From well before and just before the change, from its first instant, and from within a
        // second pass.
        let just_before = around - TimeDelta::milliseconds(1);
        for start in [from, just_before, around, around + TimeDelta::minutes(20)] {
            let expected = &scanned[scanned.partition_point(|at| *at <= start)..];
            let found = trigger.fires(start, to, usize::MAX);
            assert_eq!(found, expected, "`{}` {zone} after {start}", model.text());
            assert_eq!(
                trigger.count_between(start, to) as usize,
                expected.len(),
                "`{}` {zone} after {start}",
                model.text()
            );
        }
    }
    models.len()
}

#[test]
fn zones_agree_with_the_scan_around_their_changes() {
    let all = std::env::var_os("ROUTINE_ALL_ZONES").is_some();
    let (zone_stride, change_stride) = if all { (1, 1) } else { (29, 23) };
    let models = EXPRESSIONS.map(plain);
    let start: Instant = "1990-01-01T00:00:00Z".parse().unwrap();
    let end: Instant = "2039-12-31T00:00:00Z".parse().unwrap();
    let mut checked = 0;
    for name in Zone::names().step_by(zone_stride) {
        let zone = Zone::parse(name).unwrap();
        for change in zone.changes(start, end).step_by(change_stride) {
            checked += check(zone, &models, change.at);
        }
    }
    assert!(checked > 300, "only {checked} comparisons");
}

/// The oddest changes of the database are always looked at.
#[test]
fn odd_changes_agree_with_the_scan() {
    let models = EXPRESSIONS.map(plain);
    for (name, at) in [
        ("Antarctica/Casey", "2010-03-04T15:00:00Z"),
        ("Antarctica/Troll", "2025-03-30T01:00:00Z"),
        ("Antarctica/Vostok", "1994-01-31T17:00:00Z"),
        ("Australia/Lord_Howe", "2025-04-05T15:00:00Z"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z"),
        ("Pacific/Kwajalein", "1993-08-21T12:00:00Z"),
        ("America/Caracas", "2007-12-09T07:00:00Z"),
    ] {
        let zone = Zone::parse(name).unwrap();
        let near: Instant = at.parse().unwrap();
        let change = zone
            .change_between(near - TimeDelta::days(3), near + TimeDelta::days(3))
            .unwrap_or_else(|| panic!("{name} changes about {at}"));
        check(zone, &models, change.at);
    }
}

/// Changes are found by hops just below the shortest time for which any zone keeps an offset.
#[test]
fn no_zone_changes_twice_within_a_hop() {
    let start: Instant = "1970-01-01T00:00:00Z".parse().unwrap();
    let end: Instant = "2040-01-01T00:00:00Z".parse().unwrap();
    let shortest = [
        "America/Noronha",
        "America/Argentina/Tucuman",
        "Africa/Casablanca",
    ];
    for name in Zone::names().step_by(37).chain(shortest) {
        let zone = Zone::parse(name).unwrap();
        let hours = (end - start).num_hours();
        let tz: Tz = name.parse().unwrap();
        let offsets: Vec<i32> = (0..=hours / 6)
            .map(|n| start + TimeDelta::hours(6 * n))
            .map(|at| {
                tz.offset_from_utc_datetime(&at.naive_utc())
                    .fix()
                    .local_minus_utc()
            })
            .collect();
        let scanned = offsets.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(zone.changes(start, end).count(), scanned, "{name}");
    }
}
