//! A key is carried once; what happens when a hub stops, falls silent, or passes the work on.

use chrono::Duration;
use reqwest::StatusCode;
use routine_domain::RunStatus;
use routine_engine::Clock;
use routine_hub::Ended;
use routine_store::{
    faults::Fault,
    model::{LaunchOrder, RunEvent, RunReport},
};
use routine_tests::{TestDatabase, on_both};
use tokio::{io::AsyncWriteExt, net::TcpStream, time::timeout};

use crate::acting::*;

/// After so long it does not come any more.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

on_both! {
    a_second_hand_off_starts_nothing,
    whoever_hangs_up_stops_nothing,
    two_hubs_carry_a_key_once,
    a_drain_lets_the_work_end,
    a_drain_ends_at_its_deadline_and_says_so,
    work_of_a_silent_hub_is_not_done_again,
    repeatable_work_of_a_silent_hub_is_done_again,
    work_that_goes_on_elsewhere_is_finished_at_any_hub,
    work_elsewhere_that_is_never_reported_is_presumed_lost,
    heartbeats_keep_a_run_from_being_presumed_lost,
    a_hub_that_dies_before_its_first_heartbeat_is_missed_all_the_same,
}

async fn a_second_hand_off_starts_nothing(db: TestDatabase) {
    let order = one(&db).await;
    let (served, mut script) = scripted(&db, "hub-1").await;
    for _ in 0..3 {
        assert_eq!(
            served.hand_off(order.lease.run_id).await,
            StatusCode::ACCEPTED
        );
    }
    script.started.recv().await.unwrap();
    script.gate.open();
    served.hub.idle().await;
    assert!(script.started.try_recv().is_err());
}

/// A worker that is killed in the middle of its hand-off: the key is taken, so the work is done.
async fn whoever_hangs_up_stops_nothing(db: TestDatabase) {
    let order = one(&db).await;
    let database = db.open_again().await;
    let faults = database.faults();
    let slow = TestDatabase {
        store: database.store().await.unwrap(),
        ..db.clone()
    };
    let (served, mut script) = scripted(&slow, "hub-1").await;
    faults.arm(Fault::Stall, Some("after commit of insert carries"), 1);
    let body = format!(r#"{{"routineRunId":"{}"}}"#, order.lease.run_id);
    let mut worker = TcpStream::connect(served.address).await.unwrap();
    let request = format!(
        "POST {RUN} HTTP/1.1\r\nhost: hub\r\nauthorization: Bearer {SECRET}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    worker.write_all(request.as_bytes()).await.unwrap();
    faults.struck().await;
    drop(worker);
    // Answered after the hub has seen that the other one is gone.
    let alive = served.client.get(served.url("/healthz")).send().await;
    assert_eq!(alive.unwrap().status(), StatusCode::OK);
    faults.go_on();
    let started = timeout(PATIENCE, script.started.recv()).await;
    assert!(
        started.is_ok_and(|order| order.is_some()),
        "nobody works on it"
    );
    script.gate.open();
    served.hub.idle().await;
    assert_eq!(
        run(&db, order.lease.run_id).await.status,
        RunStatus::Succeeded
    );
}

async fn two_hubs_carry_a_key_once(db: TestDatabase) {
    let order = one(&db).await;
    let (first, mut first_script) = scripted(&db, "hub-1").await;
    let (second, mut second_script) = scripted(&db, "hub-2").await;
    let id = order.lease.run_id;
    let (one, two) = tokio::join!(first.hand_off(id), second.hand_off(id));
    assert_eq!((one, two), (StatusCode::ACCEPTED, StatusCode::ACCEPTED));
    let started = tokio::select! {
        Some(_) = first_script.started.recv() => &mut second_script,
        Some(_) = second_script.started.recv() => &mut first_script,
    };
    assert!(started.started.try_recv().is_err());
}

async fn a_drain_lets_the_work_end(db: TestDatabase) {
    let order = one(&db).await;
    let (served, mut script) = scripted(&db, "hub-1").await;
    served.hand_off(order.lease.run_id).await;
    script.started.recv().await.unwrap();
    let hub = served.hub.clone();
    let drain = tokio::spawn(async move { hub.drain(seconds(30)).await });
    served.clock.someone_sleeps_until(now() + seconds(30)).await;
    script.gate.open();
    drain.await.unwrap();
    assert_eq!(
        run(&db, order.lease.run_id).await.status,
        RunStatus::Succeeded
    );
}

async fn a_drain_ends_at_its_deadline_and_says_so(db: TestDatabase) {
    let order = one(&db).await;
    let (served, mut script) = scripted(&db, "hub-1").await;
    served.hand_off(order.lease.run_id).await;
    script.started.recv().await.unwrap();
    served.hub.drain(seconds(0)).await;
    let run = run(&db, order.lease.run_id).await;
    assert_eq!(run.status, RunStatus::Abandoned);
    assert_eq!(
        run.message.as_deref(),
        Some("Its hub stopped before the work had ended, so the work was ended too.")
    );
}

/// `hub-1` had it, and was not heard of for a minute.
async fn left_by_a_silent_hub(db: &TestDatabase) -> routine_store::model::LaunchOrder {
    let order = one(db).await;
    let long_ago = now() - seconds(60);
    db.store
        .start_carry(order.lease.run_id, "hub-1", 60, long_ago)
        .await
        .unwrap();
    order
}

async fn work_of_a_silent_hub_is_not_done_again(db: TestDatabase) {
    let order = left_by_a_silent_hub(&db).await;
    let (served, mut script) = scripted(&db, "hub-2").await;
    assert_eq!(
        served.hand_off(order.lease.run_id).await,
        StatusCode::ACCEPTED
    );
    let run = run(&db, order.lease.run_id).await;
    assert_eq!(run.status, RunStatus::Abandoned);
    assert!(run.message.unwrap().contains("hub-1"));
    assert!(script.started.try_recv().is_err());
}

async fn repeatable_work_of_a_silent_hub_is_done_again(db: TestDatabase) {
    let order = left_by_a_silent_hub(&db).await;
    let (runner, mut script) = ScriptedRunner::ending(Ended::With(done()), true);
    let served = serve_hub(&db, "hub-2", &[("HUB", SECRET)], Some(runner)).await;
    assert_eq!(
        served.hand_off(order.lease.run_id).await,
        StatusCode::ACCEPTED
    );
    script.started.recv().await.unwrap();
    script.gate.open();
    served.hub.idle().await;
    assert_eq!(
        run(&db, order.lease.run_id).await.status,
        RunStatus::Succeeded
    );
}

async fn passed_on(db: &TestDatabase) -> (Served, Script, routine_store::model::LaunchOrder) {
    let order = one(db).await;
    let (runner, mut script) = ScriptedRunner::ending(Ended::Elsewhere, false);
    let served = serve_hub(db, "hub-1", &[("HUB", SECRET)], Some(runner)).await;
    served.hand_off(order.lease.run_id).await;
    script.started.recv().await.unwrap();
    script.gate.open();
    served.hub.idle().await;
    (served, script, order)
}

async fn work_that_goes_on_elsewhere_is_finished_at_any_hub(db: TestDatabase) {
    let (_served, _script, order) = passed_on(&db).await;
    let id = order.lease.run_id;
    assert_eq!(run(&db, id).await.status, RunStatus::Launching);
    let (other, _) = scripted(&db, "hub-2").await;
    let (status, _) = other
        .finish(id, r#"{"status":"succeeded","output":"x"}"#)
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(run(&db, id).await.status, RunStatus::Succeeded);
    // And the key has ended: it starts nothing any more.
    let carry = db
        .store
        .get_carry(&order.idempotency_key)
        .await
        .unwrap()
        .unwrap();
    assert!(carry.ended_at.is_some());
}

async fn work_elsewhere_that_is_never_reported_is_presumed_lost(db: TestDatabase) {
    let (served, _script, order) = passed_on(&db).await;
    let limit = now() + Duration::days(1);
    served.clock.someone_sleeps_until(limit).await;
    served.clock.set(limit);
    served.hub.drain(seconds(3_600)).await;
    let run = run(&db, order.lease.run_id).await;
    assert_eq!(run.status, RunStatus::Abandoned);
    assert_eq!(
        run.message.as_deref(),
        Some("No outcome was reported within 86400 s.")
    );
}

async fn heartbeats_keep_a_run_from_being_presumed_lost(db: TestDatabase) {
    let (served, _script, order) = passed_on(&db).await;
    accepted(&db, &order).await;
    // The first one, then one more every quarter of a minute.
    for beat in 1..=8 {
        let next = now() + seconds(15 * beat);
        served.clock.someone_sleeps_until(next).await;
        served.clock.set(next);
    }
    served
        .clock
        .someone_sleeps_until(now() + seconds(15 * 9))
        .await;
    let later = served.clock.now() + seconds(59);
    assert_eq!(db.store.abandon_lost(60, 86_400, later).await.unwrap(), 0);
    let much_later = served.clock.now() + seconds(61);
    assert_eq!(
        db.store.abandon_lost(60, 86_400, much_later).await.unwrap(),
        1
    );
}

/// The hub took it over, as its worker tells.
async fn accepted(db: &TestDatabase, order: &LaunchOrder) {
    let handed_off = RunReport {
        run_id: order.lease.run_id,
        epoch: Some(order.lease.epoch),
        at: now(),
        event: RunEvent::Started { heartbeats: false },
    };
    db.store.record_reports(&[handed_off], now()).await.unwrap();
}

async fn a_hub_that_dies_before_its_first_heartbeat_is_missed_all_the_same(db: TestDatabase) {
    let order = one(&db).await;
    let id = order.lease.run_id;
    db.store.start_carry(id, "hub-1", 60, now()).await.unwrap();
    accepted(&db, &order).await;
    let gives_up = async |after: i64| {
        let at = now() + seconds(after);
        db.store.abandon_lost(60, 86_400, at).await.unwrap()
    };
    assert_eq!([gives_up(60).await, gives_up(61).await], [0, 1]);
    let lost = run(&db, id).await;
    assert_eq!(lost.status, RunStatus::Abandoned);
    assert_eq!(lost.error_code.as_deref(), Some("worker_lost"));
}
