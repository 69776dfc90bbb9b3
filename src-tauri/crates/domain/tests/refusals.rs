//! Refused triggers teach the form to write.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use routine_domain::{CronExpression, Instant, TriggerSpec};

#[test]
fn a_refused_expression_names_the_field_and_the_form_to_write() {
    for (text, hint) in [
        (
            "0 9 * * FRI-SUN",
            "Day of week FRI-SUN runs backwards: write 5-7.",
        ),
        ("0 9 * * FRI-MON", "write 5-7,1."),
        ("0 22-2 * * *", "Hour 22-2 runs backwards: write 22-23,0-2."),
        ("0 22-2/2 * * *", "write 22,0,2."),
        ("0 0 1 NOV-FEB *", "write 11-12,1-2."),
        ("60 * * * *", "Minute 60 is out of range: write 0 to 59."),
        (
            "0 0 9 * * ? *",
            "leave out the year and use * instead of ?, such as 0 9 * * *.",
        ),
        ("0 0 ? * 1", "Quartz syntax, write *"),
        ("@every 5m", "use an interval of 5m instead."),
        ("@Daily", "write @daily."),
        ("@reboot", "names no time"),
        ("*/90 * * * *", "For every 90 minutes, use an interval"),
        ("H/15 * * * *", "Jenkins syntax"),
        ("0 0 L * *", "the last day of a month cannot be written"),
        ("0 9 * * 1\u{2013}5", "(U+2013): write - for a range."),
        ("0 9 * * *\n", "line break"),
        (
            "0 9 * * * root /usr/bin/backup",
            "leave out the user and the command",
        ),
        (
            "0 9 * * * /usr/bin/backup",
            "leave out the user and the command",
        ),
        (
            "0 9 * * * Europe/Berlin",
            "choose the zone in its own field",
        ),
        ("CRON_TZ=UTC 0 9 * * *", "choose the zone in its own field"),
        ("0 9 * * * # mornings", "leave out what follows #"),
        ("0 0 1 APRIL *", "write 1 to 12 or JAN to DEC."),
        ("0 9 * * 5L", "weekday of a month cannot be written"),
        ("*", "has one field. Write five fields"),
        (
            "0 0 30 2 *",
            "Day 30 never comes in February: choose a day from 1 to 29",
        ),
        ("0 0 31 4,6 *", "Day 31 never comes in April or June"),
    ] {
        let refused = CronExpression::parse(text).expect_err(text);
        assert_eq!(refused.field, "trigger.cron");
        assert!(
            refused.message.contains(hint),
            "{text}: {}",
            refused.message
        );
    }
}

/// What a refusal proposes must itself be accepted.
#[test]
fn the_proposed_forms_are_accepted() {
    for day in 1..=7 {
        for end in 0..day {
            for step in ["", "/2"] {
                let text = format!("0 9 * * {day}-{end}{step}");
                let refused = CronExpression::parse(&text).expect_err(&text).message;
                let form = refused
                    .rsplit_once("write ")
                    .unwrap()
                    .1
                    .trim_end_matches('.');
                let proposed = format!("0 9 * * {form}");
                assert!(
                    CronExpression::parse(&proposed).is_ok(),
                    "{text}: {proposed}"
                );
            }
        }
    }
}

#[test]
fn no_more_than_256_bytes_are_read() {
    let longest = format!("0 9 * * {}1", "1,".repeat(124));
    assert_eq!(longest.len(), 257);
    assert!(
        CronExpression::parse(&longest)
            .unwrap_err()
            .message
            .contains("257 bytes")
    );
    assert!(CronExpression::parse(longest.trim_end_matches(",1")).is_ok());
}

#[test]
fn other_triggers_are_refused_by_their_field() {
    let at = |text: &str| text.parse::<Instant>().unwrap();
    let anchor = at("2026-01-01T00:00:00Z");
    for (spec, field) in [
        (
            TriggerSpec::Interval {
                every_seconds: 0,
                anchor,
            },
            "trigger.every_seconds",
        ),
        (
            TriggerSpec::Interval {
                every_seconds: 60,
                anchor: Instant::MAX_UTC,
            },
            "trigger.anchor",
        ),
        (
            TriggerSpec::Once {
                at: at("1969-12-31T23:59:59Z"),
            },
            "trigger.at",
        ),
        (
            TriggerSpec::Cron {
                expression: "0 9 * * *".into(),
                zone: "Mars/Olympus".into(),
            },
            "trigger.zone",
        ),
    ] {
        assert_eq!(spec.parse().unwrap_err().field, field);
    }
}

#[test]
fn the_stored_form_keeps_what_was_written() {
    let json = r#"{"kind":"cron","expression":" @daily ","zone":"Nowhere"}"#;
    let spec: TriggerSpec = serde_json::from_str(json).unwrap();
    assert!(spec.parse().is_err());
    assert_eq!(serde_json::to_string(&spec).unwrap(), json);
    let interval = r#"{"kind":"interval","every_seconds":5400,"anchor":"2026-10-22T00:10:00Z"}"#;
    let spec: TriggerSpec = serde_json::from_str(interval).unwrap();
    assert_eq!(
        serde_json::to_string(&spec.parse().unwrap().spec()).unwrap(),
        interval
    );
}
