//! How runs move: the first outcome wins, whoever brings it, and only what is legal happens.

use routine_domain::RunStatus;
use routine_store::model::{Lease, ReportOutcome, RunEvent, RunReport};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_run_starts_and_ends,
    what_ends_with_its_launch_began_with_it,
    the_first_outcome_wins,
    one_batch_is_decided_in_its_order,
    only_the_holder_says_what_became_of_the_launch,
    the_works_own_outcome_is_taken_from_anyone,
    nothing_is_launched_out_of_nowhere,
    a_late_outcome_replaces_a_presumption_once,
    an_unknown_run_is_not_found,
    a_waiting_run_may_be_cancelled,
    errors_are_cut_between_code_points,
    a_nul_in_an_output_is_replaced,
    many_reports_are_answered_in_their_order,
    racing_outcomes_have_one_winner,
}

async fn status(db: &TestDatabase, lease: Lease) -> RunStatus {
    let run = db.store.get_run(lease.run_id).await.unwrap().unwrap();
    run.status
}

fn by_anyone(lease: Lease, event: RunEvent) -> RunReport {
    RunReport {
        run_id: lease.run_id,
        epoch: None,
        at: minutes(2),
        event,
    }
}

fn lost(status: RunStatus) -> ReportOutcome {
    ReportOutcome::LostTheRace { status }
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

async fn one_batch_is_decided_in_its_order(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let reports: Vec<_> = [
        RunEvent::Started { heartbeats: false },
        RunEvent::Abandoned {
            message: "Nobody was heard of.".into(),
        },
        failed(),
        succeeded(),
    ]
    .map(|event| RunReport {
        epoch: Some(1),
        ..by_anyone(order.lease, event)
    })
    .into();
    let outcomes = db.store.record_reports(&reports, minutes(2)).await.unwrap();
    let won = recorded(routine.id);
    assert_eq!(
        outcomes,
        [won.clone(), won.clone(), won, lost(RunStatus::Failed)]
    );
    assert_eq!(status(&db, order.lease).await, RunStatus::Failed);
    assert_eq!(counts(&db).await, ["failed=1"]);
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

async fn an_unknown_run_is_not_found(db: TestDatabase) {
    let run_id = routine_domain::RunId::new(instant(0));
    let unknown = by_anyone(Lease { run_id, epoch: 1 }, succeeded());
    let outcomes = db
        .store
        .record_reports(&[unknown], instant(0))
        .await
        .unwrap();
    assert_eq!(outcomes, [ReportOutcome::NotFound]);
    assert_eq!(db.store.record_reports(&[], instant(0)).await.unwrap(), []);
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

async fn errors_are_cut_between_code_points(db: TestDatabase) {
    seeded(&db).await;
    let lease = launch_one(&db, minutes(1)).await.lease;
    let mut error = error(&"é".repeat(500));
    error.detail = Some(format!("a{}", "é".repeat(20_000)));
    report(
        &db,
        lease,
        minutes(1),
        RunEvent::Failed {
            error,
            output: None,
        },
    )
    .await;
    let run = db.store.get_run(lease.run_id).await.unwrap().unwrap();
    assert_eq!(run.message.unwrap().chars().count(), 400);
    assert_eq!(run.detail.unwrap().len(), 16_383);
}

async fn a_nul_in_an_output_is_replaced(db: TestDatabase) {
    seeded(&db).await;
    let lease = launch_one(&db, minutes(1)).await.lease;
    let mut error = error("bad\0message");
    error.detail = Some("\0".into());
    let output = Some("a\0b".into());
    report(&db, lease, minutes(1), RunEvent::Failed { error, output }).await;
    let run = db.store.get_run(lease.run_id).await.unwrap().unwrap();
    assert_eq!(run.output.as_deref(), Some("a\u{fffd}b"));
    assert_eq!(run.message.as_deref(), Some("bad\u{fffd}message"));
}

async fn many_reports_are_answered_in_their_order(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    for number in 0..120 {
        seed.create(&*db.store, &seed.routine(&format!("Routine {number}")))
            .await;
    }
    let orders = claim(&db, minutes(1)).await.orders;
    let leases: Vec<_> = orders.iter().map(|order| order.lease).collect();
    let begun = db
        .store
        .begin_launches(&leases[..100], minutes(1))
        .await
        .unwrap();
    assert_eq!(begun.len(), 100);
    let reports: Vec<_> = leases
        .iter()
        .rev()
        .map(|lease| by_anyone(*lease, succeeded()))
        .collect();
    let outcomes = db.store.record_reports(&reports, minutes(2)).await.unwrap();
    let (late, won) = outcomes.split_at(20);
    assert_eq!(late, vec![lost(RunStatus::Claimed); 20]);
    let expected: Vec<_> = orders[..100]
        .iter()
        .rev()
        .map(|order| recorded(order.routine_id))
        .collect();
    assert_eq!(won, expected);
    assert_eq!(counts(&db).await, ["succeeded=100"]);
}

async fn racing_outcomes_have_one_winner(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    for number in 0..20 {
        seed.create(&*db.store, &seed.routine(&format!("Routine {number}")))
            .await;
    }
    let orders = claim(&db, minutes(1)).await.orders;
    let leases: Vec<_> = orders.iter().map(|order| order.lease).collect();
    db.store.begin_launches(&leases, minutes(1)).await.unwrap();
    let reporters: Vec<_> = (0..6)
        .map(|number| {
            let (store, mut leases) = (db.store.clone(), leases.clone());
            // Each in another order, so that their locks could cross.
            leases.rotate_left(number * 3);
            let event = if number % 2 == 0 {
                succeeded()
            } else {
                failed()
            };
            let reports: Vec<_> = leases
                .iter()
                .map(|lease| by_anyone(*lease, event.clone()))
                .collect();
            tokio::spawn(async move { store.record_reports(&reports, minutes(2)).await.unwrap() })
        })
        .collect();
    let mut winners = 0;
    for reporter in reporters {
        let outcomes = reporter.await.unwrap();
        winners += outcomes
            .iter()
            .filter(|one| matches!(one, ReportOutcome::Recorded { .. }))
            .count();
    }
    assert_eq!(winners, 20);
    counts(&db).await;
}
