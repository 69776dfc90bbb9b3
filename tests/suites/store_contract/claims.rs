//! What a claim writes, whom it passes over, and that nothing is claimed twice.

use std::collections::HashSet;

use routine_domain::{
    Cause, Launcher, Misfire, Overlap, RoutineChange, RunStatus, TriggerSpec, state::OffBy,
};
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
    a_disabled_definition_is_skipped_and_says_so,
    an_open_run_skips_the_next_fire,
    one_fire_may_wait_and_a_second_is_skipped,
    catching_up_holds_until_the_one_before_has_ended,
    a_month_stale_routine_is_current_after_one_pass,
    an_unplannable_routine_is_switched_off_and_holds_up_nobody,
    a_row_nobody_can_read_holds_up_nobody,
    an_occurrence_that_exists_is_left_and_the_routine_moves_on,
    a_clock_set_back_fires_nothing_twice,
    a_once_is_done_when_it_is_claimed,
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
    };
    let hub = db
        .store
        .create_definition(seed.tenant, "Hub", &hub, &seed.actor, instant(0))
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

async fn a_disabled_definition_is_skipped_and_says_so(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    db.store
        .disable_definition(seed.definition, true, &seed.actor, instant(1))
        .await
        .unwrap();
    let batch = claim(&db, minutes(1)).await;
    assert_eq!((batch.orders.len(), batch.skipped), (0, 1));
    let runs = history(&db).await;
    assert_eq!(runs[0].status, RunStatus::Skipped);
    let message = runs[0].message.as_deref().unwrap();
    assert_eq!(message, "Skipped: its definition \"Digest\" is disabled.");
    let after = crate::acting::routine(&db, routine.id).await;
    assert_eq!(after.placement.next_fire_at, Some(minutes(2)));
    assert_eq!(counts(&db).await, ["skipped=1"]);
}

async fn an_open_run_skips_the_next_fire(db: TestDatabase) {
    seeded(&db).await;
    launch_one(&db, minutes(1)).await;
    let batch = claim(&db, minutes(2)).await;
    assert_eq!((batch.orders.len(), batch.skipped), (0, 1));
    let message = history(&db).await[0].message.clone().unwrap();
    assert!(
        message.contains("the run of 2023-11-14 22:14:20 UTC was still open"),
        "{message}"
    );
}

async fn one_fire_may_wait_and_a_second_is_skipped(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Patient");
    new.overlap = Overlap::QueueOne;
    seed.create(&*db.store, &new).await;
    launch_one(&db, minutes(1)).await;
    let waiting = claim(&db, minutes(2)).await;
    assert_eq!((waiting.orders.len(), waiting.skipped), (0, 0));
    let run = &history(&db).await[0];
    assert_eq!(run.status, RunStatus::Claimed);
    assert_eq!(
        run.waits_for.as_deref(),
        Some("the run of 2023-11-14 22:14:20 UTC to end")
    );
    assert_eq!(
        (run.lease_until, run.worker.as_deref(), run.lease_epoch),
        (None, None, 0)
    );
    assert_eq!(claim(&db, minutes(3)).await.skipped, 1);
}

async fn catching_up_holds_until_the_one_before_has_ended(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Thorough");
    new.misfire = Misfire::FireAll;
    let id = seed.create(&*db.store, &new).await.id;
    let now = minutes(3);
    let first = launch_one(&db, now).await;
    assert_eq!(
        (first.scheduled_for, first.cause),
        (Some(minutes(1)), Cause::CatchUp)
    );
    let held = claim(&db, now).await;
    assert_eq!(
        (held.held, held.orders.len(), held.examined),
        (vec![id], 0, 1)
    );
    report(&db, first.lease, now, succeeded()).await;
    assert_eq!(claim_one(&db, now).await.scheduled_for, Some(minutes(2)));
}

async fn a_month_stale_routine_is_current_after_one_pass(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let now = minutes(40 * 24 * 60) + ms(500);
    let batch = claim(&db, now).await;
    assert_eq!(batch.orders[0].cause, Cause::CatchUp);
    assert_eq!(batch.missed, 40 * 24 * 60 - 1);
    let after = crate::acting::routine(&db, routine.id).await.placement;
    assert_eq!(after.next_fire_at, Some(minutes(40 * 24 * 60 + 1)));
    let missed = &history(&db).await[1];
    assert_eq!((missed.status, missed.attempt), (RunStatus::Missed, 0));
    assert_eq!(missed.missed_until, Some(minutes(40 * 24 * 60 - 1)));
    assert_eq!(missed.finished_at, Some(now));
    assert_eq!(claim(&db, now).await.examined, 0);
}

async fn an_unplannable_routine_is_switched_off_and_holds_up_nobody(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let broken = seed.create(&*db.store, &seed.routine("Broken")).await;
    let spec = r#"{"kind":"cron","expression":"nonsense","zone":"UTC"}"#;
    let sql = format!(
        "UPDATE routines SET trigger_kind = 'cron', trigger_spec = '{spec}' WHERE id = '{}'",
        broken.id
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1);
    let batch = claim(&db, minutes(1)).await;
    assert_eq!((batch.orders.len(), batch.switched_off), (1, 1));
    assert_eq!(batch.orders[0].routine_id, routine.id);
    let off = crate::acting::routine(&db, broken.id).await.off.unwrap();
    assert_eq!((off.by, &*off.actor), (OffBy::Unschedulable, "w1"));
    let subject = format!("routine:{}", broken.id);
    let journal = db.store.list_audit_events(Some(&subject), 1).await.unwrap();
    assert_eq!(
        (&*journal[0].kind, &*journal[0].actor),
        ("routine.switched_off", "w1")
    );
}

async fn a_row_nobody_can_read_holds_up_nobody(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let broken = seed.create(&*db.store, &seed.routine("Broken")).await;
    let sql = format!(
        "UPDATE routines SET trigger_spec = '[]' WHERE id = '{}'",
        broken.id
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1);
    let batch = claim(&db, minutes(1)).await;
    assert_eq!(batch.orders[0].routine_id, routine.id);
    assert_eq!(batch.held, [broken.id]);
}

async fn an_occurrence_that_exists_is_left_and_the_routine_moves_on(db: TestDatabase) {
    let (seed, first) = seeded(&db).await;
    let other = seed.create(&*db.store, &seed.routine("Other")).await;
    claim(&db, minutes(1)).await;
    let back = |id| {
        let at = match db.engine {
            routine_tests::Engine::Sqlite => minutes(1).timestamp_millis().to_string(),
            routine_tests::Engine::Postgres => "'2023-11-14T22:14:20Z'".into(),
        };
        format!("UPDATE routines SET next_fire_at = {at} WHERE id = '{id}'")
    };
    db.execute(back(first.id)).await.unwrap();
    let batch = claim(&db, minutes(2)).await;
    assert_eq!(batch.orders.len(), 0, "both overlap their open runs");
    assert_eq!((batch.examined, batch.skipped), (2, 2));
    for id in [first.id, other.id] {
        let placement = routine(&db, id).await.placement;
        assert_eq!(placement.next_fire_at, Some(minutes(3)));
    }
    let of_first = history(&db).await;
    let of_first = of_first.iter().filter(|run| run.routine_id == first.id);
    let mut attempts: Vec<_> = of_first
        .map(|run| (run.scheduled_for, run.attempt))
        .collect();
    attempts.sort();
    assert_eq!(
        attempts,
        [
            (Some(minutes(1)), 0),
            (Some(minutes(1)), 1),
            (Some(minutes(2)), 1),
        ]
    );
}

async fn a_clock_set_back_fires_nothing_twice(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let first = launch_one(&db, minutes(5)).await;
    report(&db, first.lease, minutes(5), succeeded()).await;
    assert_eq!(claim(&db, minutes(2)).await.examined, 0);
    // Pausing and resuming by that clock plans what has been fired already.
    let (pause, resume) = (
        RoutineChange::Pause {
            reason: String::new(),
            resume_at: None,
        },
        RoutineChange::Resume,
    );
    for change in [pause, resume] {
        let changed = db
            .store
            .change_routine(routine.id, None, &change, &seed.actor, minutes(2));
        changed.await.unwrap();
    }
    for minute in 3..=5 {
        let batch = claim(&db, minutes(minute)).await;
        let again = batch
            .orders
            .iter()
            .filter(|order| order.scheduled_for == Some(minutes(5)));
        assert_eq!(again.count(), 0);
        for order in batch.orders {
            begin(&db, order.lease, minutes(minute)).await;
            report(&db, order.lease, minutes(minute), succeeded()).await;
        }
    }
    let runs = history(&db).await;
    let fives = runs
        .iter()
        .filter(|run| run.scheduled_for == Some(minutes(5)));
    assert_eq!(fives.count(), 1);
    let placement = crate::acting::routine(&db, routine.id).await.placement;
    assert_eq!(placement.next_fire_at, Some(minutes(6)));
}

async fn a_once_is_done_when_it_is_claimed(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Once");
    new.trigger = TriggerSpec::Once { at: minutes(1) };
    let id = seed.create(&*db.store, &new).await.id;
    let order = launch_one(&db, minutes(1)).await;
    assert_eq!(order.cause, Cause::Once);
    let placement = routine(&db, id).await.placement;
    assert_eq!(
        (placement.next_fire_at, placement.done_at),
        (None, Some(minutes(1)))
    );

    report(&db, order.lease, minutes(1), refused()).await;
    let placement = routine(&db, id).await.placement;
    assert_eq!(
        (placement.next_fire_at, placement.done_at),
        (Some(minutes(2)), None)
    );
    assert_eq!(claim_one(&db, minutes(2)).await.cause, Cause::Retry);
    assert_eq!(routine(&db, id).await.placement.done_at, Some(minutes(2)));
}
