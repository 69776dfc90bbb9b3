//! From a routine's destination to what a person is told, with real processes.

use std::process::Stdio;

use routine_tests::{TestDatabase, on_both};

use crate::{ctl::Ctl, receiver::Receiver};

on_both! {
    a_sweep_delivers_and_the_run_tells_where,
    a_delivery_whose_worker_is_killed_is_made_again_under_its_key,
    a_destination_is_refused_by_its_field,
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
    ctl
}

const CREATE: [&str; 10] = [
    "routine",
    "create",
    "By hand",
    "--tenant",
    "Acme",
    "--definition",
    "Digest",
    "--instruction",
    "Do it.",
    "--manual",
];

async fn a_sweep_delivers_and_the_run_tells_where(db: TestDatabase) {
    let receiver = Receiver::start(true).await;
    let place = receiver.url["http://".len()..].trim_end_matches("/run");
    let ctl = prepared(&db);
    let made = ctl.json(&[&CREATE[..], &["--destination", &receiver.url]].concat());
    assert_eq!(made["destination"]["form"], "json");
    assert_eq!(made["destination_place"], place);
    let shown = ctl.text(&["routine", "show", "By hand"]);
    assert!(shown.contains(&format!("results to  {place}\n")), "{shown}");

    let asked = ctl.json(&["routine", "run", "By hand"]);
    let id = asked["id"].as_str().unwrap();
    assert_eq!(ctl.json(&["sweep", "--name", "night-job"])["claimed"], 1);
    let run = ctl.json(&["runs", "show", id]);
    assert_eq!(run["row"]["status"], "succeeded");
    assert_eq!(run["delivery"]["state"], "delivered");
    assert_eq!(
        run["delivery"]["sentence"],
        format!("Result delivered to {place}.")
    );
    assert_eq!(run["delivery"]["attempts"][0]["worker"], "night-job");
    let keys: Vec<_> = receiver.calls().into_keys().collect();
    assert_eq!(keys, [format!("{id}:delivery")]);
    let shown = ctl.text(&["runs", "show", id]);
    assert!(shown.contains("Result delivered to"), "{shown}");
}

/// The first call got no answer: whether it arrived nobody knows, so that the second says the same key.
async fn a_delivery_whose_worker_is_killed_is_made_again_under_its_key(db: TestDatabase) {
    let receiver = Receiver::start(false).await;
    let ctl = prepared(&db);
    ctl.json(&[&CREATE[..], &["--destination", &receiver.url]].concat());
    let asked = ctl.json(&["routine", "run", "By hand"]);
    let id = asked["id"].as_str().unwrap();
    let mut killed = ctl.command(&["sweep", "--name", "killed"]);
    let mut killed = killed.stdout(Stdio::null()).spawn().unwrap();
    receiver.called(1).await;
    killed.kill().unwrap();
    killed.wait().unwrap();

    receiver.answer();
    ctl.json(&["sweep", "--name", "too-early"]);
    let run = ctl.json(&["runs", "show", id]);
    assert_eq!(run["row"]["status"], "succeeded");
    assert_eq!(run["delivery"]["state"], "pending");
    // Whoever is killed holds it until then; here it is over at once.
    let held = "UPDATE delivery_attempts SET due_at = started_at WHERE due_at > started_at";
    assert_eq!(db.execute(held).await.unwrap(), 1);
    ctl.json(&["sweep", "--name", "heir"]);
    let run = ctl.json(&["runs", "show", id]);
    assert_eq!(run["delivery"]["state"], "delivered");
    assert_eq!(run["delivery"]["attempts"][0]["worker"], "heir");
    let key = format!("{id}:delivery");
    assert_eq!(Vec::from_iter(receiver.calls()), [(key, 2)]);
}

async fn a_destination_is_refused_by_its_field(db: TestDatabase) {
    let ctl = prepared(&db);
    for (options, field) in [
        (&["--destination", "chat.example"][..], "destination.url"),
        (
            &["--destination", "https://me:pw@chat.example"],
            "destination.url",
        ),
        (&["--destination-secret", "CHAT"], "destination.secret_name"),
        (
            &[
                "--destination",
                "https://chat.example",
                "--destination-secret",
                "no name",
            ],
            "destination.secret_name",
        ),
        (&["--destination-form", "mail"], "destination_form"),
    ] {
        let refused = ctl.fails(&[&CREATE[..], options].concat());
        assert_eq!(
            (refused.exit_code, refused.field.as_deref()),
            (2, Some(field)),
            "{refused:?}"
        );
    }
    assert_eq!(ctl.json(&["routine", "list"])["matching"], 0);
}
