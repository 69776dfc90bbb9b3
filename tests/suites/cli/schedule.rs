use serde_json::json;

use crate::ctl::Ctl;

fn next(ctl: &Ctl, cron: &str, zone: &str, from: &str) -> serde_json::Value {
    ctl.json(&[
        "schedule", "next", "--cron", cron, "--zone", zone, "--from", from, "--count", "3",
    ])
}

#[test]
fn the_next_fires_are_printed_as_documented() {
    let ctl = Ctl::at_home();
    assert_eq!(
        next(&ctl, "0 9 * * 1-5", "Europe/Vienna", "2026-01-04T00:00:00Z"),
        json!({
            "fires": ["2026-01-05T08:00:00Z", "2026-01-06T08:00:00Z", "2026-01-07T08:00:00Z"],
            "description": "At 09:00, Monday to Friday",
            "kind": "fixed_time",
        })
    );
    assert_eq!(
        next(&ctl, "*/20 * * * *", "UTC", "2026-01-04T23:50:00Z"),
        json!({
            "fires": ["2026-01-05T00:00:00Z", "2026-01-05T00:20:00Z", "2026-01-05T00:40:00Z"],
            "description": "Every 20 minutes",
            "kind": "interval_like",
        })
    );
    // The clock goes back on the 25th: 02:30 comes twice and fires once.
    assert_eq!(
        next(&ctl, "30 2 * * *", "Europe/Vienna", "2026-10-24T12:00:00Z")["fires"],
        json!([
            "2026-10-25T00:30:00Z",
            "2026-10-26T01:30:00Z",
            "2026-10-27T01:30:00Z"
        ])
    );
}

#[test]
fn a_refusal_names_its_field_and_exits_with_two() {
    let ctl = Ctl::at_home();
    for (arguments, field) in [
        (["--cron", "75 2 * * *", "--zone", "UTC"], "trigger.cron"),
        (["--cron", "0 0 31 2 *", "--zone", "UTC"], "trigger.cron"),
        (
            ["--cron", "0 0 * * *", "--zone", "Mars/Olympus"],
            "trigger.zone",
        ),
        (["--cron", "0 0 * * *", "--from", "soon"], "from"),
    ] {
        let failure = ctl.fails(&[&["schedule", "next"], &arguments[..]].concat());
        assert_eq!(failure.exit_code, 2, "{failure:?}");
        assert_eq!(failure.code, "invalid");
        assert_eq!(failure.field.as_deref(), Some(field), "{failure:?}");
    }
}

#[test]
fn help_lists_the_exit_codes() {
    let help = Ctl::at_home().text(&["--help"]);
    assert!(help.contains("Exit codes:"));
    assert!(help.contains("4  conflict"));
}
