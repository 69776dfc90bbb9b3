use std::path::Path;

use routine_domain::{HubCommand, Launcher, TenantPolicy};

use routine_tests::{Engine, Seed, TestDatabase, instant};
use serde_json::Value;

use crate::{
    parts::{Fleet, SECRET, Starts, free_address},
    proxy::Wire,
};

const EACH: usize = 4;

/// A definition whose work writes its key into the pipe.
async fn definition(db: &TestDatabase, seed: &Seed, name: &str, url: String, pipe: &Path) {
    let launcher = Launcher::Http {
        url,
        secret_name: Some("HUB".into()),
        command: Some(HubCommand {
            program: "/bin/sh".into(),
            args: vec![
                "-c".into(),
                r#"printf '%s\n' "$IDEMPOTENCY_KEY" > "$0""#.into(),
                pipe.display().to_string(),
            ],
            time_limit_seconds: 30,
            repeatable: false,
        }),
    };
    let made =
        db.store
            .create_definition(seed.tenant, name, &launcher, None, &seed.actor, instant(0));
    made.await.unwrap();
}

fn create_routines(fleet: &Fleet, definition: &str) {
    for number in 0..EACH {
        let name = format!("{definition} {number}");
        fleet.json(&[
            "routine",
            "create",
            &name,
            "--tenant",
            "Acme",
            "--definition",
            definition,
            "--instruction",
            "Do it.",
            "--every",
            "1",
        ]);
    }
    // Only ever run by hand: it neither backs off nor waits for one that is due.
    fleet.json(&[
        "routine",
        "create",
        &format!("{definition} by hand"),
        "--tenant",
        "Acme",
        "--definition",
        definition,
        "--instruction",
        "Do it.",
        "--manual",
    ]);
}

/// The key of a run by hand (product.md, section 2).
fn key(run: &Value) -> String {
    let text = |field: &str| run[field].as_str().unwrap().to_owned();
    format!("{}:run:{}", text("routine_id"), text("id"))
}

/// Runs it by hand and waits until its program has started: the way to this hub is whole.
async fn reaches(fleet: &Fleet, definition: &str, starts: &mut Starts) {
    let run = fleet.json(&["routine", "run", &format!("{definition} by hand")]);
    starts.until(&key(&run)).await;
}

#[test]
fn a_fleet_loses_nothing_and_doubles_nothing_whatever_happens_to_its_hubs() {
    routine_tests::run(Engine::Postgres, trouble);
}

async fn trouble(db: TestDatabase) {
    let folder = tempfile::tempdir().unwrap();
    let fleet = Fleet {
        url: db.url.clone(),
        folder: folder.path().to_owned(),
    };
    let policy = TenantPolicy {
        minimum_interval_seconds: 1,
        lease_seconds: 3,
        launch_timeout_seconds: 2,
        // The plain rule: what breakers do has a test of its own.
        breaker: false,
        ..TenantPolicy::local_demo()
    };
    let seed = Seed::with_policy(&*db.store, "Acme", &policy).await;
    let (near, far) = (free_address(), free_address());
    let wire = Wire::to(far).await;
    let pipes = [folder.path().join("near"), folder.path().join("far")];
    let mut at_near = Starts::listen(&pipes[0]);
    let mut at_far = Starts::listen(&pipes[1]);
    let url = |address| format!("http://{address}/internal/routines/run");
    definition(&db, &seed, "Near", url(near), &pipes[0]).await;
    definition(&db, &seed, "Far", url(wire.address), &pipes[1]).await;

    let near_hub = fleet.hub("near-1", near, SECRET);
    let far_hub = fleet.hub("far-1", far, SECRET);
    let workers: Vec<_> = ["w1", "w2", "w3"].map(|name| fleet.worker(name)).into();
    create_routines(&fleet, "Near");
    create_routines(&fleet, "Far");
    at_near.count(8).await;
    at_far.count(8).await;

    // Killed: its work is gone with it, and is presumed lost, not done again.
    near_hub.kill();
    at_far.count(4).await;
    // Back with another secret: refused, journalled, nothing started.
    let wrong = fleet.hub("near-2", near, "another");
    let answer = hand_off_wrongly(&url(near)).await;
    assert_eq!(answer, 401);
    wrong.stop();
    refused(&db).await;
    let near_hub = fleet.hub("near-3", near, SECRET);
    reaches(&fleet, "Near", &mut at_near).await;

    // Slow: hand-offs get no answer and are handed off again under the same key.
    far_hub.freeze();
    let slow = fleet.json(&["routine", "run", "Far by hand"]);
    reaches(&fleet, "Near", &mut at_near).await;
    far_hub.thaw();
    at_far.until(&key(&slow)).await;

    // Cut off in the middle.
    wire.cut();
    reaches(&fleet, "Near", &mut at_near).await;
    wire.mend();
    reaches(&fleet, "Far", &mut at_far).await;

    for worker in workers {
        worker.stop();
    }
    near_hub.stop();
    far_hub.stop();
    assert_eq!(at_near.twice, Vec::<String>::new());
    assert_eq!(at_far.twice, Vec::<String>::new());
    let evidence = fleet.json(&["evidence", "--tenant", "Acme"]);
    clean(&evidence);
}

/// With a credential of nobody.
async fn hand_off_wrongly(url: &str) -> u16 {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let request = reqwest::Client::new()
        .post(url)
        .bearer_auth("wrong")
        .body("{}");
    request.send().await.unwrap().status().as_u16()
}

async fn refused(db: &TestDatabase) {
    let events = db
        .store
        .list_audit_events(Some("hub:near-2"), 50)
        .await
        .unwrap();
    assert!(
        events
            .iter()
            .any(|event| event.kind == "routines.dispatch_refused"),
        "{events:?}"
    );
}

fn clean(evidence: &Value) {
    let totals = &evidence["tally"];
    assert_eq!(
        (&totals["lost"], &totals["doubled"]),
        (&0.into(), &0.into()),
        "{evidence:#}"
    );
}
