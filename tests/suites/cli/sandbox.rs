use crate::ctl::Ctl;

const SATURDAY: &str = "2026-10-24T20:00:00Z";

#[test]
fn a_sandbox_is_made_its_clock_moved_and_its_worker_follows() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("travel.db").display().to_string();
    Ctl::at_home().json(&["sandbox", "create", &file, "--tenant", "Travellers"]);
    let ctl = Ctl::on(&file);
    let set = ctl.json(&["sandbox", "clock", "set", SATURDAY]);
    assert_eq!(set["now"], "2026-10-24T20:00:00Z");
    assert_eq!(set["clock"]["words"], "held");
    // The program is not there, which a virtual clock does not mind.
    let tenant = ["--tenant", "Travellers"];
    let definition = [
        "definition",
        "create",
        "Program",
        "--command",
        "/nowhere/at-all",
    ];
    ctl.json(&[&definition[..], &tenant].concat());
    let routine = [
        "routine",
        "create",
        "Night ledger",
        "--definition",
        "Program",
    ];
    let told = ["--instruction", "Close the day.", "--cron", "30 2 * * *"];
    let zone = ["--zone", "Europe/Vienna"];
    ctl.json(&[&routine[..], &tenant, &told, &zone].concat());
    let worker = ctl.worker("traveller");
    let jumped = ctl.json(&["sandbox", "clock", "jump", "next_fire"]);
    assert_eq!(jumped["now"], "2026-10-25T00:30:00Z");
    let run = loop {
        let runs = ctl.json(&["runs", "list", "--routine", "Night ledger"]);
        if runs["rows"][0]["status"] == "succeeded" {
            break runs["rows"][0]["id"].as_str().unwrap().to_owned();
        }
    };
    let run = ctl.json(&["runs", "show", &run]);
    let output = run["output"].as_str().unwrap();
    assert!(output.contains("Only simulated"), "{output}");
    worker.stop();
    let change = ctl.json(&["sandbox", "show"])["change"]["words"].clone();
    assert_eq!(change, "03:00 becomes 02:00");
    let faults = ctl.json(&[
        "sandbox",
        "faults",
        "--fault",
        "hub_unavailable=4",
        "--seed",
        "7",
    ]);
    assert_eq!(faults["faults"]["hub_unavailable"], 4);
    let wrong = ctl
        .command(&["sandbox", "faults", "--fault", "floods"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    ctl.json(&["sandbox", "clock", "real"]);
}

#[test]
fn the_demo_is_a_sandbox_and_another_database_is_none() {
    let ctl = Ctl::at_home();
    ctl.json(&["demo"]);
    assert_eq!(ctl.json(&["sandbox", "show"])["is_sandbox"], true);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("desk.db").display().to_string();
    let other = Ctl::on(&file);
    other.json(&["migrate", "--tenant", "Acme"]);
    let refused = other.fails(&["sandbox", "clock", "hold"]);
    assert_eq!((refused.exit_code, refused.code.as_str()), (2, "refused"));
    assert!(
        refused.message.contains("no sandbox"),
        "{}",
        refused.message
    );
}

#[test]
fn days_ahead_are_simulated_and_leave_nothing_behind() {
    let ctl = Ctl::at_home();
    ctl.json(&["demo"]);
    let before = ctl.json(&["routine", "list", "--sort", "name"]);
    let report = ctl.json(&[
        "simulate",
        "Shift handover notes",
        "--days",
        "7",
        "--seed",
        "4107",
        "--fault",
        "hub_unavailable=50",
    ]);
    assert_eq!(report["tally"]["lost"], 0);
    assert_eq!(report["tally"]["doubled"], 0);
    assert!(report["tally"]["due"].as_u64().unwrap() >= 83);
    assert!(report["tally"]["schedule_failed"].as_u64().is_some());
    assert_eq!(report["faults"]["seed"], 4107);
    let after = ctl.json(&["routine", "list", "--sort", "name"]);
    for (one, other) in before["rows"]
        .as_array()
        .unwrap()
        .iter()
        .zip(after["rows"].as_array().unwrap())
    {
        assert_eq!(one["next_fire_at"], other["next_fire_at"]);
    }
    let text = ctl.text(&["simulate", "Shift handover notes", "--days", "1"]);
    assert!(text.contains("schedule-failed"), "{text}");
    let refused = ctl.fails(&["simulate", "--days", "0"]);
    assert_eq!(refused.field.as_deref(), Some("days"));
}
