//! What is failing, by what went wrong.

use routine_domain::{FailureLane, fingerprint::fingerprint};
use routine_store::model::{FailingFilter, FailingRoutine};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_failure_keeps_its_fingerprint,
    a_routine_stands_in_the_lane_it_has_come_to,
    a_lane_can_be_bounded_and_kept_to_a_tenant,
    what_cannot_fire_is_grouped_by_its_refusal,
    an_error_is_counted_by_the_hour,
    an_error_is_muted_until_then_and_it_is_audited,
}

async fn lane(db: &TestDatabase, lane: FailureLane) -> Vec<FailingRoutine> {
    let filter = FailingFilter {
        lane,
        tenant_id: None,
        limit: 10,
    };
    db.store.list_failing(&filter).await.unwrap()
}

/// Fails the launches of the one due routine, a minute apart at first.
async fn fail_launches(db: &TestDatabase, times: usize) {
    for _ in 0..times {
        let due = db.store.next_wake(instant(-1)).await.unwrap().unwrap();
        let order = launch_one(db, due).await;
        report(db, order.lease, due, refused()).await;
    }
}

async fn a_failure_keeps_its_fingerprint(db: TestDatabase) {
    seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1), refused()).await;
    let kept = fingerprint("refused", "The hub answered 503.");
    assert_eq!(history(&db).await[0].fingerprint.as_deref(), Some(&*kept));

    let order = launch_one(&db, minutes(2)).await;
    report(&db, order.lease, minutes(2), succeeded()).await;
    assert_eq!(history(&db).await[0].fingerprint, None);
}

async fn a_routine_stands_in_the_lane_it_has_come_to(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    fail_launches(&db, 1).await;
    let retrying = lane(&db, FailureLane::Retrying).await;
    assert_eq!(retrying.len(), 1);
    let row = &retrying[0];
    assert_eq!((row.id, row.consecutive_failures), (routine.id, 1));
    assert_eq!(
        (&*row.error_code, &*row.message),
        ("refused", "The hub answered 503.")
    );
    assert_eq!(
        (row.since, row.next_fire_at),
        (minutes(1), Some(minutes(2)))
    );
    assert_eq!(row.failed_at, Some(minutes(1)));
    assert!(lane(&db, FailureLane::Dead).await.is_empty());

    fail_launches(&db, 4).await;
    assert!(lane(&db, FailureLane::Retrying).await.is_empty());
    let dead = lane(&db, FailureLane::Dead).await;
    assert_eq!(dead.len(), 1);
    assert_eq!(dead[0].fingerprint, row.fingerprint);
    assert_eq!(dead[0].consecutive_failures, 5);

    // Rows from before there were fingerprints are grouped all the same.
    db.execute("UPDATE runs SET fingerprint = NULL")
        .await
        .unwrap();
    assert_eq!(
        lane(&db, FailureLane::Dead).await[0].fingerprint,
        row.fingerprint
    );
}

async fn a_lane_can_be_bounded_and_kept_to_a_tenant(db: TestDatabase) {
    let (seed, _) = seeded(&db).await;
    fail_launches(&db, 1).await;
    let other = Seed::with_policy(&*db.store, "Beta", &Default::default()).await;
    let filter = |tenant_id, limit| FailingFilter {
        lane: FailureLane::Retrying,
        tenant_id,
        limit,
    };
    for (filter, found) in [
        (filter(Some(seed.tenant), 10), 1),
        (filter(Some(other.tenant), 10), 0),
        (filter(None, 0), 0),
    ] {
        assert_eq!(db.store.list_failing(&filter).await.unwrap().len(), found);
    }
}

async fn what_cannot_fire_is_grouped_by_its_refusal(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let broken = r#"{"kind": "cron", "expression": "x", "zone": "UTC"}"#;
    db.execute(format!("UPDATE routines SET trigger_spec = '{broken}'"))
        .await
        .unwrap();
    claim(&db, minutes(9)).await;
    let off = lane(&db, FailureLane::Off).await;
    assert_eq!(off.len(), 1);
    assert_eq!((off[0].id, off[0].run_id), (routine.id, None));
    assert_eq!(off[0].error_code, "unschedulable");
    assert_eq!(
        off[0].fingerprint,
        fingerprint("unschedulable", &off[0].message)
    );
}

async fn an_error_is_counted_by_the_hour(db: TestDatabase) {
    seeded(&db).await;
    fail_launches(&db, 3).await;
    let error = fingerprint("refused", "The hub answered 503.");
    let other = fingerprint("other", "never came");
    // The failures came at 1, 2 and 4 minutes.
    let asked = [error.clone(), other.clone()];
    let now = minutes(4 + 60);
    let found = db.store.error_activity(&asked, now).await.unwrap();
    let of = |wanted: &str| found.iter().find(|found| found.fingerprint == wanted);
    let activity = of(&error).unwrap();
    assert_eq!(activity.hours.len(), 24);
    assert_eq!(activity.hours[22..], [2, 1]);
    assert_eq!(activity.first_seen, Some(minutes(1)));
    assert_eq!(activity.last_seen, Some(minutes(4)));
    let never = of(&other).unwrap();
    assert_eq!(
        (never.first_seen, never.hours.iter().sum::<u32>()),
        (None, 0)
    );
    assert!(db.store.error_activity(&[], now).await.unwrap().is_empty());
}

async fn an_error_is_muted_until_then_and_it_is_audited(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let store = &db.store;
    for until in [minutes(5), minutes(9)] {
        store
            .mute_error("abc", Some(until), &seed.actor, minutes(1))
            .await
            .unwrap();
    }
    let mutes = store.list_error_mutes(minutes(8)).await.unwrap();
    assert_eq!(mutes.len(), 1);
    assert_eq!((mutes[0].until, &*mutes[0].by), (minutes(9), "ines@desk"));
    assert!(store.list_error_mutes(minutes(9)).await.unwrap().is_empty());
    store
        .mute_error("abc", None, &seed.actor, minutes(2))
        .await
        .unwrap();
    assert!(store.list_error_mutes(minutes(2)).await.unwrap().is_empty());
    let journal = store.list_audit_events(Some("error:abc"), 9).await.unwrap();
    let kinds: Vec<_> = journal.iter().map(|event| &*event.kind).collect();
    assert_eq!(kinds, ["error.unmuted", "error.muted", "error.muted"]);
}
