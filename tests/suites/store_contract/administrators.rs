//! Several people at once, about the same routine or the last places under a cap.

use routine_domain::{RoutineChange, RoutineEdit, RoutineId, TenantPolicy};
use routine_store::model::{ChangeOutcome, CreateOutcome, NewRoutine};
use routine_tests::{Seed, TestDatabase, instant, on_both};
use tokio::task::JoinSet;

on_both! {
    two_creations_at_nineteen_admit_one,
    racing_ways_in_admit_exactly_the_cap,
    an_edit_and_a_deletion_at_once_leave_no_clock,
}

fn capped(enabled_cap: u32) -> TenantPolicy {
    TenantPolicy {
        enabled_cap,
        ..TenantPolicy::local_demo()
    }
}

async fn enabled(db: &TestDatabase) -> usize {
    let on = "SELECT name FROM routines WHERE off_by IS NULL AND deleted_at IS NULL";
    db.texts(on).await.len()
}

async fn two_creations_at_nineteen_admit_one(db: TestDatabase) {
    let seed = Seed::with_policy(&*db.store, "Acme", &capped(20)).await;
    for number in 0..19 {
        seed.create(&*db.store, &seed.routine(&number.to_string()))
            .await;
    }
    let create = async |name: &str| {
        let new = seed.routine(name);
        let outcome = db.store.create_routine(&new, &seed.actor, instant(0)).await;
        matches!(outcome.unwrap(), CreateOutcome::Created(_))
    };
    let (one, other) = tokio::join!(create("one"), create("other"));
    assert!(one ^ other);
    assert_eq!(enabled(&db).await, 20);
}

/// Creations, edits that switch on, revivals and restorations, a hundred at once.
async fn racing_ways_in_admit_exactly_the_cap(db: TestDatabase) {
    let seed = Seed::with_policy(&*db.store, "Acme", &capped(7)).await;
    let mut changes = Vec::new();
    for number in 0..75 {
        let new = NewRoutine {
            enabled: number % 3 == 0,
            ..seed.routine(&format!("racer {number}"))
        };
        let made = seed.create(&*db.store, &new).await;
        let change = match number % 3 {
            0 => {
                let deleted = RoutineChange::Delete;
                assert!(changed(&db, &seed, made.id, deleted).await);
                RoutineChange::Restore
            }
            1 => RoutineChange::Revive,
            _ => rename(new),
        };
        changes.push((made.id, change));
    }
    let mut racers = JoinSet::new();
    for (id, change) in changes {
        let (db, seed) = (db.clone(), seed.clone());
        racers.spawn(async move { changed(&db, &seed, id, change).await });
    }
    for number in 75..100 {
        let (db, seed) = (db.clone(), seed.clone());
        racers.spawn(async move {
            let new = seed.routine(&format!("racer {number}"));
            let outcome = db.store.create_routine(&new, &seed.actor, instant(1)).await;
            matches!(outcome.unwrap(), CreateOutcome::Created(_))
        });
    }
    let admitted = racers.join_all().await;
    assert_eq!(admitted.iter().filter(|admitted| **admitted).count(), 7);
    assert_eq!(enabled(&db).await, 7);
}

async fn changed(db: &TestDatabase, seed: &Seed, id: RoutineId, change: RoutineChange) -> bool {
    let outcome = db
        .store
        .change_routine(id, None, &change, &seed.actor, instant(1))
        .await;
    matches!(outcome.unwrap(), ChangeOutcome::Changed(_))
}

/// An edit that leaves it on, or switches it on.
fn rename(new: NewRoutine) -> RoutineChange {
    RoutineChange::Edit(Box::new(RoutineEdit {
        name: "Renamed".into(),
        instruction: new.instruction,
        definition_id: new.definition_id,
        input: new.input,
        trigger: new.trigger,
        misfire: new.misfire,
        overlap: new.overlap,
        destination: new.destination.clone(),
        enabled: true,
    }))
}

async fn an_edit_and_a_deletion_at_once_leave_no_clock(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    for number in 0..20 {
        let new = seed.routine(&format!("number {number}"));
        let made = seed.create(&*db.store, &new).await;
        let change = async |change: RoutineChange| {
            let changed =
                db.store
                    .change_routine(made.id, Some(1), &change, &seed.actor, instant(1));
            matches!(changed.await.unwrap(), ChangeOutcome::Changed(_))
        };
        let (edited, deleted) = tokio::join!(change(rename(new)), change(RoutineChange::Delete));
        assert!(edited ^ deleted, "one succeeds, the other is a conflict");
        let kept = db.store.get_routine(made.id).await.unwrap().unwrap();
        assert_eq!(kept.deleted.is_some(), deleted);
        assert_eq!(kept.placement.next_fire_at.is_some(), !deleted);
    }
}
