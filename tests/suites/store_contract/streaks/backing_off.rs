//! Launch failures: back-off, dead letters, and what ends the count.

use chrono::Duration;
use routine_domain::{Cause, Overlap, Routine, RunStatus, routine::Retry};
use routine_store::model::{ReportOutcome, RunEvent};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

use super::{dead_letter, fail};

on_both! {
    a_failed_launch_is_retried_after_its_exact_wait,
    five_failures_are_a_dead_letter_for_good,
    a_good_launch_ends_the_count,
    an_older_failure_counts_but_is_superseded,
    an_older_success_does_not_end_a_newer_count,
    a_batch_counts_its_failures_in_order,
    a_retry_cancels_nothing_it_did_not_plan,
}

async fn a_failed_launch_is_retried_after_its_exact_wait(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let mut order = launch_one(&db, minutes(1)).await;
    let mut failed_at = minutes(1) + ms(123);
    for (failures, wait) in [(1, 60), (2, 120), (3, 240), (4, 480)] {
        assert_eq!(fail(&db, &order, failed_at).await, recorded(routine.id));
        let after = crate::acting::routine(&db, routine.id).await;
        let due = failed_at + Duration::seconds(wait);
        assert_eq!(after.placement.next_fire_at, Some(due));
        let retry = Retry {
            scheduled_for: minutes(1),
            attempt: failures + 1,
        };
        assert_eq!(after.placement.retry, Some(retry));
        assert_eq!(after.streaks.consecutive_failures, failures);
        assert_eq!(after.streaks.last_failed_for, Some(minutes(1)));
        assert_eq!(after.revision, routine.revision, "it is no edit");

        assert_eq!(claim(&db, due - ms(1)).await.examined, 0);
        order = launch_one(&db, due).await;
        assert_eq!((order.attempt, order.cause), (failures + 1, Cause::Retry));
        assert_eq!(order.scheduled_for, Some(minutes(1)));
        assert_eq!(
            order.idempotency_key,
            format!("{}:2023-11-14T22:14:20.000Z", routine.id)
        );
        failed_at = due + ms(7);
    }
    let attempts = db
        .store
        .list_attempts(routine.id, minutes(1))
        .await
        .unwrap();
    let attempts: Vec<_> = attempts
        .iter()
        .map(|run| (run.attempt, run.status, run.lag_ms))
        .collect();
    assert_eq!(
        attempts,
        [
            (1, RunStatus::ScheduleFailed, Some(0)),
            (2, RunStatus::ScheduleFailed, Some(0)),
            (3, RunStatus::ScheduleFailed, Some(0)),
            (4, RunStatus::ScheduleFailed, Some(0)),
            (5, RunStatus::Launching, Some(0)),
        ]
    );
}

async fn five_failures_are_a_dead_letter_for_good(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let at = dead_letter(&db, routine.id).await;
    let after = crate::acting::routine(&db, routine.id).await;
    assert_eq!(after.placement.dead_lettered_at, Some(at));
    assert_eq!(
        (after.placement.next_fire_at, after.placement.retry),
        (None, None)
    );
    assert_eq!(after.streaks.consecutive_failures, 5);
    let filter = routine_store::model::RunFilter {
        dead_lettered: true,
        ..all_runs()
    };
    let dead = db.store.list_runs(&filter).await.unwrap().rows;
    assert_eq!(dead.len(), 1);
    assert_eq!((dead[0].attempt, dead[0].dead_lettered), (5, true));
    let year_2100 = instant(77 * 365 * 86_400);
    assert_eq!(claim(&db, year_2100).await.examined, 0);
    assert_eq!(db.store.next_wake(instant(0)).await.unwrap(), None);
}

async fn a_good_launch_ends_the_count(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let first = launch_one(&db, minutes(1)).await;
    fail(&db, &first, minutes(1)).await;
    let retry = launch_one(&db, minutes(2)).await;
    report(
        &db,
        retry.lease,
        minutes(2),
        RunEvent::Started { heartbeats: false },
    )
    .await;
    let after = crate::acting::routine(&db, routine.id).await;
    assert_eq!(after.streaks, Default::default());
    // Had it not been told before, the end would have told it.
    report(&db, retry.lease, minutes(2), succeeded()).await;
    assert_eq!(
        after.streaks,
        crate::acting::routine(&db, routine.id).await.streaks
    );
}

async fn an_older_failure_counts_but_is_superseded(db: TestDatabase) {
    let id = overlapping(&db).await.id;
    let older = launch_one(&db, minutes(1)).await;
    let newer = launch_one(&db, minutes(2)).await;
    fail(&db, &older, minutes(2) + ms(1)).await;
    let after = routine(&db, id).await;
    assert_eq!(
        (after.placement.next_fire_at, after.placement.retry),
        (Some(minutes(3)), None)
    );
    assert_eq!(after.streaks.consecutive_failures, 1);
    let run = db.store.get_run(older.lease.run_id).await.unwrap().unwrap();
    assert_eq!(
        run.message.as_deref(),
        Some("Superseded by a newer occurrence, so not tried again: The hub answered 503.")
    );
    fail(&db, &newer, minutes(2) + ms(2)).await;
    let after = routine(&db, id).await;
    assert_eq!(after.placement.next_fire_at, Some(minutes(4) + ms(2)));
    assert_eq!(after.placement.retry.unwrap().scheduled_for, minutes(2));
}

async fn an_older_success_does_not_end_a_newer_count(db: TestDatabase) {
    let id = overlapping(&db).await.id;
    let older = launch_one(&db, minutes(1)).await;
    let newer = launch_one(&db, minutes(2)).await;
    fail(&db, &newer, minutes(2)).await;
    report(&db, older.lease, minutes(2), succeeded()).await;
    assert_eq!(routine(&db, id).await.streaks.consecutive_failures, 1);
    let retry = launch_one(&db, minutes(3)).await;
    report(&db, retry.lease, minutes(3), succeeded()).await;
    assert_eq!(routine(&db, id).await.streaks.consecutive_failures, 0);
}

async fn a_batch_counts_its_failures_in_order(db: TestDatabase) {
    let id = overlapping(&db).await.id;
    let mut reports = Vec::new();
    for minute in 1..=6 {
        let order = launch_one(&db, minutes(minute)).await;
        reports.push(routine_store::model::RunReport {
            run_id: order.lease.run_id,
            epoch: Some(1),
            at: minutes(6) + ms(minute),
            event: refused(),
        });
    }
    let outcomes = db.store.record_reports(&reports, minutes(7)).await.unwrap();
    let dead: Vec<_> = outcomes
        .iter()
        .map(|one| {
            matches!(
                one,
                ReportOutcome::Recorded {
                    dead_lettered: true,
                    ..
                }
            )
        })
        .collect();
    assert_eq!(dead, [false, false, false, false, true, false]);
    let after = routine(&db, id).await;
    assert_eq!(after.placement.dead_lettered_at, Some(minutes(6) + ms(5)));
    assert_eq!(
        after.streaks.consecutive_failures, 5,
        "what is dead-lettered is left alone"
    );
    assert_eq!(counts(&db).await, ["schedule_failed=6"]);
}

async fn a_retry_cancels_nothing_it_did_not_plan(db: TestDatabase) {
    let (_, before) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    fail(&db, &order, minutes(2) + ms(500)).await;
    // The second minute passed while it backed off.
    let batch = claim(&db, minutes(3) + ms(500)).await;
    assert_eq!((batch.orders.len(), batch.missed), (1, 2));
    let placement = routine(&db, before.id).await.placement;
    assert_eq!(placement.next_fire_at, Some(minutes(4)));
    assert_eq!(placement.retry, None);
    assert_eq!(
        placement.newest_claimed_for,
        Some(minutes(1)),
        "only the retry was claimed"
    );
}

/// May overlap itself, so that several of its occurrences are open at once.
async fn overlapping(db: &TestDatabase) -> Routine {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Busy");
    new.overlap = Overlap::Allow;
    seed.create(&*db.store, &new).await
}
