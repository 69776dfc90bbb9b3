//! What outcomes do to their routine: back-off, dead letters, fatigue, and what must not touch them.

use chrono::Duration;
use routine_domain::{
    Cause, Instant, Overlap, Routine, RoutineChange, RoutineId, RunStatus, TenantPolicy,
    TriggerSpec, routine::Retry, state::OffBy,
};
use routine_store::model::{LaunchOrder, Lease, ReportOutcome, RunEvent};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_failed_launch_is_retried_after_its_exact_wait,
    five_failures_are_a_dead_letter_for_good,
    a_good_launch_ends_the_count,
    an_older_failure_counts_but_is_superseded,
    an_older_success_does_not_end_a_newer_count,
    an_edit_in_between_wins_over_the_failure,
    a_pause_in_between_wins_over_the_failure,
    fires_by_hand_leave_the_streaks_alone,
    a_good_fire_by_hand_does_not_revive,
    many_failed_runs_switch_a_routine_off,
    a_good_run_ends_the_failed_ones,
    presumptions_neither_count_nor_end_a_count,
    a_batch_counts_its_failures_in_order,
    tenants_keep_their_own_limits,
    a_retry_cancels_nothing_it_did_not_plan,
}

async fn fail(db: &TestDatabase, order: &LaunchOrder, at: Instant) -> ReportOutcome {
    report(db, order.lease, at, refused()).await
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

/// May overlap itself, so that several of its occurrences are open at once.
async fn overlapping(db: &TestDatabase) -> Routine {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Busy");
    new.overlap = Overlap::Allow;
    seed.create(&*db.store, &new).await
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

/// Fails five launches in a row and answers the time of the last.
async fn dead_letter(db: &TestDatabase, id: RoutineId) -> Instant {
    let mut at = minutes(1);
    for number in 1..=5 {
        let order = launch_one(db, at).await;
        let outcome = fail(db, &order, at).await;
        let dead_lettered = number == 5;
        let expected = ReportOutcome::Recorded {
            routine_id: id,
            dead_lettered,
            switched_off: false,
        };
        assert_eq!(outcome, expected);
        at = routine(db, id).await.placement.next_fire_at.unwrap_or(at);
    }
    at
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

async fn status(db: &TestDatabase, lease: Lease) -> RunStatus {
    db.store
        .get_run(lease.run_id)
        .await
        .unwrap()
        .unwrap()
        .status
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

async fn run_through(db: &TestDatabase, minute: i64, event: RunEvent) -> ReportOutcome {
    let order = launch_one(db, minutes(minute)).await;
    report(
        db,
        order.lease,
        minutes(minute),
        RunEvent::Started { heartbeats: false },
    )
    .await;
    report(db, order.lease, minutes(minute), event).await
}

async fn many_failed_runs_switch_a_routine_off(db: TestDatabase) {
    let (_, before) = seeded(&db).await;
    for minute in 1..=9 {
        assert_eq!(
            run_through(&db, minute, failed()).await,
            recorded(before.id)
        );
    }
    assert_eq!(routine(&db, before.id).await.streaks.failed_runs, 9);
    let last = run_through(&db, 10, failed()).await;
    let expected = ReportOutcome::Recorded {
        routine_id: before.id,
        dead_lettered: false,
        switched_off: true,
    };
    assert_eq!(last, expected);
    let off = routine(&db, before.id).await.off.unwrap();
    assert_eq!(
        (off.by, &*off.actor, &*off.reason),
        (OffBy::Fatigue, "w1", "Its last 10 runs failed.")
    );
    assert_eq!(claim(&db, minutes(99)).await.examined, 0);
    let subject = format!("routine:{}", before.id);
    let journal = db.store.list_audit_events(Some(&subject), 1).await.unwrap();
    assert_eq!(
        (&*journal[0].kind, &*journal[0].actor),
        ("routine.switched_off", "w1")
    );
}

async fn a_good_run_ends_the_failed_ones(db: TestDatabase) {
    let (_, before) = seeded(&db).await;
    run_through(&db, 1, failed()).await;
    run_through(&db, 2, failed()).await;
    assert_eq!(routine(&db, before.id).await.streaks.failed_runs, 2);
    run_through(&db, 3, succeeded()).await;
    assert_eq!(routine(&db, before.id).await.streaks.failed_runs, 0);
}

async fn presumptions_neither_count_nor_end_a_count(db: TestDatabase) {
    let (_, before) = seeded(&db).await;
    run_through(&db, 1, failed()).await;
    for event in [
        RunEvent::Abandoned {
            message: "Lost.".into(),
        },
        RunEvent::Cancelled {
            message: "Cancelled.".into(),
        },
    ] {
        let order = claim(&db, minutes(9))
            .await
            .orders
            .pop()
            .unwrap_or_else(|| panic!("due"));
        begin(&db, order.lease, minutes(9)).await;
        report(&db, order.lease, minutes(9), event).await;
        assert_eq!(routine(&db, before.id).await.streaks.failed_runs, 1);
        let sql = "UPDATE routines SET next_fire_at = newest_claimed_for";
        db.execute(sql).await.unwrap();
        db.execute("DELETE FROM runs WHERE status IN ('abandoned', 'cancelled')")
            .await
            .unwrap();
    }
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
