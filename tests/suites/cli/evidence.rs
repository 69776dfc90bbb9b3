//! The proof and the explanation as the command line gives them.

use routine_domain::{Instant, LauncherKind, instant::rfc3339};
use routine_store::model::WorkerIdentity;
use routine_tests::{Engine, Seed, TestDatabase, instant, on_both};
use serde_json::Value;

use crate::ctl::Ctl;

on_both! {
    evidence_succeeds_while_nothing_is_lost_and_fails_once_something_is,
    a_lost_time_is_explained,
}

fn minutes(count: i64) -> Instant {
    instant(count * 60)
}

fn written(db: &TestDatabase, at: Instant) -> String {
    match db.engine {
        Engine::Sqlite => at.timestamp_millis().to_string(),
        Engine::Postgres => format!("'{}'", rfc3339(at)),
    }
}

/// A routine of every minute; somebody looked at the first three, and half a minute has passed.
async fn lived(db: &TestDatabase) -> Ctl {
    let seed = Seed::new(&*db.store).await;
    seed.create(&*db.store, &seed.routine("Standup")).await;
    let worker = WorkerIdentity {
        name: "w1".into(),
        version: "1.0.0".into(),
        zone_data: "2026a".into(),
        launchers: vec![LauncherKind::Simulated],
        secrets: Vec::new(),
        poll_seconds: 30,
        clock_offset_ms: 0,
        started_at: instant(0),
    };
    for minute in 1..=3 {
        let now = minutes(minute);
        db.store.claim_due(&worker, &[], 500, now).await.unwrap();
    }
    let clock = format!(
        "UPDATE environment SET sandbox = TRUE, manual_now = {}",
        written(db, minutes(3) + chrono::Duration::seconds(30))
    );
    db.execute(clock).await.unwrap();
    Ctl::on(&db.url)
}

async fn lose_the_second(db: &TestDatabase) {
    let second = written(db, minutes(2));
    let gone = format!("DELETE FROM runs WHERE scheduled_for = {second}");
    assert_eq!(db.execute(gone).await.unwrap(), 1);
}

async fn evidence_succeeds_while_nothing_is_lost_and_fails_once_something_is(db: TestDatabase) {
    let ctl = lived(&db).await;
    let report = ctl.json(&["evidence"]);
    let tally = &report["tally"];
    assert_eq!((&tally["due"], &tally["lost"]), (&3.into(), &0.into()));
    assert!(ctl.text(&["evidence"]).starts_with("Every occurrence"));

    lose_the_second(&db).await;
    let output = ctl.command(&["evidence", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["tally"]["lost"], 1);
    let finding = &report["routines"][0]["findings"][0];
    assert_eq!(finding["bucket"], "lost");
    let output = ctl.command(&["evidence"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("1 lost and 0 doubled"), "{told}");
    let at = rfc3339(minutes(2));
    assert!(told.contains(&format!("Standup: lost at {at}")), "{told}");

    // A window without it is clean.
    let after = rfc3339(minutes(3));
    let report = ctl.json(&["evidence", "--routine", "Standup", "--from", &after]);
    assert_eq!(report["tally"]["due"], 1);
}

async fn a_lost_time_is_explained(db: TestDatabase) {
    let ctl = lived(&db).await;
    lose_the_second(&db).await;
    let explain = |minute| {
        let at = rfc3339(minutes(minute));
        ctl.json(&["explain", "Standup", &at])
    };
    let (lost, open) = (explain(2), explain(1));
    let answer = |told: &Value| told["answer"].as_str().unwrap().to_owned();
    assert!(answer(&lost).starts_with("Lost: "), "{lost}");
    assert!(!answer(&open).starts_with("Lost: "), "{open}");
    let checks = lost["checks"].as_array().unwrap();
    let deciding = checks.iter().filter(|check| check["decides"] == true);
    assert_eq!((checks.len(), deciding.count()), (8, 1));
    assert!(open["run_id"].is_string() && lost["run_id"].is_null());
    let told = ctl.text(&["explain", "Standup", &rfc3339(minutes(2))]);
    assert!(
        told.contains("Lost: ") && told.contains("Was it on?"),
        "{told}"
    );
    let failure = ctl.fails(&["explain", "Nobody"]);
    assert_eq!(failure.code, "not_found");
}
