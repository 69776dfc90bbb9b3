use std::collections::BTreeSet;

use routine_tests::{TestDatabase, on_both};

use crate::{ctl::Ctl, receiver::Receiver};

on_both! {
    two_workers_claim_each_occurrence_once,
    a_killed_worker_is_taken_over_under_the_same_key,
    a_worker_that_is_told_to_stop_says_goodbye,
}

/// A database with a definition that hands off to the receiver.
fn handing_off(db: &TestDatabase, receiver: &Receiver) -> Ctl {
    let ctl = Ctl::on(&db.url);
    ctl.json(&["migrate", "--tenant", "Acme"]);
    ctl.json(&[
        "tenant",
        "set-policy",
        "Acme",
        "minimum_interval_seconds=1",
        "lease_seconds=3",
        "launch_timeout_seconds=2",
    ]);
    ctl.json(&[
        "definition",
        "create",
        "Hub",
        "--tenant",
        "Acme",
        "--http",
        &receiver.url,
    ]);
    ctl
}

fn create(ctl: &Ctl, name: &str, trigger: &[&str]) {
    let common = [
        "routine",
        "create",
        name,
        "--tenant",
        "Acme",
        "--definition",
        "Hub",
        "--instruction",
        "Do it.",
    ];
    ctl.json(&[&common[..], trigger].concat());
}

async fn two_workers_claim_each_occurrence_once(db: TestDatabase) {
    let receiver = Receiver::start(true).await;
    let ctl = handing_off(&db, &receiver);
    for number in 0..5 {
        create(&ctl, &format!("Every second {number}"), &["--every", "1"]);
    }
    let workers = [ctl.worker("one"), ctl.worker("two")];
    receiver.called(30).await;
    for worker in workers {
        worker.stop();
    }
    let calls = receiver.calls();
    assert!(calls.values().all(|count| *count == 1), "{calls:?}");
    let keys = db
        .texts("SELECT idempotency_key FROM runs WHERE status = 'succeeded'")
        .await;
    let distinct: BTreeSet<_> = keys.iter().cloned().collect();
    assert_eq!(distinct.len(), keys.len(), "one run per occurrence");
    assert_eq!(distinct, calls.into_keys().collect());
    let open = db
        .texts("SELECT status FROM runs WHERE status IN ('claimed', 'launching', 'running')")
        .await;
    assert!(open.is_empty(), "{open:?}");
}

async fn a_killed_worker_is_taken_over_under_the_same_key(db: TestDatabase) {
    let receiver = Receiver::start(false).await;
    let ctl = handing_off(&db, &receiver);
    create(&ctl, "By hand", &["--manual"]);
    ctl.json(&["routine", "run", "By hand"]);
    let first = ctl.worker("first");
    receiver.called(1).await;
    first.kill();
    receiver.answer();
    let second = ctl.worker("second");
    receiver.called(2).await;
    second.stop();
    let calls = receiver.calls();
    assert_eq!(calls.values().copied().collect::<Vec<_>>(), [2]);
    let runs = ctl.json(&["runs", "list"]);
    let [run] = runs["rows"].as_array().unwrap().as_slice() else {
        panic!("{runs}");
    };
    let shown = ctl.json(&["runs", "show", run["id"].as_str().unwrap()]);
    assert_eq!(shown["row"]["status"], "succeeded");
    assert_eq!(shown["take_overs"], 1);
    assert!(calls.contains_key(shown["idempotency_key"].as_str().unwrap()));
}

async fn a_worker_that_is_told_to_stop_says_goodbye(db: TestDatabase) {
    let receiver = Receiver::start(true).await;
    let ctl = handing_off(&db, &receiver);
    create(&ctl, "Every second", &["--every", "1"]);
    let worker = ctl.worker("steady");
    receiver.called(2).await;
    worker.stop();
    let stopped = db
        .texts("SELECT name FROM workers WHERE stopped_at IS NOT NULL")
        .await;
    assert_eq!(stopped, ["steady"]);
    let failure = ctl.fails(&["worker", "--database", "/nowhere/desk.db"]);
    assert_eq!(failure.exit_code, 2);
}
