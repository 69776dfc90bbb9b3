use std::{fs, path::Path};

use routine_tests::{TestDatabase, on_both};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::ctl::Ctl;

on_both! {
    a_preview_says_the_same_and_writes_nothing,
    a_second_import_passes_over_what_is_there,
    the_floor_refuses_a_line_and_no_other,
    an_imported_command_does_what_it_does_in_cron,
}

fn prepared(db: &TestDatabase) -> Ctl {
    let ctl = Ctl::on(&db.url);
    ctl.json(&["migrate", "--tenant", "Acme"]);
    ctl
}

fn data(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/crontabs");
    folder.join(name).display().to_string()
}

fn written(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("crontab");
    fs::write(&file, text).unwrap();
    (folder, file.display().to_string())
}

fn import(ctl: &Ctl, file: &str, more: &[&str]) -> Value {
    preview(ctl, file, &[&["--apply"], more].concat())
}

fn preview(ctl: &Ctl, file: &str, more: &[&str]) -> Value {
    let common = ["import", "--crontab", file, "--zone", "Europe/Vienna"];
    ctl.json(&[&common[..], more].concat())
}

/// The report's counts: created, heeded, skipped, refused.
fn counts(report: &Value) -> [u64; 4] {
    ["created", "heeded", "skipped", "refused"].map(|count| report[count].as_u64().unwrap())
}

fn line(report: &Value, number: u64) -> &Value {
    let lines = report["lines"].as_array().unwrap();
    lines.iter().find(|line| line["line"] == number).unwrap()
}

async fn a_preview_says_the_same_and_writes_nothing(db: TestDatabase) {
    let ctl = prepared(&db);
    let file = data("package-guards");
    let mut preview = preview(&ctl, &file, &["--system"]);
    assert_eq!(counts(&preview), [4, 2, 0, 0]);
    assert_eq!(ctl.json(&["routine", "list"])["matching"], 0);
    assert_eq!(ctl.json(&["definition", "list"]), json!([]));

    let mut made = import(&ctl, &file, &["--system"]);
    let id = line(&made, 9)["routine_id"].as_str().unwrap().to_owned();
    for report in [&mut preview, &mut made] {
        report["applied"] = Value::Null;
        for line in report["lines"].as_array_mut().unwrap() {
            line["routine_id"] = Value::Null;
        }
    }
    assert_eq!(preview, made);
    assert_eq!(
        line(&made, 9)["sentence"],
        "At 02:40 on Sundays, Europe/Vienna. It runs as its worker does, not as root."
    );
    let shown = ctl.json(&["routine", "show", &id]);
    assert_eq!(shown["row"]["state"]["kind"], "off");
    assert_eq!(shown["row"]["name"], "scrub_weekly");
    assert_eq!(
        shown["trigger"],
        json!({"kind": "cron", "expression": "40 2 * * 0", "zone": "Europe/Vienna"})
    );
    let instruction = shown["instruction"].as_str().unwrap();
    assert!(
        instruction.starts_with(&format!(
            "crontab line 9 of {file}, for the user root: test -e"
        )),
        "{instruction}"
    );
}

async fn a_second_import_passes_over_what_is_there(db: TestDatabase) {
    let ctl = prepared(&db);
    let (_folder, file) = written("0 1 * * * tidy\n0 2 * * * tidy\n0 1 * * * tidy\n");
    let first = import(&ctl, &file, &[]);
    assert_eq!(counts(&first), [2, 0, 1, 0]);
    assert_eq!(line(&first, 2)["name"], "tidy (2)");
    assert_eq!(
        line(&first, 3)["sentence"],
        "\"tidy\" runs the same command by the same schedule already."
    );
    assert_eq!(counts(&import(&ctl, &file, &[])), [0, 0, 3, 0]);
    let other_zone = ctl.json(&[
        "import",
        "--crontab",
        &file,
        "--zone",
        "Asia/Tokyo",
        "--apply",
    ]);
    assert_eq!(counts(&other_zone), [2, 0, 1, 0]);
    assert_eq!(line(&other_zone, 1)["name"], "tidy (3)");
    let text = ctl.text(&["import", "--crontab", &file, "--zone", "UTC"]);
    assert!(text.contains("2 created, 0 heeded, 1 skipped, 0 refused."));
    assert!(text.contains("nothing was written"));
}

async fn the_floor_refuses_a_line_and_no_other(db: TestDatabase) {
    let ctl = prepared(&db);
    ctl.json(&[
        "tenant",
        "set-policy",
        "Acme",
        "minimum_interval_seconds=600",
    ]);
    let (_folder, file) = written("*/5 * * * * often\n@hourly seldom\n");
    let report = import(&ctl, &file, &[]);
    assert_eq!(counts(&report), [1, 0, 0, 1]);
    assert_eq!(
        line(&report, 1)["sentence"],
        "Fires every 5 min. The floor is 10 min."
    );
    let definitions = ctl.json(&["definition", "list"]);
    assert_eq!(definitions.as_array().unwrap().len(), 1);
}

async fn an_imported_command_does_what_it_does_in_cron(db: TestDatabase) {
    let ctl = prepared(&db);
    let (_folder, file) = written(concat!(
        "GREETING='good  day'\n",
        "@daily echo \"$GREETING\"; wc -c\n",
        "@daily cat; echo 50\\% >&1%Dear all,%%bye\n",
        "@daily exit 3%x\n",
    ));
    let report = import(&ctl, &file, &["--tenant", "Acme"]);
    let runs = [2, 3, 4].map(|number| {
        let routine = line(&report, number)["routine_id"].as_str().unwrap();
        let run = ctl.json(&["routine", "run", routine]);
        run["id"].as_str().unwrap().to_owned()
    });
    assert_eq!(ctl.json(&["sweep", "--allow-commands"])["claimed"], 3);
    let ended = runs.map(|id| {
        let run = ctl.json(&["runs", "show", &id]);
        let output = run["output"].as_str().unwrap_or_default().to_owned();
        (run["row"]["status"].as_str().unwrap().to_owned(), output)
    });
    let expected = [
        ("succeeded", "good  day\n0\n"),
        ("succeeded", "Dear all,\n\nbye\n50%\n"),
        ("failed", ""),
    ];
    assert_eq!(
        ended,
        expected.map(|(status, output)| (status.to_owned(), output.to_owned()))
    );
}

#[test]
fn what_cannot_be_read_is_refused_by_name() {
    let ctl = Ctl::at_home();
    let failure = ctl.fails(&["import", "--crontab", "/no/such/file"]);
    assert_eq!(
        (failure.exit_code, failure.field.as_deref()),
        (2, Some("crontab"))
    );
    ctl.json(&["demo"]);
    let file = data("person");
    let failure = ctl.fails(&["import", "--crontab", &file]);
    assert_eq!(failure.field.as_deref(), Some("tenant"));
    let named = [
        "import",
        "--crontab",
        &file,
        "--tenant",
        "Alder Freight",
        "--zone",
        "Mars/Olympus",
    ];
    let failure = ctl.fails(&named);
    assert_eq!(
        (failure.exit_code, failure.field.as_deref()),
        (2, Some("trigger.zone"))
    );
}
