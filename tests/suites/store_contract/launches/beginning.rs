//! The last look before a launch.

use routine_domain::{Cause, RoutineChange, RoutineEdit, RoutineId, RunStatus};
use routine_store::model::BeginOutcome;
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

use super::{change, pause};

on_both! {
    a_launch_is_durable_before_it_begins,
    what_changed_since_the_claim_skips_the_run,
    a_rename_changes_nothing,
    a_fire_by_hand_passes_a_pause_but_not_a_deletion,
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
        .disable_definition(seed.definition, None, true, &seed.actor, instant(5))
        .await
        .unwrap();
    let taken = take_up(&db, "w1", instant(6)).await;
    let reason = "Skipped: its definition \"Digest\" is disabled.".into();
    assert_eq!(
        begin(&db, taken[0].lease, instant(6)).await,
        BeginOutcome::Skipped { reason }
    );
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
        destination: routine.destination.clone(),
        enabled: true,
    };
    edit(&mut changed);
    RoutineChange::Edit(Box::new(changed))
}
