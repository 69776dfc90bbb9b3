use routine_tests::{TestDatabase, on_both};
use serde_json::{Value, json};

use crate::ctl::Ctl;

on_both! {
    from_a_tenant_to_a_run,
    failures_have_their_own_exit_codes,
    many_are_changed_at_once_and_each_is_told,
    programs_run_only_where_they_are_allowed,
    a_hub_is_told_what_to_start,
    a_run_is_cancelled_and_replayed,
}

fn prepared(db: &TestDatabase) -> Ctl {
    let ctl = Ctl::on(&db.url);
    ctl.json(&["migrate", "--tenant", "Acme"]);
    ctl.json(&["tenant", "set-policy", "Acme", "minimum_interval_seconds=1"]);
    ctl.json(&[
        "definition",
        "create",
        "Digest",
        "--tenant",
        "Acme",
        "--simulated",
        "succeeds=1",
    ]);
    ctl
}

async fn a_hub_is_told_what_to_start(db: TestDatabase) {
    let ctl = prepared(&db);
    let made = ctl.json(&[
        "definition",
        "create",
        "Report",
        "--tenant",
        "Acme",
        "--http",
        "http://127.0.0.1:8400/internal/routines/run",
        "--command",
        "/bin/echo",
        "--repeatable",
        "--",
        "hello",
        "there",
    ]);
    let expected = json!({
        "program": "/bin/echo",
        "args": ["hello", "there"],
        "time_limit_seconds": 3_600,
        "repeatable": true,
    });
    assert_eq!(made["launcher"]["launcher"], "http");
    assert_eq!(made["launcher"]["command"], expected);
}

fn create<'a>(ctl: &Ctl, name: &'a str, definition: &'a str, trigger: &[&'a str]) -> Value {
    let common = [
        "routine",
        "create",
        name,
        "--tenant",
        "Acme",
        "--definition",
        definition,
        "--instruction",
        "Do it.",
    ];
    ctl.json(&[&common[..], trigger].concat())
}

async fn from_a_tenant_to_a_run(db: TestDatabase) {
    let ctl = prepared(&db);
    let made = create(
        &ctl,
        "Morning",
        "Digest",
        &["--cron", "0 9 * * *", "--zone", "Europe/Vienna"],
    );
    assert_eq!(made["row"]["state"]["kind"], "scheduled");
    assert_eq!(made["next_fires"].as_array().unwrap().len(), 10);

    let paused = ctl.json(&["routine", "pause", "Morning", "--reason", "Holiday"]);
    assert_eq!(paused["row"]["state"]["reason"], "Holiday");
    let resumed = ctl.json(&["routine", "resume", "Morning", "--revision", "2"]);
    assert_eq!(resumed["row"]["next_fire_at"], made["row"]["next_fire_at"]);

    let run = ctl.json(&[
        "routine",
        "run",
        "Morning",
        "--input",
        r#"{"only":"today"}"#,
    ]);
    let swept = ctl.json(&["sweep", "--name", "night-job"]);
    assert_eq!(
        (&swept["claimed"], &swept["worker"]),
        (&1.into(), &"night-job".into())
    );
    let id = run["id"].as_str().unwrap();
    let shown = ctl.json(&["runs", "show", id]);
    assert_eq!(shown["row"]["status"], "succeeded");
    assert_eq!(shown["input"], r#"{"only":"today"}"#);
    let late = ctl.json(&["runs", "finish", id, "--failed", "Too late"]);
    assert_eq!(late["kind"], "lost_the_race");
    let listed = ctl.json(&[
        "runs",
        "list",
        "--routine",
        "Morning",
        "--status",
        "succeeded",
    ]);
    assert_eq!(listed["rows"].as_array().unwrap().len(), 1);

    ctl.json(&["routine", "delete", "Morning"]);
    let listed = ctl.json(&["routine", "list"]);
    assert_eq!(
        (&listed["matching"], &listed["counts"]["deleted"]),
        (&0.into(), &1.into())
    );
    let restored = ctl.json(&["routine", "delete", "Morning", "--undo"]);
    assert_eq!(restored["row"]["state"]["kind"], "scheduled");
    assert!(
        ctl.text(&["routine", "list"])
            .contains("At 09:00 every day")
    );
}

async fn failures_have_their_own_exit_codes(db: TestDatabase) {
    let ctl = prepared(&db);
    create(&ctl, "Morning", "Digest", &["--manual"]);
    create(&ctl, "Twin", "Digest", &["--manual"]);
    create(&ctl, "Twin", "Digest", &["--manual"]);
    for (arguments, exit_code, code) in [
        (
            &["routine", "pause", "Morning", "--revision", "7"][..],
            4,
            "conflict",
        ),
        (&["routine", "show", "Evening"], 3, "not_found"),
        (&["routine", "show", "Twin"], 2, "invalid"),
        (&["routine", "resume", "Morning"], 2, "refused"),
        (&["routine", "run", "Morning", "--input", "{"], 2, "invalid"),
        (
            &["tenant", "set-policy", "Acme", "colour=red"],
            2,
            "invalid",
        ),
        (&["tenant", "create", "Acme"], 2, "invalid"),
        (&["runs", "show", "abc"], 2, "invalid"),
        (
            &[
                "routine",
                "list",
                "--database",
                "postgres://x@127.0.0.1:9/x",
            ],
            5,
            "unavailable",
        ),
    ] {
        let failure = ctl.fails(arguments);
        assert_eq!(
            (failure.exit_code, failure.code.as_str()),
            (exit_code, code),
            "{failure:?}"
        );
    }
    let unmigrated = Ctl::at_home().fails(&["tenant", "list"]);
    assert_eq!(
        (unmigrated.exit_code, unmigrated.code.as_str()),
        (5, "older_schema")
    );
    assert!(
        unmigrated.message.ends_with("Migrate it first."),
        "{unmigrated:?}"
    );
}

async fn programs_run_only_where_they_are_allowed(db: TestDatabase) {
    let ctl = prepared(&db);
    ctl.json(&[
        "definition",
        "create",
        "Echo",
        "--tenant",
        "Acme",
        "--command",
        "/usr/bin/env",
        "--",
        "echo",
        "hello",
    ]);
    create(&ctl, "Greeting", "Echo", &["--manual"]);
    let run = ctl.json(&["routine", "run", "Greeting"]);
    let id = run["id"].as_str().unwrap();
    assert_eq!(ctl.json(&["sweep"])["claimed"], 0);
    assert_eq!(ctl.json(&["sweep", "--allow-commands"])["claimed"], 1);
    let shown = ctl.json(&["runs", "show", id]);
    assert_eq!(
        (&shown["row"]["status"], &shown["output"]),
        (&"succeeded".into(), &"hello\n".into())
    );
}

async fn a_run_is_cancelled_and_replayed(db: TestDatabase) {
    let ctl = prepared(&db);
    create(&ctl, "By hand", "Digest", &["--manual"]);
    let asked = ctl.json(&["routine", "run", "By hand"]);
    let id = asked["id"].as_str().unwrap();
    assert_eq!(ctl.json(&["runs", "cancel", id]), "cancelled");
    let again = ctl.fails(&["runs", "cancel", id]);
    assert_eq!(again.code, "refused");
    let replay = ctl.json(&["runs", "replay", id, "--input", r#"{"n":2}"#]);
    assert_eq!(replay["cause"], "replay");
    let shown = ctl.json(&["runs", "show", replay["id"].as_str().unwrap()]);
    assert_eq!(shown["replay_of"], asked["id"]);
    assert_eq!(shown["input"], r#"{"n":2}"#);
    for action in ["try-now", "stop-retrying"] {
        let refused = ctl.fails(&["routine", action, "By hand"]);
        assert_eq!(refused.message, "Nothing of it waits to be launched again.");
    }
    ctl.json(&["runs", "cancel", replay["id"].as_str().unwrap()]);
    ctl.json(&["routine", "delete", "By hand"]);
    let deleted = ctl.json(&["routine", "list", "--view", "deleted"]);
    let routine = deleted["rows"][0]["id"].as_str().unwrap();
    let restored = ctl.json(&["routine", "restore", routine]);
    assert_eq!(restored["row"]["state"]["kind"], "manual");
}

async fn many_are_changed_at_once_and_each_is_told(db: TestDatabase) {
    let ctl = prepared(&db);
    for name in ["One", "Two"] {
        create(&ctl, name, "Digest", &["--manual"]);
    }
    ctl.json(&["routine", "pause", "Two"]);
    let bulk = |more: &[&str]| ctl.json(&[&["routine", "bulk"], more].concat());
    assert_eq!(bulk(&["pause", "--dry-run"])["matching"], 2);
    let report = bulk(&["pause", "--trigger", "manual", "--reason", "Holiday"]);
    assert_eq!(report["done"], 1);
    assert_eq!(report["left_out"][0]["name"], "Two");
    assert_eq!(bulk(&["resume", "--state", "off"])["done"], 2);
}
