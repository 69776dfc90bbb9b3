//! Runs that nobody holds yet.

use routine_domain::{Cause, LauncherKind, Overlap, RoutineId, RunStatus};
use routine_store::model::{BeginOutcome, Lease, RunEvent};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    an_asked_run_is_taken_up_by_an_able_worker,
    a_waiting_run_is_taken_up_when_the_earlier_one_ends,
    a_waiting_run_waits_for_a_back_off_too,
}

async fn an_asked_run_is_taken_up_by_an_able_worker(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let asked = db
        .store
        .request_run(
            routine.id,
            Cause::Replay,
            Some(r#"{"day": 4.50}"#),
            &seed.actor,
            instant(1),
        )
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (asked.status, asked.scheduled_for),
        (RunStatus::Claimed, None)
    );
    assert_eq!(
        asked.idempotency_key,
        format!("{}:run:{}", routine.id, asked.id)
    );
    assert_eq!(asked.input_override.as_deref(), Some(r#"{"day": 4.50}"#));
    let mut unable = worker("w1");
    unable.launchers = vec![LauncherKind::Command];
    assert_eq!(db.store.take_up(&unable, 9, instant(1)).await.unwrap(), []);
    let taken = take_up(&db, "w2", instant(1)).await;
    assert_eq!(taken[0].input, r#"{"day": 4.50}"#);
    assert_eq!((taken[0].cause, taken[0].take_overs), (Cause::Replay, 0));
    assert_eq!(
        taken[0].lease,
        Lease {
            run_id: asked.id,
            epoch: 1
        }
    );
    let placement = crate::acting::routine(&db, routine.id).await.placement;
    assert_eq!(placement, routine.placement, "the schedule is left alone");
    let journal = db
        .store
        .list_audit_events(Some(&format!("run:{}", asked.id)), 9)
        .await
        .unwrap();
    assert_eq!(
        (&*journal[0].kind, &*journal[0].actor),
        ("run.requested", "ines@desk")
    );
}

async fn a_waiting_run_is_taken_up_when_the_earlier_one_ends(db: TestDatabase) {
    patient(&db).await;
    let first = launch_one(&db, minutes(1)).await;
    let started = RunEvent::Started { heartbeats: false };
    report(&db, first.lease, minutes(1), started).await;
    assert_eq!(claim(&db, minutes(2)).await.orders, []);
    assert_eq!(take_up(&db, "w1", minutes(2)).await, []);
    report(&db, first.lease, minutes(2), succeeded()).await;
    let taken = take_up(&db, "w1", minutes(2)).await;
    assert_eq!(
        (taken[0].scheduled_for, taken[0].take_overs),
        (Some(minutes(2)), 0)
    );
    let run = db
        .store
        .get_run(taken[0].lease.run_id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((run.waits_for, run.lease_until), (None, Some(minutes(3))));
    assert_eq!(
        begin(&db, taken[0].lease, minutes(2)).await,
        BeginOutcome::Launch
    );
}

async fn a_waiting_run_waits_for_a_back_off_too(db: TestDatabase) {
    patient(&db).await;
    let first = launch_one(&db, minutes(1)).await;
    claim(&db, minutes(2)).await;
    // A newer one is claimed, so the failure takes no retry slot; its wait counts all the same.
    report(&db, first.lease, minutes(2), refused()).await;
    let before = minutes(3) - ms(1);
    assert_eq!(take_up(&db, "w1", before).await, []);
    assert_eq!(
        db.store.next_wake(before).await.unwrap(),
        Some(minutes(3)),
        "whoever sleeps wakes when it is over"
    );
    let waiting = history(&db).await.remove(0);
    assert_eq!(
        waiting.waits_for.as_deref(),
        Some("the back-off after a failed launch to end")
    );
    let taken = take_up(&db, "w1", minutes(3)).await;
    assert_eq!(taken[0].scheduled_for, Some(minutes(2)));
    assert_eq!(
        begin(&db, taken[0].lease, minutes(3)).await,
        BeginOutcome::Launch
    );
}

async fn patient(db: &TestDatabase) -> (Seed, RoutineId) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Patient");
    new.overlap = Overlap::QueueOne;
    let id = seed.create(&*db.store, &new).await.id;
    (seed, id)
}
