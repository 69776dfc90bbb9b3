//! What outcomes do to their routine, and what must not touch it.

mod abandoned;
mod backing_off;
mod fatigue;
mod untouched;

use routine_domain::{Instant, RoutineId};
use routine_store::model::{LaunchOrder, ReportOutcome};
use routine_tests::TestDatabase;

use crate::acting::*;

pub async fn fail(db: &TestDatabase, order: &LaunchOrder, at: Instant) -> ReportOutcome {
    report(db, order.lease, at, refused()).await
}

/// Fails five launches in a row and answers the time of the last.
pub async fn dead_letter(db: &TestDatabase, id: RoutineId) -> Instant {
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
