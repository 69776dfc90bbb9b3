//! What is removed of history, what never is, and that nobody waits for it.

use chrono::Duration;
use routine_domain::{Instant, RoutineId, TenantPolicy};
use routine_store::model::{Pruned, RecordedFilter};
use routine_tests::{Engine, Seed, TestDatabase, instant, on_both};
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::acting::*;

on_both! {
    old_runs_go_and_the_newest_and_the_failed_stay,
    what_is_open_undelivered_or_replayed_stays,
    a_round_goes_on_in_batches_and_then_rests,
    one_of_two_workers_takes_the_turn,
    each_tenant_keeps_its_own,
    what_is_about_to_go_is_counted,
    nobody_waits_for_it,
}

fn kept(days: u32, failures: u32, newest: u32) -> TenantPolicy {
    TenantPolicy {
        retention_days: days,
        failure_retention_days: failures,
        keep_newest_runs: newest,
        ..TenantPolicy::local_demo()
    }
}

fn day(day: i64) -> Instant {
    instant(day * 86_400)
}

async fn tenant(db: &TestDatabase, name: &str, policy: &TenantPolicy) -> (Seed, RoutineId) {
    let seed = Seed::with_policy(&*db.store, name, policy).await;
    let routine = seed.create(&*db.store, &seed.routine(name)).await;
    (seed, routine.id)
}

/// Run `number` of a routine, recorded on that day.
async fn store(db: &TestDatabase, of: RoutineId, number: i64, day: i64, values: &str) {
    let at = match db.engine {
        Engine::Sqlite => format!("created_at + {}", day * 86_400_000),
        Engine::Postgres => format!("created_at + {day} * interval '1 day'"),
    };
    let columns: Vec<_> = values.split(", ").collect();
    let (status, delivery, replay_of) = (columns[0], columns[1], columns[2]);
    let finished = match status {
        "running" => "NULL",
        _ => &at,
    };
    let tail = &of.to_string()[8..];
    let sql = format!(
        "INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, attempt,
            idempotency_key, cause, status, recorded_at, finished_at, lease_epoch, take_overs,
            dead_lettered, replay_of, delivery)
         SELECT '{number:08x}{tail}', tenant_id, id, 1, 1, 1, 'key', 'manual', '{status}', {at},
                {finished}, 1, 0, FALSE, {replay_of}, '{delivery}'
           FROM routines WHERE id = '{of}'"
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1);
}

async fn many(db: &TestDatabase, of: RoutineId, count: u32) {
    let id = match db.engine {
        Engine::Sqlite => "printf('%08x', n) || substr(id, 9)",
        Engine::Postgres => "CAST(lpad(to_hex(n), 8, '0') || substr(CAST(id AS text), 9) AS uuid)",
    };
    let sql = format!(
        "INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, attempt,
            idempotency_key, cause, status, recorded_at, finished_at, lease_epoch, take_overs,
            dead_lettered, delivery)
         WITH RECURSIVE numbers (n) AS (
            SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})
         SELECT {id}, tenant_id, id, 1, 1, 1, 'key', 'manual', 'succeeded', created_at, created_at,
                1, 0, FALSE, 'none' FROM routines, numbers WHERE id = '{of}'"
    );
    assert_eq!(db.execute(sql).await.unwrap(), u64::from(count));
}

/// The numbers of the runs that are there.
async fn numbers(db: &TestDatabase, of: RoutineId) -> Vec<i64> {
    let sql = format!("SELECT CAST(id AS TEXT) FROM runs WHERE routine_id = '{of}' ORDER BY id");
    let ids = db.texts(sql).await;
    let number = |id: &String| i64::from_str_radix(&id[..8], 16).unwrap();
    ids.iter().map(number).collect()
}

async fn prune(db: &TestDatabase, now: Instant) -> Pruned {
    db.store.prune(now).await.unwrap()
}

async fn whole_since(db: &TestDatabase, seed: &Seed) -> Option<Instant> {
    let filter = RecordedFilter {
        tenant_id: Some(seed.tenant),
        routine_id: None,
        after: None,
        limit: 1,
    };
    let recorded = db.store.recorded_routines(&filter).await.unwrap();
    recorded[0].runs_kept_since
}

async fn old_runs_go_and_the_newest_and_the_failed_stay(db: TestDatabase) {
    let (seed, id) = tenant(&db, "Acme", &kept(30, 60, 2)).await;
    store(&db, id, 1, 10, "failed, none, NULL").await;
    store(&db, id, 2, 20, "succeeded, none, NULL").await;
    store(&db, id, 3, 50, "abandoned, none, NULL").await;
    store(&db, id, 4, 60, "succeeded, none, NULL").await;
    store(&db, id, 5, 61, "skipped, none, NULL").await;
    store(&db, id, 6, 62, "succeeded, none, NULL").await;
    store(&db, id, 7, 63, "succeeded, none, NULL").await;
    let counts = "SELECT CAST(coalesce(sum(runs), 0) AS TEXT) FROM run_counts";
    let counted = db.texts(counts).await;
    // Day 91: failures of day 31 and before may go, others of day 61 and before it.
    let pruned = prune(&db, day(91) + Duration::seconds(1)).await;
    assert_eq!(pruned.runs, 4);
    assert_eq!(numbers(&db, id).await, [3, 6, 7]);
    assert_eq!(db.texts(counts).await, counted);
    let since = whole_since(&db, &seed).await.unwrap();
    assert_eq!(since, day(61) + Duration::milliseconds(1));
    // Half a year later the two newest are still there.
    assert_eq!(prune(&db, day(250)).await.runs, 1);
    assert_eq!(numbers(&db, id).await, [6, 7]);
    assert_eq!(whole_since(&db, &seed).await.unwrap(), since, "never back");
}

async fn what_is_open_undelivered_or_replayed_stays(db: TestDatabase) {
    let (_, id) = tenant(&db, "Acme", &kept(30, 30, 1)).await;
    store(&db, id, 1, 1, "running, none, NULL").await;
    store(&db, id, 2, 2, "succeeded, pending, NULL").await;
    store(&db, id, 3, 3, "succeeded, none, NULL").await;
    let replayed = format!("'00000003{}'", &id.to_string()[8..]);
    store(&db, id, 4, 70, &format!("succeeded, none, {replayed}")).await;
    store(&db, id, 5, 80, "succeeded, none, NULL").await;
    assert_eq!(prune(&db, day(90)).await.runs, 0);
    assert_eq!(numbers(&db, id).await, [1, 2, 3, 4, 5]);
    // The replay goes, and what it replayed after it.
    assert_eq!(prune(&db, day(101)).await.runs, 1);
    assert_eq!(prune(&db, day(102)).await.runs, 1);
    assert_eq!(numbers(&db, id).await, [1, 2, 5]);
}

async fn a_round_goes_on_in_batches_and_then_rests(db: TestDatabase) {
    let (_, id) = tenant(&db, "Acme", &kept(1, 1, 1)).await;
    many(&db, id, 1_200).await;
    store(&db, id, 2_000, 9, "succeeded, none, NULL").await;
    let mut now = day(10);
    for runs in [500, 500, 200] {
        let pruned = prune(&db, now).await;
        assert_eq!(pruned.runs, runs);
        // Nothing before its time.
        let early = prune(&db, pruned.next_at - Duration::milliseconds(1)).await;
        assert_eq!((early.runs, early.next_at), (0, pruned.next_at));
        now = pruned.next_at;
    }
    assert_eq!(numbers(&db, id).await, [2_000]);
    assert_eq!(now, day(10) + Duration::seconds(5 + 5 + 3_600));
}

async fn one_of_two_workers_takes_the_turn(db: TestDatabase) {
    let (_, id) = tenant(&db, "Acme", &kept(1, 1, 1)).await;
    many(&db, id, 600).await;
    store(&db, id, 2_000, 9, "succeeded, none, NULL").await;
    let other = db.open_again().await.store().await.unwrap();
    let (one, two) = tokio::join!(db.store.prune(day(10)), other.prune(day(10)));
    assert_eq!(one.unwrap().runs + two.unwrap().runs, 500);
    assert_eq!(numbers(&db, id).await.len(), 101);
}

async fn each_tenant_keeps_its_own(db: TestDatabase) {
    let (short, first) = tenant(&db, "Acme", &kept(1, 1, 1)).await;
    let (long, second) = tenant(&db, "Beta", &kept(365, 365, 1)).await;
    for id in [first, second] {
        store(&db, id, 1, 1, "succeeded, none, NULL").await;
        store(&db, id, 2, 2, "succeeded, none, NULL").await;
    }
    assert_eq!(prune(&db, day(30)).await.runs, 1);
    assert_eq!(numbers(&db, first).await, [2]);
    assert_eq!(numbers(&db, second).await, [1, 2]);
    assert!(whole_since(&db, &short).await.is_some());
    assert_eq!(whole_since(&db, &long).await, None);
}

async fn what_is_about_to_go_is_counted(db: TestDatabase) {
    let (seed, id) = tenant(&db, "Acme", &kept(30, 30, 1)).await;
    for number in 1..=4 {
        store(&db, id, number, number, "succeeded, none, NULL").await;
    }
    let asked = async |now| {
        let found = db.store.prunable(seed.tenant, now).await.unwrap();
        found.unwrap()
    };
    let before = asked(day(33)).await;
    assert_eq!((before.runs, before.oldest), (2, Some(day(1))));
    assert_eq!((before.next_at, before.pruned_at), (day(33), None));
    assert_eq!(prune(&db, day(33)).await.runs, before.runs);
    let after = asked(day(33)).await;
    // The next round is an hour later, when the third is old enough.
    assert_eq!((after.runs, after.oldest), (1, Some(day(3))));
    assert_eq!(after.next_at, day(33) + Duration::hours(1));
    assert_eq!(after.pruned_at, Some(day(33)));
    let unknown = routine_domain::TenantId::new(day(0));
    assert_eq!(db.store.prunable(unknown, day(33)).await.unwrap(), None);
}

/// Somebody holds a run, its routine and its tenant; and a claim goes on while rows are removed.
async fn nobody_waits_for_it(db: TestDatabase) {
    let (_, id) = tenant(&db, "Acme", &kept(1, 1, 1)).await;
    for number in 1..=3 {
        store(&db, id, number, number, "succeeded, none, NULL").await;
    }
    match db.engine {
        Engine::Postgres => {
            let mut other = PgConnection::connect(&db.url).await.unwrap();
            let mut held = other.begin().await.unwrap();
            for sql in [
                "SELECT 1 FROM tenants FOR NO KEY UPDATE",
                "SELECT 1 FROM routines FOR NO KEY UPDATE",
                "SELECT 1 FROM runs ORDER BY recorded_at LIMIT 1 FOR UPDATE",
            ] {
                sqlx::query(sql).execute(&mut *held).await.unwrap();
            }
            assert_eq!(prune(&db, day(9)).await.runs, 1);
            held.rollback().await.unwrap();
            assert_eq!(numbers(&db, id).await, [1, 3]);

            // The other way round: a pruner in the middle of its work.
            let mut held = other.begin().await.unwrap();
            for sql in [
                "UPDATE environment SET prune_due_at = now()",
                "DELETE FROM runs WHERE recorded_at < (SELECT max(recorded_at) FROM runs)",
                "UPDATE prunings SET pruned_at = now()",
            ] {
                sqlx::query(sql).execute(&mut *held).await.unwrap();
            }
            assert_eq!(claim(&db, day(9)).await.orders.len(), 1);
            assert_eq!(prune(&db, day(10)).await.runs, 0, "it is another's turn");
            held.rollback().await.unwrap();
        }
        Engine::Sqlite => {
            // It has one writer at a time; looking for what may go needs none of its locks.
            let mut other = SqliteConnection::connect(&db.url).await.unwrap();
            let held = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
            let far = db.store.prune(day(9));
            let found = async {
                tokio::task::yield_now().await;
                held.rollback().await.unwrap();
            };
            let (pruned, ()) = tokio::join!(far, found);
            assert_eq!(pruned.unwrap().runs, 2);
            assert_eq!(claim(&db, day(9)).await.orders.len(), 1);
        }
    }
}
