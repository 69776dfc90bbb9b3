//! The last look before a launch, leases, and who takes up what nobody holds.

use routine_domain::{
    Cause, LauncherKind, Overlap, RoutineChange, RoutineEdit, RoutineId, RunStatus, TenantPolicy,
};
use routine_store::model::{BeginOutcome, Lease, ReportOutcome, RunEvent};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_launch_is_durable_before_it_begins,
    what_changed_since_the_claim_skips_the_run,
    a_rename_changes_nothing,
    a_fire_by_hand_passes_a_pause_but_not_a_deletion,
    leases_are_only_for_their_holders,
    a_lapsed_lease_is_taken_over_once,
    a_taken_over_launch_that_must_not_go_on_is_presumed_lost,
    an_asked_run_is_taken_up_by_an_able_worker,
    a_waiting_run_is_taken_up_when_the_earlier_one_ends,
    a_waiting_run_waits_for_a_retry_too,
    leases_are_renewed_while_they_are_held,
    a_stopped_worker_gives_back_what_it_has_not_launched,
    racing_workers_take_up_each_run_once,
}

async fn change(db: &TestDatabase, seed: &Seed, id: RoutineId, change: RoutineChange) {
    let changed = db
        .store
        .change_routine(id, None, &change, &seed.actor, minutes(1));
    changed.await.unwrap();
}

fn pause(reason: &str) -> RoutineChange {
    RoutineChange::Pause {
        reason: reason.into(),
        resume_at: None,
    }
}

async fn edit(
    db: &TestDatabase,
    id: RoutineId,
    edit: impl FnOnce(&mut RoutineEdit),
) -> RoutineChange {
    let routine = routine(db, id).await;
    let mut changed = RoutineEdit {
        name: routine.name,
        instruction: routine.instruction,
        definition_id: routine.definition_id,
        input: routine.input,
        trigger: routine.trigger,
        misfire: routine.misfire,
        overlap: routine.overlap,
        enabled: true,
    };
    edit(&mut changed);
    RoutineChange::Edit(Box::new(changed))
}

async fn a_launch_is_durable_before_it_begins(db: TestDatabase) {
    seeded(&db).await;
    let order = claim_one(&db, minutes(1)).await;
    let now = minutes(1) + ms(7);
    assert_eq!(begin(&db, order.lease, now).await, BeginOutcome::Launch);
    let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    assert_eq!(
        (run.status, run.launched_at),
        (RunStatus::Launching, Some(now))
    );
    assert_eq!(run.lease_until, Some(now + ms(60_000)));
    assert_eq!(run.finished_at, None);
}

async fn what_changed_since_the_claim_skips_the_run(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut expected = Vec::new();
    for number in 0..5 {
        seed.create(&*db.store, &seed.routine(&format!("Routine {number}")))
            .await;
    }
    let orders = claim(&db, minutes(1)).await.orders;
    let ids: Vec<_> = orders.iter().map(|order| order.routine_id).collect();
    change(&db, &seed, ids[0], pause("")).await;
    expected.push("Skipped: the routine was paused by ines@desk.");
    change(&db, &seed, ids[1], pause("Holidays")).await;
    expected.push("Skipped: the routine was paused by ines@desk (Holidays).");
    change(&db, &seed, ids[2], RoutineChange::Delete).await;
    expected.push("Skipped: the routine was deleted by ines@desk.");
    let hourly = edit(&db, ids[3], |edit| {
        edit.trigger = routine_domain::TriggerSpec::Interval {
            every_seconds: 3_600,
            anchor: instant(0),
        };
    });
    change(&db, &seed, ids[3], hourly.await).await;
    expected.push("Skipped: the schedule was changed (revision 2).");
    let fatigue = RoutineChange::SwitchOff {
        by: routine_domain::state::OffBy::Fatigue,
        reason: "Its last 10 runs failed.".into(),
    };
    change(&db, &seed, ids[4], fatigue).await;
    expected.push("Skipped: the system switched the routine off: Its last 10 runs failed.");

    let leases: Vec<_> = orders.iter().map(|order| order.lease).collect();
    let outcomes = db.store.begin_launches(&leases, minutes(1)).await.unwrap();
    let expected: Vec<_> = expected
        .into_iter()
        .map(|reason| BeginOutcome::Skipped {
            reason: reason.into(),
        })
        .collect();
    assert_eq!(outcomes, expected);
    let run = db.store.get_run(leases[1].run_id).await.unwrap().unwrap();
    assert_eq!(
        run.message.as_deref(),
        Some("Skipped: the routine was paused by ines@desk (Holidays).")
    );
    assert_eq!(
        (run.status, run.finished_at),
        (RunStatus::Skipped, Some(minutes(1)))
    );
    assert_eq!((run.lease_until, run.launched_at), (None, None));
    assert_eq!(counts(&db).await, ["skipped=5"]);

    let lost = db.store.begin_launches(&leases, minutes(1)).await.unwrap();
    assert_eq!(lost, vec![BeginOutcome::Lost; 5]);
}

async fn a_rename_changes_nothing(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let order = claim_one(&db, minutes(1)).await;
    let rename = edit(&db, routine.id, |edit| edit.name = "Renamed".into()).await;
    change(&db, &seed, routine.id, rename).await;
    assert_eq!(
        begin(&db, order.lease, minutes(1)).await,
        BeginOutcome::Launch
    );
}

async fn a_fire_by_hand_passes_a_pause_but_not_a_deletion(db: TestDatabase) {
    let (seed, first) = seeded(&db).await;
    let second = seed.create(&*db.store, &seed.routine("Second")).await;
    change(&db, &seed, first.id, pause("")).await;
    for id in [first.id, second.id] {
        let asked = db
            .store
            .request_run(id, Cause::Manual, None, &seed.actor, instant(1));
        assert!(asked.await.unwrap().is_some());
    }
    change(&db, &seed, second.id, RoutineChange::Delete).await;
    let taken = take_up(&db, "w1", instant(2)).await;
    let leases: Vec<_> = taken.iter().map(|order| order.lease).collect();
    assert_eq!(leases.len(), 2);
    let outcomes = db.store.begin_launches(&leases, instant(2)).await.unwrap();
    assert_eq!(outcomes[0], BeginOutcome::Launch);
    let reason = "Skipped: the routine was deleted by ines@desk.".into();
    assert_eq!(outcomes[1], BeginOutcome::Skipped { reason });
    let refused = db
        .store
        .request_run(second.id, Cause::Manual, None, &seed.actor, instant(3));
    assert_eq!(refused.await.unwrap(), None);

    let asked = db
        .store
        .request_run(first.id, Cause::Manual, None, &seed.actor, instant(4));
    asked.await.unwrap();
    db.store
        .disable_definition(seed.definition, true, &seed.actor, instant(5))
        .await
        .unwrap();
    let taken = take_up(&db, "w1", instant(6)).await;
    let reason = "Skipped: its definition \"Digest\" is disabled.".into();
    assert_eq!(
        begin(&db, taken[0].lease, instant(6)).await,
        BeginOutcome::Skipped { reason }
    );
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
    let end = minutes(2);
    assert_eq!(take_up(&db, "w2", end).await, []);
    let later = end + ms(1);
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

async fn patient(db: &TestDatabase) -> (Seed, RoutineId) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Patient");
    new.overlap = Overlap::QueueOne;
    let id = seed.create(&*db.store, &new).await.id;
    (seed, id)
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

async fn a_waiting_run_waits_for_a_retry_too(db: TestDatabase) {
    let (_, id) = patient(&db).await;
    let first = launch_one(&db, minutes(1)).await;
    claim(&db, minutes(2)).await;
    // A newer one is claimed, so the failure cannot take the retry slot; put one there.
    report(&db, first.lease, minutes(2), refused()).await;
    let at = match db.engine {
        routine_tests::Engine::Sqlite => minutes(1).timestamp_millis().to_string(),
        routine_tests::Engine::Postgres => "'2023-11-14T22:14:20Z'".into(),
    };
    let sql = format!("UPDATE routines SET retry_for = {at}, retry_attempt = 2 WHERE id = '{id}'");
    db.execute(sql).await.unwrap();
    assert_eq!(take_up(&db, "w1", minutes(2)).await, []);
    db.execute("UPDATE routines SET retry_for = NULL, retry_attempt = NULL")
        .await
        .unwrap();
    assert_eq!(take_up(&db, "w1", minutes(2)).await.len(), 1);
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
