//! What a worker that has nothing to do sends: one statement a glance, two more a poll interval.

use routine_tests::{Engine, TestDatabase, instant, on_both};

use crate::{
    scheduling::worker,
    watching::{assert_uses, many_rows, statements_of},
};

on_both! { a_glance_is_one_statement_by_index, a_heartbeat_is_two_statements }

async fn a_glance_is_one_statement_by_index(db: TestDatabase) {
    many_rows(&db).await;
    let sent = statements_of(async {
        let look = db.store.look().await.unwrap();
        assert!(look.work_at.is_some());
        assert!(!look.has_open_runs && !look.has_waiting_runs);
    });
    let sent = sent.await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    // Where several hold only open runs, PostgreSQL takes the smaller one.
    let leases = match db.engine {
        Engine::Sqlite => "runs_leases",
        Engine::Postgres => "runs_open",
    };
    for index in ["routines_due", "routines_resume", leases] {
        assert_uses(&db, &sent[0], index).await;
    }
}

async fn a_heartbeat_is_two_statements(db: TestDatabase) {
    let sent = statements_of(async {
        let worker = worker();
        let beat = db.store.record_idle_sweep(&worker, instant(1));
        beat.await.unwrap();
    });
    assert_eq!(sent.await.len(), 2);
    let fleet = db.store.fleet(5, false, instant(2)).await.unwrap();
    assert_eq!(fleet.workers[0].heartbeat_at, instant(1));
    assert_eq!(fleet.sweeps[0].ended_at, Some(instant(1)));
}
