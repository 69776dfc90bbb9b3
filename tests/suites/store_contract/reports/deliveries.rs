//! Whether a result is to be delivered stands beside the outcome, in the same transaction.

use routine_domain::{Delivery, RunStatus};
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    the_first_failure_and_each_success_are_delivered,
    without_a_destination_nothing_is_and_nothing_fails,
}

async fn deliveries(db: &TestDatabase) -> Vec<(RunStatus, Delivery)> {
    let mut ends = Vec::new();
    for (n, event) in [failed(), failed(), succeeded(), failed()]
        .into_iter()
        .enumerate()
    {
        let at = minutes(i64::try_from(n).unwrap() + 1);
        let order = launch_one(db, at).await;
        report(db, order.lease, at, event).await;
        let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
        ends.push((run.status, run.delivery));
    }
    ends
}

async fn the_first_failure_and_each_success_are_delivered(db: TestDatabase) {
    seeded(&db).await;
    db.execute(r#"UPDATE routines SET destination = '{"kind": "webhook", "url": "http://chat.example/x"}'"#)
        .await
        .unwrap();
    use RunStatus::{Failed, Succeeded};
    assert_eq!(
        deliveries(&db).await,
        [
            (Failed, Delivery::Pending),
            (Failed, Delivery::None),
            (Succeeded, Delivery::Pending),
            (Failed, Delivery::Pending),
        ]
    );
}

async fn without_a_destination_nothing_is_and_nothing_fails(db: TestDatabase) {
    seeded(&db).await;
    use RunStatus::{Failed, Succeeded};
    let none = [Failed, Failed, Succeeded, Failed].map(|status| (status, Delivery::None));
    assert_eq!(deliveries(&db).await, none);
}
