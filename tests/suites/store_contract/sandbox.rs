//! The clock and the faults of a sandbox, and copies.

use chrono::Duration;
use routine_domain::{ClockMove, SandboxFaults};
use routine_store::{
    Address, ConnectOptions, connect,
    model::{Actor, Copied},
};
use routine_tests::{Seed, TestDatabase, instant, on_both};

on_both! {
    only_what_is_empty_is_marked_unless_it_may_be_filled,
    a_clock_is_moved_only_in_a_sandbox_and_by_all_alike,
    a_clock_that_goes_back_plans_anew,
    faults_are_kept_and_taken_away,
    a_copy_is_as_it_was,
}

fn actor() -> Actor {
    Actor::new("ines@desk")
}

async fn only_what_is_empty_is_marked_unless_it_may_be_filled(db: TestDatabase) {
    Seed::new(&*db.store).await;
    assert!(!db.store.mark_sandbox(false, &actor()).await.unwrap());
    assert!(!db.store.environment().await.unwrap().is_sandbox);
    assert!(db.store.mark_sandbox(true, &actor()).await.unwrap());
    assert!(db.store.mark_sandbox(false, &actor()).await.unwrap());
    assert!(db.store.environment().await.unwrap().is_sandbox);
    let events = db
        .store
        .list_audit_events(Some("sandbox"), 10)
        .await
        .unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].kind, "sandbox.marked");
}

async fn a_clock_is_moved_only_in_a_sandbox_and_by_all_alike(db: TestDatabase) {
    let set = ClockMove::Set {
        at: instant(5),
        rate: 0,
    };
    assert_eq!(
        db.store.move_clock(set, Some(&actor())).await.unwrap(),
        None
    );
    assert!(db.store.environment().await.unwrap().clock.is_none());

    db.store.mark_sandbox(false, &actor()).await.unwrap();
    let moved = db
        .store
        .move_clock(set, Some(&actor()))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((moved.now(), moved.rate()), (instant(5), 0));
    let other = db.open_again().await.store().await.unwrap();
    assert_eq!(other.now().await.unwrap(), instant(5));
    let look = other.look().await.unwrap();
    assert_eq!((look.now, look.environment.rate()), (instant(5), 0));

    let pace = ClockMove::Pace { rate: 600 };
    other.move_clock(pace, Some(&actor())).await.unwrap();
    let first = db.store.environment().await.unwrap();
    let second = other.environment().await.unwrap();
    assert!(first.now() >= instant(5) && second.now() >= first.now());
    assert_eq!(second.now() - first.now(), (second.real - first.real) * 600);
    db.store
        .move_clock(ClockMove::Real, Some(&actor()))
        .await
        .unwrap();
    assert!((other.now().await.unwrap() - second.real) < Duration::minutes(1));
    // A step of a walk is nobody's change.
    db.store.move_clock(set, None).await.unwrap();
    let events = db
        .store
        .list_audit_events(Some("sandbox"), 10)
        .await
        .unwrap();
    let kinds: Vec<_> = events.iter().map(|event| event.kind.as_str()).collect();
    let moves = ["sandbox.clock_moved"; 3];
    let marked = ["sandbox.marked"];
    let mut expected = [&moves[..], &marked[..]].concat();
    expected.sort_unstable();
    let mut kinds = kinds;
    kinds.sort_unstable();
    assert_eq!(kinds, expected);
    other.close().await;
}

async fn a_clock_that_goes_back_plans_anew(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    db.store.mark_sandbox(true, &actor()).await.unwrap();
    let set = |seconds| ClockMove::Set {
        at: instant(seconds),
        rate: 0,
    };
    db.store.move_clock(set(100_000), None).await.unwrap();
    let routine = seed.routine("one");
    let routine = seed.create_at(&*db.store, &routine, instant(100_000)).await;
    assert_eq!(routine.placement.next_fire_at, Some(instant(100_020)));
    db.store.move_clock(set(300), None).await.unwrap();
    let back = db.store.get_routine(routine.id).await.unwrap().unwrap();
    assert_eq!(back.placement.next_fire_at, Some(instant(360)));
    // Forwards nothing moves: what passed is late.
    db.store.move_clock(set(10_000), None).await.unwrap();
    let late = db.store.get_routine(routine.id).await.unwrap().unwrap();
    assert_eq!(late.placement.next_fire_at, Some(instant(360)));
}

async fn faults_are_kept_and_taken_away(db: TestDatabase) {
    let faults = SandboxFaults {
        seed: 4107,
        hub_unavailable: Some(4),
        ..SandboxFaults::default()
    };
    let set = |faults: Option<SandboxFaults>| {
        let store = db.store.clone();
        async move {
            let now = store.now().await.unwrap();
            let set = store.set_faults(faults.as_ref(), &actor(), now).await;
            set.unwrap()
        }
    };
    assert!(!set(Some(faults)).await);
    db.store.mark_sandbox(false, &actor()).await.unwrap();
    assert!(set(Some(faults)).await);
    assert_eq!(db.store.environment().await.unwrap().faults, Some(faults));
    assert!(set(None).await);
    assert_eq!(db.store.environment().await.unwrap().faults, None);
}

async fn a_copy_is_as_it_was(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let one = seed.create(&*db.store, &seed.routine("one")).await;
    let copied = Copied {
        tenants: db.store.list_tenants().await.unwrap(),
        definitions: db.store.list_definitions(None).await.unwrap(),
        routines: vec![one.clone()],
    };
    let memory = connect(&Address::memory(), &ConnectOptions::default()).await;
    let memory = memory.unwrap();
    memory.migrate().await.unwrap();
    let copy = memory.store().await.unwrap();
    copy.write_copy(&copied, &actor(), instant(9))
        .await
        .unwrap();
    assert_eq!(copy.get_routine(one.id).await.unwrap(), Some(one.clone()));
    let tenants = copy.list_tenants().await.unwrap();
    assert_eq!(tenants[0].policy, copied.tenants[0].policy);
    let definitions = copy.list_definitions(None).await.unwrap();
    assert_eq!(definitions[0].launcher, copied.definitions[0].launcher);
    assert_eq!(
        copy.next_wake(instant(0)).await.unwrap(),
        one.placement.next_fire_at
    );
    copy.close().await;
}
