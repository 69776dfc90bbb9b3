//! Endpoints that are down, and places under caps, statement by statement.

use chrono::Duration;
use routine_domain::{DefinitionId, Launcher, LauncherKind, RoutineId, RunStatus};
use routine_store::model::{
    BeginOutcome, EndpointDown, LaunchOrder, RunError, RunEvent, WorkerIdentity,
};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::{begin, minutes, ms, report, succeeded, worker};

on_both! {
    three_failures_open_it_and_launches_wait_until_a_probe_succeeds,
    what_waits_is_only_let_go_by_an_able_worker,
    time_outs_count_and_a_launch_nobody_hears_of_is_not_repeated_meanwhile,
    the_cap_of_a_definition_is_journaled_and_read_back,
}

const ENDPOINT: &str = "http://hub.example:80";

fn http_worker() -> WorkerIdentity {
    WorkerIdentity {
        launchers: vec![LauncherKind::Http],
        ..worker("w1")
    }
}

async fn hub(db: &TestDatabase, seed: &Seed) -> DefinitionId {
    let launcher = Launcher::Http {
        url: "http://hub.example/run".into(),
        secret_name: None,
        command: None,
    };
    let made =
        db.store
            .create_definition(seed.tenant, "Hub", &launcher, None, &seed.actor, instant(0));
    made.await.unwrap().id
}

async fn routines(db: &TestDatabase, seed: &Seed, hub: DefinitionId, count: usize) {
    for n in 0..count {
        let mut new = seed.routine(&format!("Routine {n}"));
        new.definition_id = hub;
        seed.create(&*db.store, &new).await;
    }
}

async fn claimed(db: &TestDatabase, minute: i64) -> Vec<LaunchOrder> {
    let (worker, now) = (http_worker(), minutes(minute));
    let claimed = db.store.claim_due(&worker, &[], 500, now);
    claimed.await.unwrap().orders
}

fn unavailable() -> RunEvent {
    RunEvent::ScheduleFailed {
        error: RunError {
            code: "unavailable".into(),
            message: "The hub answered 503.".into(),
            detail: None,
        },
    }
}

async fn taken(db: &TestDatabase, at: chrono::DateTime<chrono::Utc>) -> Vec<LaunchOrder> {
    db.store.take_up(&http_worker(), 500, at).await.unwrap()
}

fn ids(orders: &[LaunchOrder]) -> Vec<RoutineId> {
    orders.iter().map(|order| order.routine_id).collect()
}

/// Five routines were claimed, three failed, and the others were about to be launched.
async fn opened(db: &TestDatabase) -> Vec<LaunchOrder> {
    let seed = Seed::new(&*db.store).await;
    let hub = hub(db, &seed).await;
    routines(db, &seed, hub, 5).await;
    let orders = claimed(db, 1).await;
    for order in &orders[..3] {
        assert_eq!(
            begin(db, order.lease, minutes(1)).await,
            BeginOutcome::Launch
        );
        assert_eq!(db.store.endpoints_down().await.unwrap(), []);
        report(db, order.lease, minutes(1), unavailable()).await;
    }
    orders
}

async fn three_failures_open_it_and_launches_wait_until_a_probe_succeeds(db: TestDatabase) {
    let orders = opened(&db).await;
    let words = "an answer: endpoint http://hub.example:80 is down since 2023-11-14 22:14:20 UTC";
    for order in &orders[3..] {
        let waits = begin(&db, order.lease, minutes(1)).await;
        let reason = words.to_owned();
        assert_eq!(waits, BeginOutcome::Waits { reason });
        let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
        assert_eq!(
            (run.status, run.waits_for.as_deref(), run.lease_until),
            (RunStatus::Claimed, Some(words), None)
        );
    }
    let down = EndpointDown {
        endpoint: ENDPOINT.into(),
        since: minutes(1),
        last_probe_at: None,
        next_probe_at: minutes(2),
        waiting: 2,
    };
    let listing = db
        .store
        .get_listing(orders[3].routine_id, minutes(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(listing.facts.waits_for.as_deref(), Some(words));
    let seen = || async { db.store.endpoints_down().await.unwrap() };
    assert_eq!(seen().await, std::slice::from_ref(&down));
    let before = minutes(2) - ms(1);
    assert_eq!(
        db.store.next_wake(before).await.unwrap(),
        Some(minutes(2)),
        "the retries and the probe"
    );
    assert_eq!(taken(&db, before).await, []);

    // One a minute, the oldest; its failure opens nothing anew.
    let probe = taken(&db, minutes(2)).await;
    assert_eq!(ids(&probe), [orders[3].routine_id]);
    assert_eq!(taken(&db, minutes(2)).await, []);
    let lease = probe[0].lease;
    assert_eq!(begin(&db, lease, minutes(2)).await, BeginOutcome::Launch);
    report(&db, lease, minutes(2), unavailable()).await;
    let probed = EndpointDown {
        last_probe_at: Some(minutes(2)),
        next_probe_at: minutes(3),
        waiting: 1,
        ..down
    };
    assert_eq!(seen().await, [probed]);

    let probe = taken(&db, minutes(3)).await;
    assert_eq!(ids(&probe), [orders[4].routine_id]);
    let lease = probe[0].lease;
    assert_eq!(begin(&db, lease, minutes(3)).await, BeginOutcome::Launch);
    report(&db, lease, minutes(3), succeeded()).await;
    assert_eq!(seen().await, []);
    let left = "SELECT CAST(count(*) AS TEXT) FROM endpoint_failures";
    assert_eq!(db.texts(left).await, ["0"]);
    let subject = format!("endpoint:{ENDPOINT}");
    let journal = db.store.list_audit_events(Some(&subject), 9).await.unwrap();
    let kinds: Vec<_> = journal.iter().map(|event| &*event.kind).collect();
    assert_eq!(kinds, ["endpoint.answers", "endpoint.down"]);
}

async fn what_waits_is_only_let_go_by_an_able_worker(db: TestDatabase) {
    let orders = opened(&db).await;
    for order in &orders[3..] {
        begin(&db, order.lease, minutes(1)).await;
    }
    let unable = worker("w2");
    for at in [minutes(2), minutes(9)] {
        assert_eq!(db.store.take_up(&unable, 500, at).await.unwrap(), []);
    }
    assert_eq!(
        ids(&taken(&db, minutes(2)).await),
        [orders[3].routine_id],
        "nobody took its turn away"
    );
}

async fn time_outs_count_and_a_launch_nobody_hears_of_is_not_repeated_meanwhile(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let hub = hub(&db, &seed).await;
    routines(&db, &seed, hub, 3).await;
    let orders = claimed(&db, 1).await;
    let leases: Vec<_> = orders.iter().map(|order| order.lease).collect();
    db.store.begin_launches(&leases, minutes(1)).await.unwrap();
    let late = minutes(1) + Duration::seconds(30);
    db.store.note_timeouts(&leases, late).await.unwrap();
    let down = db.store.endpoints_down().await.unwrap();
    assert_eq!((down.len(), down[0].since), (1, late));
    // Their leases have lapsed. Only the probe is handed off again.
    assert_eq!(taken(&db, late + Duration::seconds(59)).await, []);
    let probe = taken(&db, late + Duration::seconds(60)).await;
    assert_eq!(ids(&probe), [orders[0].routine_id]);
    assert!(probe[0].may_have_started);
    assert_eq!(probe[0].take_overs, 1);
}

async fn the_cap_of_a_definition_is_journaled_and_read_back(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let (store, actor, now) = (&db.store, &seed.actor, instant(5));
    for cap in [Some(2), Some(2), None] {
        let capped = store.cap_definition(seed.definition, cap, actor, now);
        assert_eq!(capped.await.unwrap().unwrap().concurrency_cap, cap);
        let read = store
            .get_definition(seed.definition)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(read.concurrency_cap, cap);
    }
    let subject = format!("definition:{}", seed.definition);
    let journal = store.list_audit_events(Some(&subject), 9).await.unwrap();
    let capped = journal
        .iter()
        .filter(|event| event.kind == "definition.capped");
    assert_eq!(capped.count(), 2, "what changes nothing leaves no trace");
    let nobody = DefinitionId::new(now);
    let none = store.cap_definition(nobody, Some(1), actor, now).await;
    assert_eq!(none.unwrap(), None);
}
