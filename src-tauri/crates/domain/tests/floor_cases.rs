//! Every line of `tests/data/floor-cases.json`: the verdict at save, and the warnings beside it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use routine_domain::{Instant, Trigger, TriggerSpec};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: u32,
    expr: String,
    tz: String,
    floor_seconds: u32,
    min_nominal_seconds: u32,
    min_real_seconds_around_transitions_2025_2036: Option<u32>,
    tightest_pair_starts: Option<Instant>,
    refuse_nominal: bool,
    refuse_real: bool,
}

fn cases() -> Vec<(Case, Trigger)> {
    let cases: Vec<Case> = serde_json::from_str(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/data/floor-cases.json"
    )))
    .expect("the cases are readable");
    let parsed = cases.into_iter().map(|case| {
        let (expression, zone) = (case.expr.clone(), case.tz.clone());
        let trigger = TriggerSpec::Cron { expression, zone }
            .parse()
            .expect(&case.expr);
        (case, trigger)
    });
    parsed.collect()
}

#[test]
fn the_verdict_is_that_of_the_whole_cycle() {
    let cases = cases();
    assert!(cases.len() > 50);
    for (case, trigger) in cases {
        let Case { id, expr, .. } = &case;
        let verdict = trigger.check_floor(case.floor_seconds);
        assert_eq!(
            verdict.is_err(),
            case.refuse_nominal,
            "{id} `{expr}`: {verdict:?}"
        );
        let least = trigger
            .check_floor(1)
            .expect("one second is always kept")
            .least_seconds;
        assert_eq!(least, Some(case.min_nominal_seconds), "{id} `{expr}`");
    }
}

#[test]
fn clock_changes_are_warned_of_with_their_dates() {
    let from: Instant = "2025-01-01T00:00:00Z".parse().unwrap();
    for (case, trigger) in cases().into_iter().filter(|(case, _)| !case.refuse_nominal) {
        let Case { id, expr, .. } = &case;
        let warnings = trigger.floor_warnings(case.floor_seconds, from, 12);
        assert_eq!(
            !warnings.is_empty(),
            case.refuse_real,
            "{id} `{expr}`: {warnings:?}"
        );
        let Some(tightest) = warnings.iter().min_by_key(|warning| warning.gap_seconds) else {
            continue;
        };
        let least = case.min_real_seconds_around_transitions_2025_2036;
        assert_eq!(Some(tightest.gap_seconds), least, "{id} `{expr}`");
        assert_eq!(
            Some(tightest.first),
            case.tightest_pair_starts,
            "{id} `{expr}`"
        );
    }
}

#[test]
fn a_refusal_says_how_close_and_what_the_floor_is() {
    let refusal = |expression: &str| {
        let zone = "UTC".to_owned();
        let expression = expression.to_owned();
        let trigger = TriggerSpec::Cron { expression, zone }.parse().unwrap();
        trigger.check_floor(900).unwrap_err().message
    };
    assert_eq!(
        refusal("*/10 * * * *"),
        "Fires every 10 min. The floor is 15 min."
    );
    assert_eq!(
        refusal("*/14 * * * *"),
        "Two fires are only 4 min apart, 00:56 and 01:00. The floor is 15 min."
    );
    assert_eq!(
        refusal("0,55 0,23 31,1 * *"),
        "Two fires are only 5 min apart, 23:55 and 00:00. The floor is 15 min."
    );
}

#[test]
fn a_seconds_field_needs_a_floor_below_a_minute() {
    let spec = TriggerSpec::Cron {
        expression: "0 0 9 * * *".into(),
        zone: "UTC".into(),
    };
    let trigger = spec.parse().unwrap();
    assert!(trigger.check_seconds(59).is_ok());
    assert!(
        trigger
            .check_seconds(60)
            .unwrap_err()
            .message
            .contains("write five fields")
    );
}
