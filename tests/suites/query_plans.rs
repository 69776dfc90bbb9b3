//! The statements that are sent most use the index that was made for them, with many rows stored.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests, run on both engines"
)]

#[path = "query_plans/failing.rs"]
mod failing;
#[path = "query_plans/idling.rs"]
mod idling;
#[path = "query_plans/people.rs"]
mod people;
#[path = "query_plans/pruning.rs"]
mod pruning;
#[path = "query_plans/scheduling.rs"]
mod scheduling;
#[path = "query_plans/watching.rs"]
mod watching;

use routine_store::model::{
    JournalFilter, RecordedFilter, RoutineFilter, RoutineMatch, RoutineOrder, TraceFilter,
};
use routine_tests::{Engine, TestDatabase, instant, on_both, run};
use watching::{assert_uses, many_rows, statements_of};

on_both! {
    pages_of_routines_use_their_index,
    strips_the_journal_and_the_cap_use_their_index,
    the_evidence_seeks_each_routine,
    the_day_uses_its_indexes,
    pages_of_the_journal_use_their_index,
}

/// Set by `.cargo/config.toml`; why, in `docs/decisions/plans-that-stay.md`.
#[test]
fn sqlite_plans_a_statement_once() {
    run(Engine::Sqlite, |db| async move {
        let used = "SELECT CAST(sqlite_compileoption_used('ENABLE_QPSG') AS TEXT)";
        assert_eq!(db.texts(used).await, ["1"]);
    });
}

async fn pages_of_routines_use_their_index(db: TestDatabase) {
    let seed = many_rows(&db).await;
    for (order, tenant, index) in [
        (RoutineOrder::NextFire, None, "routines_due"),
        (RoutineOrder::Name, None, "routines_sorted"),
        (RoutineOrder::Name, Some(seed.tenant), "routines_by_name"),
        (RoutineOrder::Created, None, "routines_newest"),
    ] {
        let filter = RoutineFilter {
            matching: RoutineMatch {
                tenant_id: tenant,
                ..RoutineMatch::default()
            },
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
        store.recent_outcomes(ids[0], 200).await.unwrap();
        store.list_fires(ids[0], None, 50).await.unwrap();
    });
    for sql in sent.await {
        assert_uses(&db, &sql, "runs_by_routine").await;
    }

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

async fn the_evidence_seeks_each_routine(db: TestDatabase) {
    many_rows(&db).await;
    // The many were written past the program, which would have recorded them.
    db.execute(
        "INSERT INTO schedule_changes (routine_id, number, at, kind, actor, revision, standing,
            trigger_spec, zone_data, planned_from)
         SELECT id, 2, created_at, 'routine.created', 'many', 1, 'on', trigger_spec, zone_data,
                next_fire_at FROM routines",
    )
    .await
    .unwrap();
    if db.engine == Engine::Postgres {
        db.execute("ANALYZE").await.unwrap();
    }
    let store = &db.store;
    let page = RecordedFilter {
        tenant_id: None,
        routine_id: None,
        after: None,
        limit: 50,
    };
    let sent = statements_of(async {
        let found = store.recorded_routines(&page).await.unwrap();
        let window = TraceFilter {
            routines: found.iter().map(|found| found.routine.id).collect(),
            from: instant(0),
            to: instant(60),
            limit: 1_000,
        };
        store.traces(&window).await.unwrap();
    });
    let sent = sent.await;
    let (records, traces) = match db.engine {
        Engine::Sqlite => ("sqlite_autoindex_schedule_changes_1", "scheduled_for>?"),
        // How many records it joins is left to its statistics.
        Engine::Postgres => ("routines_pkey", "runs_occurrence_once"),
    };
    assert_uses(&db, &sent[0], records).await;
    assert_uses(&db, &sent[1], traces).await;
}

async fn the_day_uses_its_indexes(db: TestDatabase) {
    many_rows(&db).await;
    let store = &db.store;
    let sent = statements_of(async {
        store.attention(None, instant(0)).await.unwrap();
        store.failing(None, 6).await.unwrap();
        store.outcomes(None, instant(0), 1_000).await.unwrap();
        store.in_schedule(None, 1_000).await.unwrap();
        store.stopped_triggers(None, 100).await.unwrap();
        store.failure_groups(None, instant(0), 100).await.unwrap();
    });
    let sent = sent.await;
    for (statement, index) in [
        (0, "routines_dead_lettered"),
        (0, "routines_off_by_system"),
        (0, "routines_retrying"),
        (0, "routines_due"),
        (1, "routines_retrying"),
        (2, "routines_dead_lettered"),
        (3, "routines_off_by_system"),
        (4, "runs_newest"),
        (5, "routines_due"),
        (6, "routines_dead_lettered"),
        (6, "routines_off_by_system"),
        (7, "runs_not_succeeded"),
    ] {
        assert_uses(&db, &sent[statement], index).await;
    }
}

async fn pages_of_the_journal_use_their_index(db: TestDatabase) {
    let seed = many_rows(&db).await;
    let all = JournalFilter {
        limit: 50,
        ..JournalFilter::default()
    };
    let none = Some("nobody".to_owned());
    for (filter, index) in [
        (all.clone(), "audit_newest"),
        (
            JournalFilter {
                subject: none.clone(),
                ..all.clone()
            },
            "audit_by_subject",
        ),
        (
            JournalFilter {
                actor: none.clone(),
                ..all.clone()
            },
            "audit_by_actor",
        ),
        (
            JournalFilter {
                kinds: none.into_iter().collect(),
                ..all.clone()
            },
            "audit_by_kind",
        ),
        (
            JournalFilter {
                tenant_id: Some(seed.tenant),
                ..all
            },
            "audit_by_tenant",
        ),
    ] {
        let sent = statements_of(async {
            db.store.journal(&filter).await.unwrap();
        });
        assert_uses(&db, &sent.await[0], index).await;
    }
}
