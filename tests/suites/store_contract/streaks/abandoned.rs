//! Runs that were given up, counted in a row.

use chrono::Duration;
use routine_domain::RunStatus;
use routine_store::model::{ReportOutcome, RunEvent};
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! { ten_in_a_row_raise_attention_until_one_is_heard_of }

async fn ten_in_a_row_raise_attention_until_one_is_heard_of(db: TestDatabase) {
    let (_, standup) = seeded(&db).await;
    let attention = || async { routine(&db, standup.id).await.attention() };
    let mut newest = None;
    for n in 1..=10 {
        assert_eq!(attention().await, None, "after {}", n - 1);
        let order = launch_one(&db, minutes(n)).await;
        let started = RunEvent::Started { heartbeats: false };
        report(&db, order.lease, minutes(n), started).await;
        let late = minutes(n) + Duration::seconds(31);
        // Half by the sweep that finds them, half by the worker that stops.
        if n % 2 == 0 {
            assert_eq!(db.store.abandon_lost(60, 30, late).await.unwrap(), 1);
        } else {
            let message = "Its worker stopped.".into();
            report(&db, order.lease, late, RunEvent::Abandoned { message }).await;
        }
        newest = Some(order.lease);
    }
    let words = attention().await.unwrap();
    assert!(
        words.starts_with("Its last 10 runs were abandoned"),
        "{words}"
    );
    assert_eq!(routine(&db, standup.id).await.streaks.failed_runs, 0);

    let late = minutes(12);
    let lease = newest.unwrap();
    let heard = report(&db, lease, late, succeeded()).await;
    assert_eq!(heard, recorded(standup.id));
    assert_eq!(attention().await, None);
    let status = RunStatus::Succeeded;
    assert_eq!(
        report(&db, lease, late, failed()).await,
        ReportOutcome::LostTheRace { status },
        "only once"
    );
}
