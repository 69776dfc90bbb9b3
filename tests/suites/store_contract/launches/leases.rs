//! Who holds a run, for how long, and what lapses.

use routine_domain::{RunStatus, TenantPolicy};
use routine_store::model::{BeginOutcome, Lease, ReportOutcome, RunEvent};
use routine_tests::{Seed, TestDatabase, on_both};

use crate::acting::*;

use super::{change, pause};

on_both! {
    leases_are_only_for_their_holders,
    a_lapsed_lease_is_taken_over_once,
    a_taken_over_launch_that_must_not_go_on_is_presumed_lost,
    leases_are_renewed_while_they_are_held,
    a_stopped_worker_gives_back_what_it_has_not_launched,
    racing_workers_take_up_each_run_once,
}

async fn leases_are_only_for_their_holders(db: TestDatabase) {
    seeded(&db).await;
    let order = claim_one(&db, minutes(1)).await;
    let stranger = Lease {
        epoch: 2,
        ..order.lease
    };
    assert_eq!(begin(&db, stranger, minutes(1)).await, BeginOutcome::Lost);
    assert_eq!(
        begin(&db, order.lease, minutes(1)).await,
        BeginOutcome::Launch
    );
}

async fn a_lapsed_lease_is_taken_over_once(db: TestDatabase) {
    seeded(&db).await;
    let claimed = claim_one(&db, minutes(1)).await;
    let later = minutes(2);
    assert_eq!(take_up(&db, "w2", later - ms(1)).await, []);
    let taken = take_up(&db, "w2", later).await;
    assert_eq!(taken.len(), 1);
    assert_eq!(
        taken[0].lease,
        Lease {
            epoch: 2,
            ..claimed.lease
        }
    );
    assert_eq!(taken[0].idempotency_key, claimed.idempotency_key);
    assert_eq!((taken[0].take_overs, taken[0].may_have_started), (1, false));
    assert_eq!(take_up(&db, "w3", later).await, []);
    assert_eq!(begin(&db, claimed.lease, later).await, BeginOutcome::Lost);
    assert_eq!(
        begin(&db, taken[0].lease, later).await,
        BeginOutcome::Launch
    );

    let again = take_up(&db, "w3", later + ms(60_001)).await;
    assert_eq!((again[0].take_overs, again[0].may_have_started), (2, true));
    let run = db
        .store
        .get_run(claimed.lease.run_id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (run.status, run.worker.as_deref()),
        (RunStatus::Launching, Some("w3"))
    );
    assert_eq!((run.lease_epoch, run.take_overs), (3, 2));
    assert_eq!(
        begin(&db, again[0].lease, later + ms(60_001)).await,
        BeginOutcome::Launch
    );
}

async fn a_taken_over_launch_that_must_not_go_on_is_presumed_lost(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    launch_one(&db, minutes(1)).await;
    change(&db, &seed, routine.id, pause("")).await;
    let taken = take_up(&db, "w2", minutes(3)).await;
    let reason = "Not launched again: the routine was paused by ines@desk.".into();
    let outcome = begin(&db, taken[0].lease, minutes(3)).await;
    assert_eq!(outcome, BeginOutcome::Skipped { reason });
    assert_eq!(counts(&db).await, ["abandoned=1"]);
    let late = report(&db, taken[0].lease, minutes(4), succeeded()).await;
    assert_eq!(late, recorded(routine.id));
    assert_eq!(counts(&db).await, ["succeeded=1"]);
}

async fn leases_are_renewed_while_they_are_held(db: TestDatabase) {
    let (seed, _) = seeded(&db).await;
    seed.create(&*db.store, &seed.routine("Second")).await;
    let orders = claim(&db, minutes(1)).await.orders;
    let leases: Vec<_> = orders.iter().map(|order| order.lease).collect();
    db.store.begin_launches(&leases, minutes(1)).await.unwrap();
    let started = RunEvent::Started { heartbeats: true };
    report(&db, leases[0], minutes(1), started).await;
    report(
        &db,
        leases[1],
        minutes(1),
        RunEvent::Started { heartbeats: false },
    )
    .await;
    let later = minutes(1) + ms(20_000);
    let stranger = Lease {
        epoch: 9,
        ..leases[0]
    };
    let lost = db
        .store
        .renew_leases(&[stranger, leases[0], leases[1]], later)
        .await
        .unwrap();
    assert_eq!(
        lost,
        [leases[1].run_id],
        "what was handed off is not held any more"
    );
    let run = db.store.get_run(leases[0].run_id).await.unwrap().unwrap();
    assert_eq!(run.lease_until, Some(later + ms(60_000)));
    let beaten = db
        .texts("SELECT 'beats' FROM runs WHERE heartbeat_at IS NOT NULL")
        .await;
    assert_eq!(beaten.len(), 1);
}

async fn a_stopped_worker_gives_back_what_it_has_not_launched(db: TestDatabase) {
    let (seed, _) = seeded(&db).await;
    let launched = launch_one(&db, minutes(1)).await;
    seed.create(&*db.store, &seed.routine("Second")).await;
    let claimed = claim(&db, minutes(1)).await.orders[0].clone();
    db.store
        .begin_sweep(&worker("w1"), minutes(1))
        .await
        .unwrap();
    db.store.stop_worker("w1", minutes(1)).await.unwrap();
    assert_eq!(
        begin(&db, claimed.lease, minutes(1)).await,
        BeginOutcome::Lost
    );
    let taken = take_up(&db, "w2", minutes(1)).await;
    assert_eq!(taken.len(), 1);
    assert_eq!(
        taken[0].lease,
        Lease {
            epoch: 2,
            ..claimed.lease
        }
    );
    assert_eq!(taken[0].take_overs, 0);
    let outcome = report(&db, launched.lease, minutes(1), succeeded()).await;
    assert!(matches!(outcome, ReportOutcome::Recorded { .. }));
    let fleet = db.store.fleet(1, false, minutes(1)).await.unwrap();
    assert_eq!(fleet.workers[0].stopped_at, Some(minutes(1)));
}

async fn racing_workers_take_up_each_run_once(db: TestDatabase) {
    let policy = TenantPolicy::local_demo();
    let seed = Seed::with_policy(&*db.store, "Acme", &policy).await;
    for number in 0..60 {
        seed.create(&*db.store, &seed.routine(&format!("Routine {number}")))
            .await;
    }
    claim(&db, minutes(1)).await;
    let takers: Vec<_> = (0..6)
        .map(|number| {
            let store = db.store.clone();
            let name = format!("w{number}");
            tokio::spawn(
                async move { store.take_up(&worker(&name), 10, minutes(3)).await.unwrap() },
            )
        })
        .collect();
    let mut taken = Vec::new();
    for taker in takers {
        taken.extend(
            taker
                .await
                .unwrap()
                .into_iter()
                .map(|order| order.lease.run_id),
        );
    }
    taken.extend(
        take_up(&db, "w9", minutes(3))
            .await
            .into_iter()
            .map(|order| order.lease.run_id),
    );
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len(), 60);
    let takeovers = db
        .texts("SELECT 'once' FROM runs WHERE take_overs = 1")
        .await;
    assert_eq!(takeovers.len(), 60);
}
