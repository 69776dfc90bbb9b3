//! Keys that hubs carry, refusals they audit, and what workers found out about them.

use chrono::Duration;
use routine_domain::{ProbeFinding, RefusalReason, RefusedRequest, RunId, RunStatus};
use routine_store::model::{
    CarryOutcome, CarryStart, DispatchRefusal, HubProbe, ReportOutcome, Run,
};
use routine_tests::{TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_launched_run_is_carried_with_what_its_rows_say,
    a_key_is_carried_once_over_all_hubs,
    only_launched_runs_are_carried,
    the_outcome_goes_to_the_newest_run_of_a_key,
    a_key_that_comes_after_its_end_learns_the_outcome,
    a_silent_hub_is_taken_over,
    heartbeats_reach_the_runs,
    racing_hubs_start_a_key_once,
    ended_keys_are_forgotten,
    refusals_are_audited_without_the_credential,
    the_newest_probe_of_an_address_stands,
}

const SILENCE: u32 = 60;

async fn start(db: &TestDatabase, run: RunId, hub: &str, at: i64) -> CarryStart {
    let start = db.store.start_carry(run, hub, SILENCE, instant(at)).await;
    start.unwrap()
}

async fn run(db: &TestDatabase, id: RunId) -> Run {
    db.store.get_run(id).await.unwrap().unwrap()
}

fn done() -> CarryOutcome {
    CarryOutcome::Succeeded {
        output: Some("posted".into()),
    }
}

fn carried_by(hub: &str) -> CarryStart {
    CarryStart::Carried { hub: hub.into() }
}

async fn a_launched_run_is_carried_with_what_its_rows_say(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let CarryStart::Start(hand_off) = start(&db, order.lease.run_id, "hub-1", 61).await else {
        panic!("it was not started");
    };
    assert_eq!(hand_off.order, order);
    assert_eq!(hand_off.owner, seed.actor.name);
    let ended = db
        .store
        .end_carry(&order.idempotency_key, &done(), instant(70))
        .await;
    assert_eq!(ended.unwrap(), recorded(routine.id));
    let run = run(&db, order.lease.run_id).await;
    assert_eq!(
        (run.status, run.output.as_deref()),
        (RunStatus::Succeeded, Some("posted"))
    );
}

async fn a_key_is_carried_once_over_all_hubs(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let id = order.lease.run_id;
    assert!(matches!(
        start(&db, id, "hub-1", 61).await,
        CarryStart::Start(_)
    ));
    for hub in ["hub-1", "hub-2"] {
        assert_eq!(start(&db, id, hub, 62).await, carried_by("hub-1"));
    }
}

async fn only_launched_runs_are_carried(db: TestDatabase) {
    seeded(&db).await;
    let order = claim_one(&db, minutes(1)).await;
    let id = order.lease.run_id;
    let waiting = start(&db, id, "hub-1", 61).await;
    assert_eq!(waiting, CarryStart::NotOpen(RunStatus::Claimed));
    begin(&db, order.lease, minutes(1)).await;
    report(&db, order.lease, minutes(1), refused()).await;
    let ended = start(&db, id, "hub-1", 62).await;
    assert_eq!(ended, CarryStart::NotOpen(RunStatus::ScheduleFailed));
    let unknown = RunId::new(instant(0));
    assert_eq!(start(&db, unknown, "hub-1", 62).await, CarryStart::NotFound);
    assert_eq!(
        db.store.get_carry(&order.idempotency_key).await.unwrap(),
        None
    );
}

/// The first attempt was given up by its worker while the hub went on with it.
async fn given_up_and_tried_again(db: &TestDatabase) -> (RunId, RunId, String) {
    seeded(db).await;
    let first = launch_one(db, minutes(1)).await;
    assert!(matches!(
        start(db, first.lease.run_id, "hub-1", 61).await,
        CarryStart::Start(_)
    ));
    report(db, first.lease, minutes(1), refused()).await;
    let second = launch_one(db, minutes(2) + ms(1)).await;
    assert_eq!(second.idempotency_key, first.idempotency_key);
    (
        first.lease.run_id,
        second.lease.run_id,
        first.idempotency_key,
    )
}

async fn the_outcome_goes_to_the_newest_run_of_a_key(db: TestDatabase) {
    let (first, second, key) = given_up_and_tried_again(&db).await;
    assert_eq!(start(&db, second, "hub-2", 110).await, carried_by("hub-1"));
    db.store
        .end_carry(&key, &done(), instant(130))
        .await
        .unwrap();
    assert_eq!(run(&db, first).await.status, RunStatus::ScheduleFailed);
    assert_eq!(run(&db, second).await.status, RunStatus::Succeeded);
    // The first end stands.
    let again = db
        .store
        .end_carry(&key, &done(), instant(131))
        .await
        .unwrap();
    let lost = ReportOutcome::LostTheRace {
        status: RunStatus::Succeeded,
    };
    assert_eq!(again, lost);
}

async fn a_key_that_comes_after_its_end_learns_the_outcome(db: TestDatabase) {
    let (first, second, key) = given_up_and_tried_again(&db).await;
    let ended = db
        .store
        .end_carry(&key, &done(), instant(100))
        .await
        .unwrap();
    let lost = ReportOutcome::LostTheRace {
        status: RunStatus::ScheduleFailed,
    };
    assert_eq!(ended, lost);
    assert_eq!(start(&db, second, "hub-2", 130).await, carried_by("hub-1"));
    let run = run(&db, second).await;
    assert_eq!(
        (run.status, run.output.as_deref()),
        (RunStatus::Succeeded, Some("posted"))
    );
    assert_ne!(first, second);
}

async fn a_silent_hub_is_taken_over(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let id = order.lease.run_id;
    start(&db, id, "hub-1", 60).await;
    let keys = [order.idempotency_key.clone(), "a key of nobody".into()];
    db.store
        .renew_carries("hub-1", &keys, instant(80))
        .await
        .unwrap();
    assert_eq!(start(&db, id, "hub-2", 139).await, carried_by("hub-1"));
    let CarryStart::TakenOver { hand_off, from } = start(&db, id, "hub-2", 140).await else {
        panic!("it was not taken over");
    };
    assert_eq!((hand_off.order.lease.run_id, from.as_str()), (id, "hub-1"));
    assert_eq!(start(&db, id, "hub-1", 141).await, carried_by("hub-2"));
}

async fn heartbeats_reach_the_runs(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    start(&db, order.lease.run_id, "hub-1", 60).await;
    let handed_off = routine_store::model::RunEvent::Started { heartbeats: false };
    report(&db, order.lease, instant(61), handed_off).await;
    let keys = [order.idempotency_key.clone(), "a key of nobody".into()];
    db.store
        .renew_carries("hub-1", &keys, instant(80))
        .await
        .unwrap();
    // Silent for 59 s it lives, for 60 s it is presumed lost.
    let abandoned = async |at| db.store.abandon_lost(60, 86_400, at).await.unwrap();
    assert_eq!(abandoned(instant(139)).await, 0);
    assert_eq!(abandoned(instant(141)).await, 1);
}

async fn racing_hubs_start_a_key_once(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let hubs: Vec<_> = (0..16)
        .map(|number| {
            let (store, id) = (db.store.clone(), order.lease.run_id);
            tokio::spawn(async move {
                let hub = format!("hub-{number}");
                store
                    .start_carry(id, &hub, SILENCE, minutes(1))
                    .await
                    .unwrap()
            })
        })
        .collect();
    let mut started = 0;
    for hub in hubs {
        match hub.await.unwrap() {
            CarryStart::Start(_) => started += 1,
            CarryStart::Carried { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(started, 1);
}

async fn ended_keys_are_forgotten(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    start(&db, order.lease.run_id, "hub-1", 60).await;
    let forget = async |at| db.store.forget_carries(at).await.unwrap();
    assert_eq!(forget(instant(0) + Duration::days(1)).await, 0);
    db.store
        .end_carry(&order.idempotency_key, &done(), instant(70))
        .await
        .unwrap();
    assert_eq!(forget(instant(70)).await, 0);
    assert_eq!(forget(instant(71)).await, 1);
    let gone = db
        .store
        .end_carry(&order.idempotency_key, &done(), instant(72))
        .await;
    assert_eq!(gone.unwrap(), ReportOutcome::NotFound);
}

async fn refusals_are_audited_without_the_credential(db: TestDatabase) {
    let refusal = DispatchRefusal {
        hub: "hub-1".into(),
        request: RefusedRequest::HandOff,
        reason: RefusalReason::Wrong,
        peer: "10.0.0.7".into(),
        count: 12,
    };
    db.store
        .record_refusal(&refusal, instant(60))
        .await
        .unwrap();
    let events = db
        .store
        .list_audit_events(Some("hub:hub-1"), 10)
        .await
        .unwrap();
    let [event] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(
        (event.kind.as_str(), event.actor.as_str()),
        ("routines.dispatch_refused", "hub-1")
    );
    let after: serde_json::Value = serde_json::from_str(event.after.as_deref().unwrap()).unwrap();
    assert_eq!(
        after,
        serde_json::json!({"reason": "wrong", "peer": "10.0.0.7", "count": 12})
    );
}

async fn the_newest_probe_of_an_address_stands(db: TestDatabase) {
    db.store
        .begin_sweep(&worker("w1"), instant(0))
        .await
        .unwrap();
    let probe = |finding, at| HubProbe {
        worker: "w1".into(),
        url: "http://hub:8400/internal/routines/run".into(),
        probed_at: instant(at),
        finding,
        message: "The hub knows the secret.".into(),
    };
    db.store
        .record_probe(&probe(ProbeFinding::Refused, 1))
        .await
        .unwrap();
    let newest = probe(ProbeFinding::Accepted, 2);
    db.store.record_probe(&newest).await.unwrap();
    assert_eq!(db.store.list_probes().await.unwrap(), [newest]);
}
