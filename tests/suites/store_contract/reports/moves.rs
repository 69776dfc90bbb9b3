//! One report at a time.

use routine_domain::RunStatus;
use routine_store::model::{Lease, ReportOutcome, RunEvent};
use routine_tests::{Seed, TestDatabase, on_both};

use crate::acting::*;

use super::{by_anyone, lost};

on_both! {
    a_run_starts_and_ends,
    what_ends_with_its_launch_began_with_it,
    the_first_outcome_wins,
    only_the_holder_says_what_became_of_the_launch,
    the_works_own_outcome_is_taken_from_anyone,
    nothing_is_launched_out_of_nowhere,
    a_late_outcome_replaces_a_presumption_once,
    a_waiting_run_may_be_cancelled,
}

async fn a_run_starts_and_ends(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let started = report(
        &db,
        order.lease,
        minutes(1) + ms(5),
        RunEvent::Started { heartbeats: false },
    );
    assert_eq!(started.await, recorded(routine.id));
    let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    assert_eq!(
        (run.status, run.started_at),
        (RunStatus::Running, Some(minutes(1) + ms(5)))
    );
    assert_eq!((run.lease_until, run.finished_at), (None, None));
    assert_eq!(counts(&db).await, [""; 0]);

    let event = RunEvent::Succeeded {
        output: Some("{\"posted\": 3}".into()),
    };
    assert_eq!(
        report(&db, order.lease, minutes(2), event).await,
        recorded(routine.id)
    );
    let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    assert_eq!(
        (run.status, run.finished_at),
        (RunStatus::Succeeded, Some(minutes(2)))
    );
    assert_eq!(run.output.as_deref(), Some("{\"posted\": 3}"));
    assert_eq!(run.started_at, Some(minutes(1) + ms(5)));
    assert_eq!(counts(&db).await, ["succeeded=1"]);
}

async fn what_ends_with_its_launch_began_with_it(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1) + ms(9), failed()).await;
    let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    assert_eq!(
        (run.started_at, run.launched_at),
        (Some(minutes(1)), Some(minutes(1)))
    );
    assert_eq!(run.error_code.as_deref(), Some("refused"));
    assert_eq!(run.message.as_deref(), Some("The work failed."));
    assert_eq!(run.detail.as_deref(), Some("HTTP 503"));
    assert_eq!(counts(&db).await, ["failed=1"]);
}

async fn the_first_outcome_wins(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1), succeeded()).await;
    for event in [
        failed(),
        succeeded(),
        refused(),
        RunEvent::Started { heartbeats: true },
    ] {
        let outcome = report(&db, order.lease, minutes(2), event).await;
        assert_eq!(outcome, lost(RunStatus::Succeeded));
    }
    let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    assert_eq!(
        (run.status, run.finished_at),
        (RunStatus::Succeeded, Some(minutes(1)))
    );
    assert_eq!(run.message, None);
    assert_eq!(counts(&db).await, ["succeeded=1"]);
}

async fn only_the_holder_says_what_became_of_the_launch(db: TestDatabase) {
    seeded(&db).await;
    let old = launch_one(&db, minutes(1)).await.lease;
    let new = take_up(&db, "w2", minutes(3)).await[0].lease;
    for event in [RunEvent::Started { heartbeats: true }, refused()] {
        let outcome = report(&db, old, minutes(3), event.clone()).await;
        assert_eq!(outcome, lost(RunStatus::Launching));
        let outcome = db
            .store
            .record_reports(&[by_anyone(old, event)], minutes(3))
            .await
            .unwrap();
        assert_eq!(outcome, [lost(RunStatus::Launching)]);
    }
    let outcome = report(&db, new, minutes(3), RunEvent::Started { heartbeats: true }).await;
    assert!(matches!(outcome, ReportOutcome::Recorded { .. }));
}

async fn the_works_own_outcome_is_taken_from_anyone(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let old = launch_one(&db, minutes(1)).await.lease;
    take_up(&db, "w2", minutes(3)).await;
    let outcome = db
        .store
        .record_reports(&[by_anyone(old, succeeded())], minutes(3))
        .await
        .unwrap();
    assert_eq!(outcome, [recorded(routine.id)]);
}

async fn nothing_is_launched_out_of_nowhere(db: TestDatabase) {
    seeded(&db).await;
    let order = claim_one(&db, minutes(1)).await;
    for event in [
        RunEvent::Started { heartbeats: true },
        refused(),
        succeeded(),
        failed(),
    ] {
        let outcome = report(&db, order.lease, minutes(1), event).await;
        assert_eq!(outcome, lost(RunStatus::Claimed));
    }
}

async fn a_late_outcome_replaces_a_presumption_once(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let lease = launch_one(&db, minutes(1)).await.lease;
    report(
        &db,
        lease,
        minutes(1),
        RunEvent::Started { heartbeats: true },
    )
    .await;
    assert_eq!(
        db.store.abandon_lost(60, 3_600, minutes(2)).await.unwrap(),
        0
    );
    let silent = minutes(2) + ms(1);
    assert_eq!(db.store.abandon_lost(60, 3_600, silent).await.unwrap(), 1);
    assert_eq!(db.store.abandon_lost(60, 3_600, silent).await.unwrap(), 0);
    assert_eq!(counts(&db).await, ["abandoned=1"]);
    let run = db.store.get_run(lease.run_id).await.unwrap().unwrap();
    assert_eq!(run.error_code.as_deref(), Some("worker_lost"));
    assert_eq!((run.finished_at, run.lease_until), (Some(silent), None));

    let again = report(
        &db,
        lease,
        minutes(3),
        RunEvent::Started { heartbeats: true },
    )
    .await;
    assert_eq!(again, lost(RunStatus::Abandoned));
    let late = db
        .store
        .record_reports(&[by_anyone(lease, succeeded())], minutes(9))
        .await
        .unwrap();
    assert_eq!(late, [recorded(routine.id)]);
    let run = db.store.get_run(lease.run_id).await.unwrap().unwrap();
    assert_eq!((run.status, run.error_code), (RunStatus::Succeeded, None));
    assert_eq!(counts(&db).await, ["succeeded=1"]);
    let second = db
        .store
        .record_reports(&[by_anyone(lease, failed())], minutes(9))
        .await
        .unwrap();
    assert_eq!(second, [lost(RunStatus::Succeeded)]);
}

async fn a_waiting_run_may_be_cancelled(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Patient");
    new.overlap = routine_domain::Overlap::QueueOne;
    seed.create(&*db.store, &new).await;
    launch_one(&db, minutes(1)).await;
    claim(&db, minutes(2)).await;
    let waiting = history(&db).await[0].clone();
    assert!(waiting.waits_for.is_some());
    let lease = Lease {
        run_id: waiting.id,
        epoch: 0,
    };
    let event = RunEvent::Cancelled {
        message: "Cancelled by ines@desk.".into(),
    };
    let outcome = db
        .store
        .record_reports(&[by_anyone(lease, event)], minutes(2))
        .await
        .unwrap();
    assert!(matches!(outcome[0], ReportOutcome::Recorded { .. }));
    let run = db.store.get_run(waiting.id).await.unwrap().unwrap();
    assert_eq!((run.status, run.waits_for), (RunStatus::Cancelled, None));
    assert_eq!(run.message.as_deref(), Some("Cancelled by ines@desk."));
}
