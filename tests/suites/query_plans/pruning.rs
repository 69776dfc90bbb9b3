//! What a round of pruning asks, with much to keep.

use routine_tests::{Engine, TestDatabase, instant, on_both};

use crate::watching::{assert_uses, many_rows, statements_of};

on_both! { a_round_seeks_each_routine }

async fn a_round_seeks_each_routine(db: TestDatabase) {
    let seed = many_rows(&db).await;
    let sent = statements_of(async {
        assert_eq!(db.store.prune(instant(0)).await.unwrap().runs, 0);
    });
    let sent = sent.await;
    assert!(sent.iter().all(|sql| !sql.contains("DELETE")), "{sent:?}");
    let (routines, oldest) = match db.engine {
        Engine::Sqlite => ("sqlite_autoindex_routines_1", "runs_by_tenant"),
        // Where nearly all is of one tenant, the history of all is as good.
        Engine::Postgres => ("routines_pkey", "Backward using runs_"),
    };
    assert_uses(&db, &sent[1], routines).await;
    assert_uses(&db, &sent[2], "runs_by_routine").await;

    let sent = statements_of(async {
        db.store.prunable(seed.tenant, instant(0)).await.unwrap();
    });
    assert_uses(&db, &sent.await[1], oldest).await;
}
