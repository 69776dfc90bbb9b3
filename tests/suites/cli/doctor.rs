use routine_domain::zone::TZDB_VERSION;
use routine_tests::{Engine, TestDatabase, on_both};
use serde_json::Value;

use crate::{
    ctl::Ctl,
    service::{Service, free_address},
};

on_both! {
    a_healthy_database_is_told_with_its_zone_data,
    secrets_and_hubs_are_asked_for_where_it_runs,
}

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

async fn secrets_and_hubs_are_asked_for_where_it_runs(db: TestDatabase) {
    let ctl = Ctl::on(&db.url);
    ctl.json(&["migrate", "--tenant", "Acme"]);
    let doctor = |secret: Option<&str>| {
        let mut command = ctl.command(&["doctor", "--json"]);
        if let Some(secret) = secret {
            command.env("ROUTINE_SECRET_HUB", secret);
        }
        let output = command.output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code().unwrap(), report)
    };
    let (code, report) = doctor(None);
    assert_eq!(code, 0, "{report}");
    assert_eq!(check(&report, "Secrets"), ("ok", "None is in use."));
    assert_eq!(
        check(&report, "Hand-off"),
        ("ok", "No definition hands anything off.")
    );
    assert!(check(&report, "Role").1.contains("migrate") || db.engine == Engine::Sqlite);

    let address = free_address();
    let url = format!("http://{address}/internal/routines/run");
    let define = ["definition", "create", "Hub", "--tenant", "Acme"];
    ctl.json(&[&define[..], &["--http", &url, "--secret", "HUB"]].concat());
    let (code, report) = doctor(None);
    let (verdict, sentence) = check(&report, "Secrets");
    assert_eq!((code, verdict), (20, "failed"));
    assert!(sentence.starts_with("Not known here: HUB. Set ROUTINE_SECRET_HUB"));
    let (code, report) = doctor(Some("right"));
    assert_eq!(code, 21, "{report}");
    assert!(check(&report, "Hand-off").1.contains("cannot be asked"));

    let mut hub = ctl.command(&["hub", "--listen", &address, "--runner", "simulated"]);
    hub.env("ROUTINE_SECRET_HUB", "right")
        .env("RUST_LOG", "info");
    let hub = Service::start(&mut hub, "listening").await;
    let (code, report) = doctor(Some("right"));
    assert_eq!(code, 0, "{report}");
    assert_eq!(
        check(&report, "Hand-off"),
        ("ok", &*format!("http://{address} accepts the secret HUB."))
    );
    let (code, report) = doctor(Some("wrong"));
    assert_eq!(code, 21);
    assert!(
        check(&report, "Hand-off")
            .1
            .contains("refuses the secret HUB")
    );
    hub.stop();
    // Nothing of it was written.
    let asked = db.texts("SELECT worker FROM hub_probes").await;
    assert!(asked.is_empty(), "{asked:?}");
}

#[test]
fn a_check_that_failed_fails_the_command() {
    let ctl = Ctl::on("postgres://nobody@127.0.0.1:9/nothing");
    let output = ctl.command(&["doctor", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(10));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(check(&report, "Reachable").0, "failed");
    assert_eq!(check(&report, "Zone data").0, "not_reached");
    assert_eq!(check(&report, "Hand-off").0, "not_reached");
    // Without tables the rest cannot be looked at, though nothing has failed.
    let output = Ctl::at_home().command(&["doctor"]).output().unwrap();
    assert_eq!(output.status.code(), Some(10));
}
