//! Many reports at once, and what they may hold.

use routine_domain::RunStatus;
use routine_store::model::{Lease, ReportOutcome, RunEvent, RunReport};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

use super::{by_anyone, lost, status};

on_both! {
    one_batch_is_decided_in_its_order,
    an_unknown_run_is_not_found,
    errors_are_cut_between_code_points,
    a_nul_in_an_output_is_replaced,
    many_reports_are_answered_in_their_order,
    racing_outcomes_have_one_winner,
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
