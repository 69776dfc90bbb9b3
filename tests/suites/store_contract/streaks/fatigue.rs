//! Runs that start and fail.

use routine_domain::state::OffBy;
use routine_store::model::{ReportOutcome, RunEvent};
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    many_failed_runs_switch_a_routine_off,
    a_good_run_ends_the_failed_ones,
    presumptions_neither_count_nor_end_a_count,
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
