use routine_domain::zone::TZDB_VERSION;
use routine_tests::{TestDatabase, on_both};
use serde_json::Value;

use crate::ctl::Ctl;

on_both! { a_healthy_database_is_told_with_its_zone_data }

fn check<'a>(report: &'a Value, name: &str) -> (&'a str, &'a str) {
    let checks = report["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == name).unwrap();
    let text = |key: &str| check[key].as_str().unwrap();
    (text("verdict"), text("sentence"))
}

async fn a_healthy_database_is_told_with_its_zone_data(db: TestDatabase) {
    let ctl = Ctl::on(&db.url);
    ctl.json(&["migrate", "--tenant", "Acme"]);
    let report = ctl.json(&["doctor"]);
    for name in ["Reachable", "Signed in", "Schema", "Clock"] {
        assert_eq!(check(&report, name).0, "ok", "{report}");
    }
    let own = format!("tzdb {TZDB_VERSION}, compiled in");
    assert_eq!(check(&report, "Zone data"), ("ok", &*format!("{own}.")));

    ctl.json(&[
        "definition",
        "create",
        "Digest",
        "--tenant",
        "Acme",
        "--simulated",
        "succeeds=1",
    ]);
    let created = [
        "routine",
        "create",
        "Daily",
        "--tenant",
        "Acme",
        "--definition",
        "Digest",
        "--instruction",
        "Do it.",
        "--cron",
        "@daily",
    ];
    ctl.json(&created);
    db.execute("UPDATE routines SET zone_data = '1999z'")
        .await
        .unwrap();
    let report = ctl.json(&["doctor"]);
    let (verdict, sentence) = check(&report, "Zone data");
    assert_eq!(verdict, "warning");
    assert!(sentence.starts_with(&format!("{own}; 1 routine computed with another one.")));
    ctl.json(&["sweep"]);
    let report = ctl.json(&["doctor"]);
    assert_eq!(check(&report, "Zone data").0, "ok");
    assert!(ctl.text(&["doctor"]).contains(&own));
}

#[test]
fn a_check_that_failed_fails_the_command() {
    let ctl = Ctl::on("postgres://nobody@127.0.0.1:9/nothing");
    let output = ctl.command(&["doctor", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(10));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(check(&report, "Reachable").0, "failed");
    assert_eq!(check(&report, "Zone data").0, "not_reached");
}
