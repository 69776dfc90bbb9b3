//! What leaves the streaks alone: other schedules, other tenants, and fires by hand.

use routine_domain::{
    Cause, Instant, RoutineChange, RoutineId, RunStatus, TenantPolicy, TriggerSpec,
};
use routine_store::model::{LaunchOrder, Lease};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

use super::{dead_letter, fail};

on_both! {
    an_edit_in_between_wins_over_the_failure,
    a_pause_in_between_wins_over_the_failure,
    fires_by_hand_leave_the_streaks_alone,
    a_good_fire_by_hand_does_not_revive,
    tenants_keep_their_own_limits,
}

async fn an_edit_in_between_wins_over_the_failure(db: TestDatabase) {
    let (seed, before) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    // Another way to write the same next fire: only the revision tells the two apart.
    let mut edit = routine_domain::RoutineEdit {
        name: before.name,
        instruction: before.instruction,
        definition_id: before.definition_id,
        input: before.input,
        trigger: TriggerSpec::Interval {
            every_seconds: 60,
            anchor: instant(-60),
        },
        misfire: before.misfire,
        overlap: before.overlap,
        destination: before.destination.clone(),
        enabled: true,
    };
    change(
        &db,
        &seed,
        before.id,
        &RoutineChange::Edit(Box::new(edit.clone())),
        minutes(1),
    )
    .await;
    let edited = routine(&db, before.id).await;
    assert_eq!(edited.placement.next_fire_at, Some(minutes(2)));
    assert_eq!(fail(&db, &order, minutes(1)).await, recorded(before.id));
    assert_eq!(routine(&db, before.id).await, edited);
    assert_eq!(status(&db, order.lease).await, RunStatus::ScheduleFailed);

    let order = launch_one(&db, minutes(2)).await;
    edit.name = "Renamed".into();
    change(
        &db,
        &seed,
        before.id,
        &RoutineChange::Edit(Box::new(edit)),
        minutes(2),
    )
    .await;
    fail(&db, &order, minutes(2)).await;
    assert_eq!(
        routine(&db, before.id).await.streaks.consecutive_failures,
        1,
        "a rename is none"
    );
}

async fn a_pause_in_between_wins_over_the_failure(db: TestDatabase) {
    let (seed, before) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    change(&db, &seed, before.id, &pause(), minutes(1)).await;
    change(&db, &seed, before.id, &RoutineChange::Resume, minutes(1)).await;
    let resumed = routine(&db, before.id).await;
    fail(&db, &order, minutes(1)).await;
    assert_eq!(routine(&db, before.id).await, resumed);
    assert_eq!(counts(&db).await, ["schedule_failed=1"]);
}

async fn fires_by_hand_leave_the_streaks_alone(db: TestDatabase) {
    let (seed, before) = seeded(&db).await;
    for event in [refused(), failed(), succeeded()] {
        let order = by_hand(&db, &seed, before.id, instant(1)).await;
        report(&db, order.lease, instant(1), event).await;
        assert_eq!(routine(&db, before.id).await, before);
    }
    assert_eq!(
        counts(&db).await,
        ["failed=1", "schedule_failed=1", "succeeded=1"]
    );
}

async fn a_good_fire_by_hand_does_not_revive(db: TestDatabase) {
    let (seed, before) = seeded(&db).await;
    let at = dead_letter(&db, before.id).await;
    let dead = routine(&db, before.id).await;
    let order = by_hand(&db, &seed, before.id, at).await;
    report(&db, order.lease, at, succeeded()).await;
    assert_eq!(routine(&db, before.id).await, dead);
}

async fn tenants_keep_their_own_limits(db: TestDatabase) {
    let strict = TenantPolicy {
        dead_letter_after: 1,
        ..TenantPolicy::local_demo()
    };
    let acme = Seed::with_policy(&*db.store, "Acme", &strict).await;
    let zeta = Seed::with_policy(&*db.store, "Zeta", &TenantPolicy::local_demo()).await;
    let first = acme.create(&*db.store, &acme.routine("Same name")).await.id;
    let second = zeta.create(&*db.store, &zeta.routine("Same name")).await.id;
    let orders = claim(&db, minutes(1)).await.orders;
    for order in &orders {
        begin(&db, order.lease, minutes(1)).await;
        fail(&db, order, minutes(1)).await;
    }
    assert!(
        routine(&db, first)
            .await
            .placement
            .dead_lettered_at
            .is_some()
    );
    assert_eq!(
        routine(&db, second).await.placement.retry.unwrap().attempt,
        2
    );
    let filter = routine_store::model::RunFilter {
        tenant_id: Some(zeta.tenant),
        ..all_runs()
    };
    let runs = db.store.list_runs(&filter).await.unwrap().rows;
    assert_eq!(runs.len(), 1);
    assert_eq!(
        (runs[0].routine_id, &*runs[0].tenant_name),
        (second, "Zeta")
    );
    assert_eq!(runs[0].definition_id, zeta.definition);
}

async fn change(
    db: &TestDatabase,
    seed: &Seed,
    id: RoutineId,
    change: &RoutineChange,
    at: Instant,
) {
    db.store
        .change_routine(id, None, change, &seed.actor, at)
        .await
        .unwrap();
}

fn pause() -> RoutineChange {
    RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    }
}

async fn status(db: &TestDatabase, lease: Lease) -> RunStatus {
    db.store
        .get_run(lease.run_id)
        .await
        .unwrap()
        .unwrap()
        .status
}

/// Asks for a run and brings it to `launching`.
async fn by_hand(db: &TestDatabase, seed: &Seed, id: RoutineId, at: Instant) -> LaunchOrder {
    db.store
        .request_run(id, Cause::Manual, None, &seed.actor, at)
        .await
        .unwrap()
        .unwrap();
    let order = take_up(db, "w1", at).await.pop().unwrap();
    begin(db, order.lease, at).await;
    order
}
