//! Out of a database by the command line, and into another.

use std::{fs, path::Path};

use routine_tests::{TestDatabase, on_both};
use serde_json::Value;

use crate::ctl::Ctl;

on_both! {
    a_tenant_moves_to_another_database,
    a_twin_and_a_bundle_are_files,
}

fn prepared(db: &TestDatabase) -> Ctl {
    let ctl = Ctl::on(&db.url);
    ctl.json(&["migrate", "--tenant", "Acme"]);
    ctl.json(&[
        "definition",
        "create",
        "Digest",
        "--tenant",
        "Acme",
        "--simulated",
        "succeeds=1",
    ]);
    ctl.json(&[
        "routine",
        "create",
        "Notes",
        "--tenant",
        "Acme",
        "--definition",
        "Digest",
        "--instruction",
        "Write them.",
        "--cron",
        "0 9 * * *",
        "--zone",
        "Europe/Vienna",
    ]);
    ctl
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

async fn a_tenant_moves_to_another_database(db: TestDatabase) {
    let ctl = prepared(&db);
    let folder = tempfile::tempdir().unwrap();
    let other = Ctl::on(&text(&folder.path().join("other.db")));
    other.json(&["migrate", "--tenant", "First"]);
    for format in ["yaml", "json"] {
        let file = text(&folder.path().join(format!("acme.{format}")));
        let export = ["export", "--tenant", "Acme", "--format", format];
        let said = ctl.text(&[&export[..], &["--output", &file]].concat());
        assert!(said.starts_with("1 tenants, 1 definitions and 1 routines were written"));
        assert_eq!(
            ctl.text(&export).trim_end(),
            fs::read_to_string(&file).unwrap().trim_end()
        );

        let preview = other.text(&["import", &file]);
        let hint = "Add --apply to write it.";
        assert_eq!(preview.contains(hint), format == "yaml", "{preview}");
        let done = other.json(&["import", &file, "--apply"]);
        let made = if format == "yaml" { 3 } else { 0 };
        assert_eq!(
            (done["created"].as_u64(), done["applied"].as_bool()),
            (Some(made), Some(true))
        );
        assert_eq!(done["unchanged"], 3 - made);
    }
    let moved = other.json(&["routine", "show", "Notes"]);
    assert_eq!(moved["trigger"]["zone"], "Europe/Vienna");

    // A part that is refused makes the command fail, and says which.
    let file = folder.path().join("broken.yaml");
    let broken = fs::read_to_string(folder.path().join("acme.yaml")).unwrap();
    fs::write(&file, broken.replace("Europe/Vienna", "Mars/Olympus")).unwrap();
    let output = other
        .command(&["import", &text(&file), "--json"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["refused"], 1);
    let failure = other.fails(&["import", "/no/such/file"]);
    assert_eq!(
        (failure.exit_code, failure.field.as_deref()),
        (2, Some("file"))
    );
    let failure = other.fails(&["import"]);
    assert_eq!(failure.exit_code, 2);
}

async fn a_twin_and_a_bundle_are_files(db: TestDatabase) {
    let ctl = prepared(&db);
    let folder = tempfile::tempdir().unwrap();
    let file = text(&folder.path().join("twin.db"));
    let made = ctl.json(&["twin", &file, "--routine", "Notes"]);
    assert_eq!(
        (made["routines"].as_u64(), made["definitions"].as_u64()),
        (Some(1), Some(1))
    );
    let twin = Ctl::on(&file);
    assert_eq!(twin.json(&["routine", "list"])["matching"], 1);

    ctl.json(&["routine", "run", "Notes"]);
    let runs = ctl.json(&["runs", "list"]);
    let run = runs["rows"][0]["id"].as_str().unwrap();
    let bundle = text(&folder.path().join("run.json"));
    let said = ctl.text(&["bundle", run, "--output", &bundle]);
    assert!(said.contains("secrets hidden"));
    let read: Value = serde_json::from_str(&fs::read_to_string(&bundle).unwrap()).unwrap();
    assert_eq!(read["run"]["row"]["id"], run);
    assert_eq!(read["routine"]["row"]["name"], "Notes");
}
