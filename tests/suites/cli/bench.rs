use routine_tests::{Engine, run_on_each};
use serde_json::Value;

use crate::ctl::Ctl;

#[test]
fn a_burst_is_measured_beside_its_floor() {
    let [sqlite, postgres] = run_on_each(|db| async move {
        let small = ["bench", "burst", "--routines", "200", "--rounds", "5"];
        (db.engine, Ctl::on(&db.url).json(&small))
    });
    for (engine, report) in [sqlite, postgres] {
        let number = |name: &str| {
            report[name]
                .as_f64()
                .unwrap_or_else(|| panic!("{name}: {report}"))
        };
        let name = match engine {
            Engine::Sqlite => "sqlite",
            Engine::Postgres => "postgres",
        };
        assert_eq!(report["scenario"], "burst");
        assert_eq!(report["database"], name);
        assert_eq!(
            (number("routines"), number("workers"), number("runs")),
            (200.0, 1.0, 5.0)
        );
        let ratio = number("fires_per_second") / number("floor_fires_per_second");
        assert!((ratio - number("ratio_to_floor")).abs() < 0.01, "{report}");
        assert!(report["machine"]["cores"].as_u64() > Some(0), "{report}");
        assert_ne!(report["settings"]["version"], Value::Null);
    }
}

/// What every scenario says, whatever it measures.
fn assert_told(report: &Value, scenario: &str, routines: u32, own: &[&str]) {
    assert_eq!(report["scenario"], scenario);
    assert_eq!(report["routines"], routines, "{report}");
    let common = [
        "workers",
        "runs",
        "floor_fires_per_second",
        "ratio_to_floor",
    ];
    for name in common.iter().chain(own) {
        assert!(report[*name].is_number(), "{name}: {report}");
    }
}

#[test]
fn an_idle_worker_is_watched() {
    for (_, report) in run_on_each(|db| async move {
        let small = ["--routines", "300", "--rounds", "2", "--seconds", "1"];
        let small = [&["bench", "idle"], &small[..]].concat();
        (db.engine, Ctl::on(&db.url).json(&small))
    }) {
        let own = [
            "polls_per_second",
            "growth",
            "processor_percent",
            "statements_in_5_seconds",
        ];
        assert_told(&report, "idle", 300, &own);
    }
}

#[test]
fn lateness_is_measured_at_a_steady_rate() {
    for (_, report) in run_on_each(|db| async move {
        let small = ["--routines", "600", "--rate", "10", "--seconds", "2"];
        let small = [&["bench", "pickup"], &small[..]].concat();
        (db.engine, Ctl::on(&db.url).json(&small))
    }) {
        let own = [
            "fires_per_second",
            "lateness_p50_ms",
            "lateness_p99_ms",
            "edit_seen_p99_ms",
            "beside_a_silent_endpoint_p99_ms",
        ];
        assert_told(&report, "pickup", 600, &own);
    }
}

#[test]
fn pages_of_a_long_history_are_measured() {
    for (_, report) in run_on_each(|db| async move {
        let small = ["--routines", "50", "--rounds", "1", "--stored", "2000"];
        let small = [&["bench", "history"], &small[..]].concat();
        (db.engine, Ctl::on(&db.url).json(&small))
    }) {
        let own = [
            "pages_per_second",
            "newest_p95_ms",
            "tenant_growth",
            "routine_p50_ms",
            "schedule_failed_p50_ms",
            "no_such_status_p50_ms",
            "deep_p50_ms",
        ];
        assert_told(&report, "history", 50, &own);
    }
}

#[test]
fn a_race_with_a_killed_worker_loses_nothing() {
    for (_, report) in run_on_each(|db| async move {
        let small = ["bench", "race", "--routines", "300", "--rounds", "1"];
        (db.engine, Ctl::on(&db.url).json(&small))
    }) {
        let own = ["fires_per_second", "two_to_one", "seconds_with_one_killed"];
        assert_told(&report, "race", 300, &own);
        assert_eq!(report["due"], 300.0, "{report}");
        assert_eq!(
            (&report["lost"], &report["doubled"]),
            (&0.0.into(), &0.0.into()),
            "{report}"
        );
    }
}

#[test]
fn hand_offs_are_measured_beside_a_bare_handler() {
    let reports = run_on_each(|db| async move {
        let small = ["bench", "hand-off", "--runs", "40", "--rounds", "2"];
        Ctl::on(&db.url).json(&[&small[..], &["--in-flight", "8"]].concat())
    });
    for report in reports {
        let number = |name: &str| report[name].as_f64().unwrap_or_default();
        assert_eq!(report["scenario"], "hand-off");
        assert_eq!((number("routines"), number("in_flight")), (40.0, 8.0));
        let (ours, floor) = (
            number("hand_offs_per_second"),
            number("floor_hand_offs_per_second"),
        );
        assert!(ours > 0.0 && floor > 0.0, "{report}");
        assert!(
            number("hand_off_p50_ms") <= number("hand_off_p99_ms"),
            "{report}"
        );
        assert!(number("floor_p50_ms") > 0.0, "{report}");
    }
}

#[test]
fn a_database_is_filled_with_what_was_asked_for() {
    run_on_each(|db| async move {
        let ctl = Ctl::on(&db.url);
        ctl.json(&["demo", "--routines", "300", "--runs", "1000"]);
        let page = ctl.json(&["runs", "list"]);
        assert!(!page["rows"].as_array().unwrap().is_empty(), "{page}");
        let counted = "SELECT CAST(sum(runs) AS TEXT) FROM run_counts";
        assert_eq!(db.texts(counted).await, ["1000"]);
        let stray = "SELECT CAST(count(*) AS TEXT) FROM runs AS u WHERE NOT EXISTS
            (SELECT 1 FROM routines AS r WHERE r.id = u.routine_id AND r.tenant_id = u.tenant_id)";
        assert_eq!(db.texts(stray).await, ["0"]);
        let refused = ctl.fails(&["demo", "--runs", "1"]);
        assert!(
            refused.message.contains("already has tenants"),
            "{}",
            refused.message
        );
    });
}
