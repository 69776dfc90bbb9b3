use routine_domain::{Cause, Launcher, RunStatus};
use routine_store::model::{BeginOutcome, CancelOutcome, CancelRequest, NewRoutine, RunEvent};
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    what_is_not_launched_ends_at_once,
    what_is_under_way_is_asked_of_the_worker_that_holds_it,
    a_hub_takes_no_word_to_stop,
    what_has_ended_cannot_be_cancelled,
}

async fn what_is_not_launched_ends_at_once(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let order = claim_one(&db, minutes(1)).await;
    let run = order.lease.run_id;
    let outcome = db.store.cancel_run(run, &seed.actor, minutes(1)).await;
    assert_eq!(outcome.unwrap(), CancelOutcome::Cancelled);
    let ended = db.store.get_run(run).await.unwrap().unwrap();
    assert_eq!(ended.status, RunStatus::Cancelled);
    assert_eq!(ended.finished_at, Some(minutes(1)));
    assert_eq!(
        ended.message.as_deref(),
        Some("Cancelled by ines@desk before it was launched.")
    );
    // Its worker finds out before it launches anything.
    assert_eq!(
        begin(&db, order.lease, minutes(1)).await,
        BeginOutcome::Lost
    );
    assert_eq!(counts(&db).await, ["cancelled=1"]);

    let asked = db
        .store
        .request_run(routine.id, Cause::Manual, None, &seed.actor, minutes(1));
    let asked = asked.await.unwrap().unwrap().id;
    let outcome = db.store.cancel_run(asked, &seed.actor, minutes(1)).await;
    assert_eq!(outcome.unwrap(), CancelOutcome::Cancelled);
    assert!(take_up(&db, "w2", minutes(2)).await.is_empty());
    let journal = db
        .store
        .list_audit_events(Some(&format!("run:{asked}")), 1)
        .await;
    assert_eq!(journal.unwrap()[0].kind, "run.cancelled");
}

async fn what_is_under_way_is_asked_of_the_worker_that_holds_it(db: TestDatabase) {
    let (seed, _) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let run = order.lease.run_id;
    report(
        &db,
        order.lease,
        minutes(1),
        RunEvent::Started { heartbeats: true },
    )
    .await;
    assert_eq!(db.store.cancel_requests("w1").await.unwrap(), []);
    let cancel = || db.store.cancel_run(run, &seed.actor, minutes(2));
    assert_eq!(cancel().await.unwrap(), CancelOutcome::Requested);
    let asked = CancelRequest {
        run_id: run,
        requested_by: "ines@desk".into(),
    };
    assert_eq!(db.store.cancel_requests("w1").await.unwrap(), [asked]);
    assert_eq!(db.store.cancel_requests("w2").await.unwrap(), []);
    let CancelOutcome::Refused(reason) = cancel().await.unwrap() else {
        panic!("it was asked for twice");
    };
    assert!(reason.contains("has been asked"), "{reason}");
    let kept = db.store.get_run(run).await.unwrap().unwrap();
    assert_eq!(kept.cancel_requested_at, Some(minutes(2)));

    let message = "Cancelled by ines@desk: its work was stopped.".to_owned();
    report(
        &db,
        order.lease,
        minutes(2),
        RunEvent::Cancelled { message },
    )
    .await;
    assert_eq!(db.store.cancel_requests("w1").await.unwrap(), []);
    assert_eq!(counts(&db).await, ["cancelled=1"]);
}

async fn a_hub_takes_no_word_to_stop(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let launcher = Launcher::Http {
        url: "http://hub.example/run".into(),
        secret_name: None,
        command: None,
    };
    let hub = db
        .store
        .create_definition(seed.tenant, "Hub", &launcher, None, &seed.actor, minutes(0))
        .await
        .unwrap();
    let new = NewRoutine {
        definition_id: hub.id,
        ..seed.routine("Over there")
    };
    let handed = seed.create(&*db.store, &new).await;
    let asked = db
        .store
        .request_run(handed.id, Cause::Manual, None, &seed.actor, minutes(0));
    let asked = asked.await.unwrap().unwrap();
    // As the worker leaves it.
    db.execute(format!(
        "UPDATE runs SET status = 'running' WHERE id = '{}'",
        asked.id
    ))
    .await
    .unwrap();
    let outcome = db.store.cancel_run(asked.id, &seed.actor, minutes(1)).await;
    let CancelOutcome::Refused(reason) = outcome.unwrap() else {
        panic!("nobody can end it");
    };
    assert!(reason.contains("hub"), "{reason}");
    assert_eq!(routine.tenant_id, handed.tenant_id);
}

async fn what_has_ended_cannot_be_cancelled(db: TestDatabase) {
    let (seed, _) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1), succeeded()).await;
    let run = order.lease.run_id;
    let outcome = db.store.cancel_run(run, &seed.actor, minutes(1)).await;
    assert_eq!(
        outcome.unwrap(),
        CancelOutcome::Refused("It has ended already: succeeded.".into())
    );
    let nothing = routine_domain::RunId::new(minutes(1));
    let outcome = db.store.cancel_run(nothing, &seed.actor, minutes(1)).await;
    assert_eq!(outcome.unwrap(), CancelOutcome::NotFound);
}
