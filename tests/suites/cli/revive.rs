use routine_tests::{TestDatabase, on_both};
use serde_json::Value;

use crate::ctl::Ctl;

on_both! { a_plan_brings_dead_letters_back_and_takes_them_out_again }

/// Two routines, each with a refused launch behind it that was one too many.
async fn dead(db: &TestDatabase) -> Ctl {
    let ctl = Ctl::on(&db.url);
    ctl.json(&["migrate", "--tenant", "Acme"]);
    let policy = ["minimum_interval_seconds=1", "dead_letter_after=1"];
    ctl.json(&[&["tenant", "set-policy", "Acme"][..], &policy].concat());
    let refuses = ["--simulated", "succeeds=0,refuses=1"];
    let definition = ["definition", "create", "Digest", "--tenant", "Acme"];
    ctl.json(&[&definition[..], &refuses].concat());
    for name in ["Morning", "Evening"] {
        ctl.json(&[
            "routine",
            "create",
            name,
            "--tenant",
            "Acme",
            "--definition",
            "Digest",
            "--instruction",
            "Do it.",
            "--cron",
            "0 9 * * *",
            "--zone",
            "UTC",
        ]);
    }
    db.execute("UPDATE routines SET next_fire_at = created_at")
        .await
        .unwrap();
    ctl.json(&["sweep"]);
    ctl
}

fn outcomes(plan: &Value) -> Vec<&str> {
    let items = plan["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["outcome"].as_str().unwrap_or("waits"))
        .collect()
}

async fn a_plan_brings_dead_letters_back_and_takes_them_out_again(db: TestDatabase) {
    let ctl = dead(&db).await;
    let draft = ctl.json(&["revive", "plan", "--lane", "dead"]);
    assert_eq!(draft["candidates"].as_array().unwrap().len(), 2);
    assert!(ctl.json(&["revive", "list"]).as_array().unwrap().is_empty());

    let begin = ["--no-canary", "--spread", "0", "--start"];
    let plan = ctl.json(&[&["revive", "plan", "Morning", "Evening"][..], &begin].concat());
    let id = plan["id"].as_str().unwrap();
    assert_eq!(outcomes(&plan), ["waits", "waits"]);
    ctl.json(&["sweep"]);
    let done = ctl.json(&["revive", "status", id]);
    assert_eq!(done["status"], "done");
    assert_eq!(outcomes(&done), ["revived", "revived"]);

    let undone = ctl.json(&["revive", "undo", id]);
    assert_eq!(outcomes(&undone), ["undone", "undone"]);
    let state = &ctl.json(&["routine", "show", "Morning"])["row"]["state"];
    assert_eq!(state["kind"], "dead_lettered");
    let refused = ctl.fails(&["revive", "stop", id]);
    assert_eq!(refused.code, "refused", "{}", refused.message);
}
