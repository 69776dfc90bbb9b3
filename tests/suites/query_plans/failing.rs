//! What the failures page asks, with a long history behind it.

use routine_domain::FailureLane;
use routine_store::model::FailingFilter;
use routine_tests::{Engine, TestDatabase, instant, on_both};

use super::watching::{assert_uses, many_rows, statements_of};

on_both! {
    lanes_use_the_index_of_what_is_failing,
    an_error_is_counted_from_its_own_index,
    an_idle_pass_finds_no_plan_by_its_index,
}

/// A long history of which every sixteenth run failed.
async fn many_failures(db: &TestDatabase) {
    many_rows(db).await;
    let sql = "UPDATE runs SET status = 'failed', fingerprint = 'abc'
        WHERE CAST(id AS TEXT) LIKE '%0-0000-7000%'";
    assert!(db.execute(sql).await.unwrap() > 1_000);
    if db.engine == Engine::Postgres {
        db.execute("ANALYZE runs").await.unwrap();
    }
}

async fn lanes_use_the_index_of_what_is_failing(db: TestDatabase) {
    many_failures(&db).await;
    for (lane, index) in [
        (FailureLane::Retrying, "routines_retrying"),
        (FailureLane::Dead, "routines_dead_lettered"),
        (FailureLane::Off, "routines_off_by_system"),
    ] {
        let filter = FailingFilter {
            lane,
            tenant_id: None,
            limit: 500,
        };
        let sent = statements_of(async {
            db.store.list_failing(&filter).await.unwrap();
        });
        let sent = sent.await;
        assert_uses(&db, &sent[0], index).await;
        assert_uses(&db, &sent[0], "runs_by_routine").await;
    }
}

async fn an_error_is_counted_from_its_own_index(db: TestDatabase) {
    many_failures(&db).await;
    let sent = statements_of(async {
        let errors = ["abc".to_owned()];
        db.store.error_activity(&errors, instant(0)).await.unwrap();
    });
    let sent = sent.await;
    assert_eq!(sent.len(), 2);
    for sql in &sent {
        assert_uses(&db, sql, "runs_by_fingerprint").await;
    }
}

async fn an_idle_pass_finds_no_plan_by_its_index(db: TestDatabase) {
    many_rows(&db).await;
    let sent = statements_of(async {
        db.store.resume_due(instant(0)).await.unwrap();
        db.store.next_wake(instant(0)).await.unwrap();
    });
    let sent = sent.await;
    assert_eq!(sent.len(), 2, "a plan costs an idle pass no statement");
    for sql in &sent {
        if db.engine == Engine::Sqlite {
            assert_uses(&db, sql, "revive_plans_due").await;
        }
    }
}
