//! Which routines a batch takes, in which order, and by whom.

use std::collections::HashSet;

use routine_domain::{Cause, Launcher, RunStatus, TriggerSpec};
use routine_store::model::{LaunchOrder, Lease};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_claim_hands_out_the_run_and_moves_the_routine_on,
    nothing_is_claimed_before_its_time_or_twice,
    the_soonest_go_first_and_a_limit_is_kept,
    racing_claimers_claim_each_occurrence_once,
    a_worker_claims_only_what_it_can_launch,
    held_routines_are_passed_over,
}

async fn a_claim_hands_out_the_run_and_moves_the_routine_on(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let now = minutes(1) + ms(250);
    let batch = claim(&db, now).await;
    let order = batch.orders[0].clone();
    assert_eq!(
        order,
        LaunchOrder {
            lease: Lease {
                run_id: order.lease.run_id,
                epoch: 1
            },
            tenant_id: seed.tenant,
            routine_id: routine.id,
            routine_name: "Standup".into(),
            definition_id: seed.definition,
            launcher: Launcher::Simulated(Default::default()),
            idempotency_key: format!("{}:2023-11-14T22:14:20.000Z", routine.id),
            scheduled_for: Some(minutes(1)),
            attempt: 1,
            cause: Cause::Schedule,
            instruction: "Do Standup.".into(),
            input: "{}".into(),
            launch_timeout_seconds: 30,
            may_have_started: false,
            take_overs: 0,
            cancel_requested_by: None,
        }
    );
    assert_eq!((batch.examined, batch.skipped, batch.missed), (1, 0, 0));
    assert_eq!(batch.lag_ms, Some(250));

    let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    assert_eq!(run.status, RunStatus::Claimed);
    assert_eq!((run.recorded_at, run.lag_ms), (now, Some(250)));
    assert_eq!(run.worker.as_deref(), Some("w1"));
    assert_eq!(run.lease_until, Some(now + ms(60_000)));
    assert_eq!((run.lease_epoch, run.take_overs), (1, 0));
    assert_eq!(run.idempotency_key, order.idempotency_key);
    let after = crate::acting::routine(&db, routine.id).await.placement;
    assert_eq!(after.next_fire_at, Some(minutes(2)));
    assert_eq!(after.newest_claimed_for, Some(minutes(1)));
    assert_eq!(counts(&db).await, [""; 0]);
}

async fn nothing_is_claimed_before_its_time_or_twice(db: TestDatabase) {
    seeded(&db).await;
    assert_eq!(claim(&db, minutes(1) - ms(1)).await.examined, 0);
    assert_eq!(claim(&db, minutes(1)).await.orders.len(), 1);
    assert_eq!(claim(&db, minutes(1)).await.examined, 0);
}

async fn the_soonest_go_first_and_a_limit_is_kept(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    for (name, every_seconds) in [("Third", 50), ("First", 30), ("Second", 40)] {
        let mut new = seed.routine(name);
        new.trigger = TriggerSpec::Interval {
            every_seconds,
            anchor: instant(0),
        };
        seed.create(&*db.store, &new).await;
    }
    let first = db
        .store
        .claim_due(&worker("w1"), &[], 2, instant(50))
        .await
        .unwrap();
    let names: Vec<_> = first
        .orders
        .iter()
        .map(|order| &*order.routine_name)
        .collect();
    assert_eq!(names, ["First", "Second"]);
    assert_eq!(first.examined, 2);
    let rest = claim(&db, instant(50)).await;
    assert_eq!(rest.orders[0].routine_name, "Third");
}

async fn racing_claimers_claim_each_occurrence_once(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    for number in 0..200 {
        seed.create(&*db.store, &seed.routine(&format!("Routine {number}")))
            .await;
    }
    let claimers = (0..8).map(|number| {
        let store = db.store.clone();
        tokio::spawn(async move {
            let worker = worker(&format!("w{number}"));
            let mut claimed = Vec::new();
            loop {
                let batch = store.claim_due(&worker, &[], 9, minutes(1)).await.unwrap();
                if batch.examined == 0 {
                    return claimed;
                }
                claimed.extend(batch.orders.iter().map(|order| order.routine_id));
            }
        })
    });
    let mut claimed = Vec::new();
    for claimer in claimers.collect::<Vec<_>>() {
        claimed.extend(claimer.await.unwrap());
    }
    // One that found everything locked may have stopped early; nobody is left behind for good.
    claimed.extend(
        claim(&db, minutes(1))
            .await
            .orders
            .iter()
            .map(|order| order.routine_id),
    );
    assert_eq!(claimed.len(), 200);
    assert_eq!(claimed.iter().collect::<HashSet<_>>().len(), 200);
    assert_eq!(history(&db).await.len(), 200);
}

async fn a_worker_claims_only_what_it_can_launch(db: TestDatabase) {
    let (seed, _) = seeded(&db).await;
    let hub = Launcher::Http {
        url: "https://hub.example/run".into(),
        secret_name: Some("HUB_TOKEN".into()),
        command: None,
    };
    let hub = db
        .store
        .create_definition(seed.tenant, "Hub", &hub, None, &seed.actor, instant(0))
        .await
        .unwrap();
    let mut new = seed.routine("By hub");
    new.definition_id = hub.id;
    seed.create(&*db.store, &new).await;

    let names = |batch: routine_store::model::ClaimBatch| {
        let orders = batch.orders.into_iter();
        orders.map(|order| order.routine_name).collect::<Vec<_>>()
    };
    let mut able = worker("w1");
    able.launchers = vec![routine_domain::LauncherKind::Http];
    let none = db.store.claim_due(&able, &[], 9, minutes(1)).await.unwrap();
    assert_eq!(none.examined, 0, "it lacks the secret");
    able.secrets = vec!["OTHER".into(), "HUB_TOKEN".into()];
    let hubs = db.store.claim_due(&able, &[], 9, minutes(1)).await.unwrap();
    assert_eq!(names(hubs), ["By hub"]);
    assert_eq!(names(claim(&db, minutes(1)).await), ["Standup"]);
}

async fn held_routines_are_passed_over(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let held = db
        .store
        .claim_due(&worker("w1"), &[routine.id], 9, minutes(1))
        .await
        .unwrap();
    assert_eq!(held.examined, 0);
    assert_eq!(claim(&db, minutes(1)).await.orders.len(), 1);
}
