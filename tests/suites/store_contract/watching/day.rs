//! The day: what wants somebody, how the past went, and what waits in the schedule.

use routine_domain::{RunStatus, TenantPolicy};
use routine_store::model::Attention;
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    what_fails_is_counted_and_listed_with_its_newest_error,
    runs_are_counted_by_half_hour_and_status,
    failures_that_say_the_same_are_together,
    the_schedule_is_read_soonest_first,
    another_tenants_day_is_not_seen,
}

/// Three routines; at minute one, two launches are refused and one run succeeds.
async fn a_bad_minute(db: &TestDatabase, policy: &TenantPolicy) -> Seed {
    let seed = Seed::with_policy(&*db.store, "Acme", policy).await;
    for name in ["a", "b", "c"] {
        seed.create(&*db.store, &seed.routine(name)).await;
    }
    let orders = claim(db, minutes(1)).await.orders;
    assert_eq!(orders.len(), 3);
    for order in orders {
        begin(db, order.lease, minutes(1)).await;
        let event = match order.routine_name.as_str() {
            "c" => succeeded(),
            _ => refused(),
        };
        report(db, order.lease, minutes(1), event).await;
    }
    seed
}

async fn what_fails_is_counted_and_listed_with_its_newest_error(db: TestDatabase) {
    a_bad_minute(&db, &TenantPolicy::local_demo()).await;
    let now = minutes(1);
    let attention = db.store.attention(None, now).await.unwrap();
    let failing = db.store.failing(None, 5).await.unwrap();
    assert_eq!(attention.backing_off, 2);
    assert_eq!(
        attention.next_retry_at,
        failing[0].listing.routine.placement.next_fire_at
    );
    let named: Vec<_> = failing
        .iter()
        .map(|failing| {
            (
                failing.listing.routine.name.as_str(),
                failing.error.as_deref(),
            )
        })
        .collect();
    assert_eq!(named.len(), 2);
    for name in ["a", "b"] {
        assert!(named.contains(&(name, Some("The hub answered 503."))));
    }
    assert_eq!(db.store.failing(None, 1).await.unwrap().len(), 1);

    // Ten minutes later nobody has looked again.
    let later = db.store.attention(None, minutes(11)).await.unwrap();
    assert_eq!((later.backing_off, later.overdue), (0, 3));
}

async fn runs_are_counted_by_half_hour_and_status(db: TestDatabase) {
    a_bad_minute(&db, &TenantPolicy::local_demo()).await;
    let outcomes = db.store.outcomes(None, instant(0), 100).await.unwrap();
    assert_eq!(outcomes.cut_at, None);
    let counted: Vec<_> = outcomes
        .slots
        .iter()
        .map(|count| (count.slot, count.status, count.runs))
        .collect();
    let slot = routine_domain::timeline::slot_of(minutes(1));
    assert_eq!(
        counted,
        [
            (slot, RunStatus::ScheduleFailed, 2),
            (slot, RunStatus::Succeeded, 1)
        ]
    );
    let cut = db.store.outcomes(None, instant(0), 2).await.unwrap();
    assert_eq!(cut.cut_at, Some(minutes(1)));
    let none = db.store.outcomes(None, minutes(2), 100).await.unwrap();
    assert!(none.slots.is_empty() && none.cut_at.is_none());
}

async fn failures_that_say_the_same_are_together(db: TestDatabase) {
    a_bad_minute(&db, &TenantPolicy::local_demo()).await;
    let groups = db
        .store
        .failure_groups(None, instant(0), 100)
        .await
        .unwrap();
    assert_eq!(groups.len(), 1);
    let group = &groups[0];
    assert_eq!((group.runs, group.routines), (2, 2));
    assert_eq!(group.code, "refused");
    assert!(group.is_launch);
    assert_eq!((group.first_at, group.last_at), (minutes(1), minutes(1)));
}

async fn the_schedule_is_read_soonest_first(db: TestDatabase) {
    let policy = TenantPolicy {
        dead_letter_after: 1,
        ..TenantPolicy::local_demo()
    };
    a_bad_minute(&db, &policy).await;
    let places = db.store.in_schedule(None, 10).await.unwrap();
    assert_eq!(places.len(), 1);
    assert_eq!(places[0].next_fire_at, minutes(2));
    assert!(!places[0].retries);
    assert_eq!(db.store.stopped_triggers(None, 10).await.unwrap().len(), 2);
    assert_eq!(db.store.stopped_triggers(None, 1).await.unwrap().len(), 1);
    let attention = db.store.attention(None, minutes(1)).await.unwrap();
    let dead = Attention {
        dead_lettered: 2,
        ..Attention::default()
    };
    assert_eq!(attention, dead);
}

async fn another_tenants_day_is_not_seen(db: TestDatabase) {
    let seed = a_bad_minute(&db, &TenantPolicy::local_demo()).await;
    let other = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::local_demo()).await;
    let (store, mine, theirs) = (&db.store, Some(seed.tenant), Some(other.tenant));
    let now = minutes(1);
    assert_eq!(store.attention(mine, now).await.unwrap().backing_off, 2);
    assert_eq!(
        store.attention(theirs, now).await.unwrap(),
        Attention::default()
    );
    assert_eq!(store.failing(mine, 5).await.unwrap().len(), 2);
    assert!(store.failing(theirs, 5).await.unwrap().is_empty());
    assert!(
        store
            .failure_groups(theirs, instant(0), 9)
            .await
            .unwrap()
            .is_empty()
    );
    assert!(
        store
            .outcomes(theirs, instant(0), 9)
            .await
            .unwrap()
            .slots
            .is_empty()
    );
    assert!(store.in_schedule(theirs, 9).await.unwrap().is_empty());
    assert!(store.stopped_triggers(theirs, 9).await.unwrap().is_empty());
}
