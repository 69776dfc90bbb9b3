//! The statements of a pass and the pages of history, with 20,000 routines and runs stored.

use routine_domain::{Cause, LauncherKind, RoutineId, RunStatus};
use routine_store::model::{Actor, RunEvent, RunFilter, RunReport, WorkerIdentity};
use routine_tests::{Engine, TestDatabase, instant, on_both};

use crate::watching::{assert_uses, many_rows, statements_of};

on_both! {
    a_pass_finds_its_work_by_index,
    a_pass_touches_only_rows_it_names,
    what_waits_is_found_by_index,
    pages_of_history_use_their_index,
}

fn actor() -> Actor {
    Actor::new("ines@desk")
}

pub fn worker() -> WorkerIdentity {
    WorkerIdentity {
        name: "w1".into(),
        version: "1.0.0".into(),
        zone_data: "2026a".into(),
        launchers: vec![LauncherKind::Simulated],
        secrets: Vec::new(),
        poll_seconds: 30,
        clock_offset_ms: 0,
        started_at: instant(0),
    }
}

async fn a_pass_finds_its_work_by_index(db: TestDatabase) {
    many_rows(&db).await;
    let (store, now) = (&db.store, instant(60));
    store.begin_sweep(&worker(), now).await.unwrap();
    let passes = "INSERT INTO sweeps
            (id, worker, started_at, claimed, launched, schedule_failed, skipped, missed, taken_over)
        SELECT id, 'w1', recorded_at, 0, 0, 0, 0, 0, 0 FROM runs";
    assert_eq!(db.execute(passes).await.unwrap(), 20_000);
    db.execute("ANALYZE sweeps").await.unwrap();
    let sent = statements_of(async {
        store.resume_due(now).await.unwrap();
        store.abandon_lost(60, 3_600, now).await.unwrap();
        store.take_up(&worker(), 500, now).await.unwrap();
        store.claim_due(&worker(), &[], 500, now).await.unwrap();
        store.next_wake(now).await.unwrap();
        store.fleet(20, true, now).await.unwrap();
    });
    let sent = sent.await;
    let naming = |word: &str| sent.iter().find(|sql| sql.contains(word)).unwrap();
    assert_uses(&db, naming("resume_at <= $1"), "routines_resume").await;
    // Where several hold only open runs, PostgreSQL takes the smaller one.
    let (running, free) = match db.engine {
        Engine::Sqlite => ("runs_not_succeeded", "runs_leases"),
        Engine::Postgres => ("runs_open", "runs_open"),
    };
    assert_uses(&db, naming("'abandoned'"), running).await;
    assert_uses(&db, naming("u.lease_until <= $1"), free).await;
    assert_uses(&db, naming("r.next_fire_at <= $1"), "routines_due").await;
    assert_uses(&db, naming("AS waits"), "runs_open").await;
    for index in ["routines_due", "routines_resume", free] {
        assert_uses(&db, naming("AS lapse"), index).await;
    }
    assert_uses(&db, naming("FROM workers AS w"), "runs_open").await;
    assert_uses(&db, naming("ORDER BY started_at DESC"), "sweeps_with_work").await;
    assert_uses(&db, naming("AS overdue"), "routines_due").await;
}

async fn a_pass_touches_only_rows_it_names(db: TestDatabase) {
    many_rows(&db).await;
    let (store, now) = (&db.store, instant(60));
    let sent = statements_of(async {
        let orders = store
            .claim_due(&worker(), &[], 50, now)
            .await
            .unwrap()
            .orders;
        let leases: Vec<_> = orders.iter().map(|order| order.lease).collect();
        store.begin_launches(&leases, now).await.unwrap();
        store.renew_leases(&leases, now).await.unwrap();
        let reports: Vec<_> = leases
            .iter()
            .map(|lease| RunReport {
                run_id: lease.run_id,
                epoch: Some(lease.epoch),
                at: now,
                event: RunEvent::Succeeded { output: None },
            })
            .collect();
        store.record_reports(&reports, now).await.unwrap();
    });
    let sent = sent.await;
    let (runs, routines) = match db.engine {
        Engine::Sqlite => ("sqlite_autoindex_runs_1", "sqlite_autoindex_routines_1"),
        Engine::Postgres => ("runs_pkey", "routines_pkey"),
    };
    let updates: Vec<_> = sent
        .iter()
        .filter(|sql| sql.trim_start().starts_with("UPDATE"))
        .collect();
    let of_runs = updates.iter().filter(|sql| sql.starts_with("UPDATE runs"));
    let of_runs: Vec<_> = of_runs.collect();
    assert_eq!(of_runs.len(), 3, "begin, renew and record");
    for sql in of_runs {
        assert_uses(&db, sql, runs).await;
    }
    let moved = updates
        .iter()
        .find(|sql| sql.starts_with("UPDATE routines"))
        .unwrap();
    assert_uses(&db, moved, routines).await;
    let locked = sent
        .iter()
        .find(|sql| sql.contains("AS streak_stands"))
        .unwrap();
    assert_uses(&db, locked, runs).await;
    let reported = sent
        .iter()
        .rev()
        .take_while(|sql| !sql.contains("AS streak_stands"));
    assert_eq!(
        reported.count(),
        2,
        "what went well is an update of the runs and of their counts"
    );
}

async fn what_waits_is_found_by_index(db: TestDatabase) {
    many_rows(&db).await;
    let (store, now) = (&db.store, instant(60));
    db.execute("UPDATE definitions SET concurrency_cap = 2")
        .await
        .unwrap();
    let sent = statements_of(async {
        let orders = store
            .claim_due(&worker(), &[], 50, now)
            .await
            .unwrap()
            .orders;
        let leases: Vec<_> = orders.iter().map(|order| order.lease).collect();
        store.begin_launches(&leases, now).await.unwrap();
        store.take_up(&worker(), 500, now).await.unwrap();
        store
            .cap_definition(orders[49].definition_id, Some(5), &actor(), now)
            .await
            .unwrap();
        store.take_up(&worker(), 500, now).await.unwrap();
    });
    let sent = sent.await;
    let naming = |word: &str| sent.iter().find(|sql| sql.contains(word)).unwrap();
    for word in ["AS others_wait", "DISTINCT waits_on"] {
        assert_uses(&db, naming(word), "runs_waiting").await;
    }
    // PostgreSQL goes through the claimed runs in their order instead: few, as those that wait are.
    let of_one = match db.engine {
        Engine::Sqlite => "runs_waiting",
        Engine::Postgres => "runs_not_succeeded",
    };
    assert_uses(&db, naming("u.waits_on = $1"), of_one).await;
    let open = match db.engine {
        Engine::Sqlite => "runs_not_succeeded_by_tenant",
        Engine::Postgres => "runs_",
    };
    assert_uses(&db, naming("count(*) AS runs"), open).await;
}

async fn pages_of_history_use_their_index(db: TestDatabase) {
    let seed = many_rows(&db).await;
    // A second tenant with history, or a tenant would be no choice.
    let second = format!(
        "UPDATE runs SET tenant_id = '{}' WHERE recorded_at IN (
            SELECT recorded_at FROM runs ORDER BY id LIMIT 4000)",
        seed.tenant
    );
    assert_eq!(db.execute(second).await.unwrap(), 4_000);
    db.execute("ANALYZE").await.unwrap();
    let all = RunFilter {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: None,
        tenant_id: None,
        from: None,
        to: None,
        after: None,
        limit: 50,
    };
    let after = routine_store::model::RunKey {
        recorded_at: instant(5_000),
        id: routine_domain::RunId::new(instant(0)),
    };
    let tenant_id = Some(seed.tenant);
    let failed = vec![RunStatus::ScheduleFailed];
    let pages = [
        ("runs_newest", all.clone()),
        (
            "runs_newest",
            RunFilter {
                after: Some(after),
                ..all.clone()
            },
        ),
        (
            "runs_by_tenant",
            RunFilter {
                tenant_id,
                ..all.clone()
            },
        ),
        (
            "runs_by_routine",
            RunFilter {
                routine_id: Some(RoutineId::new(instant(0))),
                ..all.clone()
            },
        ),
        (
            "runs_not_succeeded",
            RunFilter {
                statuses: failed.clone(),
                ..all.clone()
            },
        ),
        (
            "runs_not_succeeded",
            RunFilter {
                statuses: vec![RunStatus::Missed, RunStatus::Failed],
                ..all.clone()
            },
        ),
        (
            "runs_not_succeeded_by_tenant",
            RunFilter {
                tenant_id,
                statuses: failed,
                ..all.clone()
            },
        ),
        (
            "runs_by_cause",
            RunFilter {
                causes: vec![Cause::Replay],
                ..all.clone()
            },
        ),
        (
            "runs_dead_lettered",
            RunFilter {
                dead_lettered: true,
                ..all
            },
        ),
    ];
    for (index, filter) in pages {
        let sent = statements_of(async {
            db.store.list_runs(&filter).await.unwrap();
        });
        assert_uses(&db, &sent.await[0], index).await;
    }
}
