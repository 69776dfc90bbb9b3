//! Fires that were computed with another release of the zone data.

use chrono::Duration;
use routine_domain::{Instant, Routine, RoutineId, TriggerSpec, zone::TZDB_VERSION};
use routine_store::Engine;
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    fires_of_other_zone_data_are_computed_anew,
    what_passed_undecided_is_due,
    what_is_due_or_waits_for_a_retry_is_left_alone,
    many_are_moved_in_batches,
}

/// Every hour, half past. The beginning is at 23:13:20 in Vienna.
fn hourly() -> TriggerSpec {
    TriggerSpec::Cron {
        expression: "30 * * * *".into(),
        zone: "Europe/Vienna".into(),
    }
}

async fn cron_routine(db: &TestDatabase, seed: &Seed, name: &str) -> Routine {
    let mut new = seed.routine(name);
    new.trigger = hourly();
    seed.create(&*db.store, &new).await
}

/// As another release would have left it: its fire is `next`.
async fn computed_elsewhere(db: &TestDatabase, id: RoutineId, next: Instant) {
    let next = match db.engine {
        Engine::Sqlite => next.timestamp_millis().to_string(),
        Engine::Postgres => format!("'{}'", next.to_rfc3339()),
    };
    let sql =
        format!("UPDATE routines SET zone_data = '1999z', next_fire_at = {next} WHERE id = '{id}'");
    assert_eq!(db.execute(sql).await.unwrap(), 1);
}

async fn others(db: &TestDatabase) -> u32 {
    db.store.planned_with_other_zone_data().await.unwrap()
}

async fn fires_of_other_zone_data_are_computed_anew(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let moved = cron_routine(&db, &seed, "Moved").await;
    let same = cron_routine(&db, &seed, "Same").await;
    let right = moved.placement.next_fire_at.unwrap();
    computed_elsewhere(&db, moved.id, right + Duration::hours(1)).await;
    computed_elsewhere(&db, same.id, right).await;
    assert_eq!(others(&db).await, 2);

    assert_eq!(db.store.refresh_zone_data(instant(1)).await.unwrap(), 1);
    assert_eq!(others(&db).await, 0);
    assert_eq!(routine(&db, moved.id).await, moved, "and nothing else");
    assert_eq!(routine(&db, same.id).await, same);
    let data = db.texts("SELECT DISTINCT zone_data FROM routines").await;
    assert_eq!(data, [TZDB_VERSION]);

    let kinds = |id: RoutineId| format!("routine:{id}");
    let journal = db
        .store
        .list_audit_events(Some(&kinds(moved.id)), 1)
        .await
        .unwrap();
    assert_eq!(
        (&*journal[0].kind, &*journal[0].actor, journal[0].at),
        ("routine.replanned", "scheduler", instant(1))
    );
    let after: Routine = serde_json::from_str(journal[0].after.as_deref().unwrap()).unwrap();
    assert_eq!(after, moved);
    let journal = db.store.list_audit_events(Some(&kinds(same.id)), 1).await;
    assert_eq!(journal.unwrap()[0].kind, "routine.created");
    assert_eq!(db.store.refresh_zone_data(instant(2)).await.unwrap(), 0);
}

async fn what_passed_undecided_is_due(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let found = cron_routine(&db, &seed, "Passed").await;
    let first = found.placement.next_fire_at.unwrap();
    let half_past = first + Duration::minutes(30);
    computed_elsewhere(&db, found.id, first + Duration::minutes(90)).await;
    assert_eq!(db.store.refresh_zone_data(half_past).await.unwrap(), 1);
    let due = routine(&db, found.id).await.placement.next_fire_at;
    assert_eq!(due, Some(first));

    // History knows it now, so that it does not come again.
    let order = claim_one(&db, half_past).await;
    assert_eq!(order.scheduled_for, Some(first));
    let second = routine(&db, found.id).await.placement.next_fire_at.unwrap();
    computed_elsewhere(&db, found.id, second + Duration::hours(1)).await;
    assert_eq!(db.store.refresh_zone_data(half_past).await.unwrap(), 1);
    let next = routine(&db, found.id).await.placement.next_fire_at;
    assert_eq!(next, Some(second));
}

async fn what_is_due_or_waits_for_a_retry_is_left_alone(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let failing = cron_routine(&db, &seed, "Failing").await;
    let first = failing.placement.next_fire_at.unwrap();
    let order = launch_one(&db, first).await;
    report(&db, order.lease, first, refused()).await;
    let waiting = routine(&db, failing.id).await;
    assert!(waiting.placement.retry.is_some());
    let retry = waiting.placement.next_fire_at.unwrap();
    computed_elsewhere(&db, failing.id, retry).await;

    let due = cron_routine(&db, &seed, "Due").await;
    computed_elsewhere(&db, due.id, first).await;
    let broken = cron_routine(&db, &seed, "Broken").await;
    computed_elsewhere(&db, broken.id, first + Duration::hours(9)).await;
    let spec = r#"{"kind":"cron","expression":"20 * * * *","zone":"Mars/Olympus"}"#;
    let sql = format!(
        "UPDATE routines SET trigger_spec = '{spec}' WHERE id = '{}'",
        broken.id
    );
    db.execute(sql).await.unwrap();

    assert_eq!(db.store.refresh_zone_data(first).await.unwrap(), 0);
    assert_eq!(others(&db).await, 3);
    assert_eq!(routine(&db, failing.id).await, waiting);
    let still = routine(&db, due.id).await.placement.next_fire_at;
    assert_eq!(still, Some(first));
}

async fn many_are_moved_in_batches(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let first = cron_routine(&db, &seed, "Many").await;
    let id = match db.engine {
        Engine::Sqlite => "printf('%08x-0000-7000-8000-000000000000', n)",
        Engine::Postgres => {
            "CAST(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000' AS uuid)"
        }
    };
    let kept = "tenant_id, instruction, definition_id, input, owner, search_text, trigger_kind,
        trigger_spec, misfire, overlap, revision, schedule_revision, consecutive_failures,
        failed_runs, created_by, created_at, updated_at";
    let later = match db.engine {
        Engine::Sqlite => "next_fire_at + 3600000",
        Engine::Postgres => "next_fire_at + interval '1 hour'",
    };
    let sql = format!(
        "INSERT INTO routines (id, name, next_fire_at, zone_data, {kept})
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1100)
         SELECT {id}, name, {later}, '1999z', {kept} FROM routines, numbers"
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1_100);
    assert_eq!(db.store.refresh_zone_data(instant(1)).await.unwrap(), 1_100);
    let fires = db
        .texts("SELECT CAST(count(DISTINCT next_fire_at) AS text) FROM routines")
        .await;
    assert_eq!(fires, ["1"]);
    let written =
        "SELECT CAST(count(*) AS text) FROM audit_events WHERE kind = 'routine.replanned'";
    assert_eq!(db.texts(written).await, ["1100"]);
    let other = routine(&db, first.id).await;
    assert_eq!(other, first);
}
