//! The statements that are sent most use the index that was made for them, with many rows stored.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests, run on both engines"
)]

#[path = "query_plans/idling.rs"]
mod idling;
#[path = "query_plans/scheduling.rs"]
mod scheduling;
#[path = "query_plans/watching.rs"]
mod watching;

use routine_store::model::{RoutineFilter, RoutineOrder};
use routine_tests::{TestDatabase, instant, on_both};
use watching::{assert_uses, many_rows, statements_of};

on_both! { pages_of_routines_use_their_index, strips_the_journal_and_the_cap_use_their_index }

async fn pages_of_routines_use_their_index(db: TestDatabase) {
    let seed = many_rows(&db).await;
    for (order, tenant, index) in [
        (RoutineOrder::NextFire, None, "routines_due"),
        (RoutineOrder::Name, None, "routines_sorted"),
        (RoutineOrder::Name, Some(seed.tenant), "routines_by_name"),
        (RoutineOrder::Created, None, "routines_newest"),
    ] {
        let filter = RoutineFilter {
            states: vec![],
            tenant_id: tenant,
            search: None,
            order,
            after: None,
            limit: 50,
        };
        let sent = statements_of(async {
            assert_eq!(
                db.store
                    .list_routines(&filter, instant(0))
                    .await
                    .unwrap()
                    .rows
                    .len(),
                50
            );
        });
        assert_uses(&db, &sent.await[0], index).await;
    }
}

async fn strips_the_journal_and_the_cap_use_their_index(db: TestDatabase) {
    let seed = many_rows(&db).await;
    let store = &db.store;
    let sent = statements_of(async {
        store.list_audit_events(None, 50).await.unwrap();
        store
            .list_audit_events(Some("routine:none"), 50)
            .await
            .unwrap();
    });
    let sent = sent.await;
    assert_uses(&db, &sent[0], "audit_newest").await;
    assert_uses(&db, &sent[1], "audit_by_subject").await;

    let ids = db
        .texts("SELECT CAST(id AS TEXT) FROM routines ORDER BY id LIMIT 50")
        .await;
    let ids: Vec<_> = ids.iter().map(|id| id.parse().unwrap()).collect();
    let sent = statements_of(async {
        store.recent_runs(&ids, 20).await.unwrap();
    });
    assert_uses(&db, &sent.await[0], "runs_by_routine").await;

    let sent = statements_of(async {
        seed.create(&**store, &seed.routine("one more")).await;
    });
    let counts = sent
        .await
        .into_iter()
        .find(|sql| sql.contains("AS enabled"))
        .unwrap();
    assert_uses(&db, &counts, "routines_by_owner").await;
}
