//! What people ask about single runs, and what a worker asks about people.

use routine_domain::RunId;
use routine_store::model::{RunFilter, RunKey};
use routine_tests::{TestDatabase, instant, on_both};

use crate::watching::{assert_uses, many_rows, statements_of};

on_both! { questions_about_one_run_use_an_index, a_search_begins_with_the_newest }

async fn questions_about_one_run_use_an_index(db: TestDatabase) {
    let seed = many_rows(&db).await;
    let store = &db.store;
    let routine = seed.create(&**store, &seed.routine("one more")).await.id;
    let key = RunKey {
        recorded_at: instant(5_000),
        id: RunId::new(instant(0)),
    };
    let sent = statements_of(async {
        store.run_neighbours(routine, key).await.unwrap();
        store.last_success(routine, key).await.unwrap();
        store.count_open_runs(&[routine]).await.unwrap();
        store.get_listings(&[routine]).await.unwrap();
        store.cancel_requests("w1").await.unwrap();
    });
    let sent = sent.await;
    for (sql, index) in sent.iter().zip([
        "runs_by_routine",
        "runs_by_routine",
        "runs_by_routine",
        "runs_open",
        "runs_open",
        "runs_to_cancel",
    ]) {
        assert_uses(&db, sql, index).await;
    }
    assert_eq!(sent.len(), 6);
}

async fn a_search_begins_with_the_newest(db: TestDatabase) {
    many_rows(&db).await;
    let filter = RunFilter {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: None,
        tenant_id: None,
        from: Some(instant(0)),
        to: None,
        after: None,
        limit: 50,
    };
    let sent = statements_of(async {
        let page = db.store.search_runs(&filter, "nowhere").await.unwrap();
        assert!(page.rows.is_empty());
        assert!(page.stopped_at.is_some(), "20,000 are not gone through");
        assert_eq!(page.next, page.stopped_at);
    });
    for sql in sent.await {
        assert_uses(&db, &sql, "runs_newest").await;
    }
}
