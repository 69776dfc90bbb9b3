//! Whoever changes what a pass reads wakes the workers, by whatever way it was written.

use std::time::Duration;

use routine_domain::RoutineChange;
use routine_store::Store;
use routine_tests::{Engine, Seed, TestDatabase, instant, on_both};

on_both! { plain_sql_wakes_a_worker, another_process_wakes_a_worker, a_fire_wakes_nobody_else }

/// Long beyond anything but being asleep.
const AWAKE: Duration = Duration::from_secs(20);

/// Resolves once what was written before this call no longer rings.
pub async fn hush(store: &dyn Store) {
    while tokio::time::timeout(Duration::from_millis(400), store.changed())
        .await
        .is_ok()
    {}
}

async fn plain_sql_wakes_a_worker(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    seed.create(&*db.store, &seed.routine("one")).await;
    // Each changes something: SQLite writes nothing where a row stays as it is, byte for byte.
    for sql in [
        "UPDATE routines SET name = 'another'",
        "UPDATE tenants SET grace_seconds = 30",
        "UPDATE definitions SET name = 'another'",
    ] {
        hush(&*db.store).await;
        let (woken, edited) = tokio::join!(
            tokio::time::timeout(AWAKE, db.store.changed()),
            db.execute(sql)
        );
        assert_eq!(edited.unwrap(), 1);
        woken.unwrap_or_else(|_| panic!("nobody heard {sql}"));
    }
}

async fn another_process_wakes_a_worker(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routine = seed.create(&*db.store, &seed.routine("one")).await;
    let other = db.open_again().await.store().await.unwrap();
    hush(&*other).await;
    let change = RoutineChange::Pause {
        reason: "stocktaking".into(),
        resume_at: None,
    };
    let edit = db
        .store
        .change_routine(routine.id, None, &change, &seed.actor, instant(1));
    let (woken, edited) = tokio::join!(tokio::time::timeout(AWAKE, other.changed()), edit);
    edited.unwrap();
    woken.expect("the edit was not heard");
    other.close().await;
}

/// Told to everyone, each batch of fires would be paid for by all workers.
async fn a_fire_wakes_nobody_else(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    seed.create(&*db.store, &seed.routine("one")).await;
    if db.engine == Engine::Sqlite {
        // There whatever is written to the file is heard.
        return;
    }
    let other = db.open_again().await.store().await.unwrap();
    hush(&*other).await;
    let worker = crate::acting::worker("w1");
    let claimed = db.store.fire_due(&worker, &[], 10, instant(60)).await;
    assert_eq!(claimed.unwrap().begun.len(), 1);
    let woken = tokio::time::timeout(Duration::from_millis(400), other.changed()).await;
    assert!(woken.is_err(), "a fire was told to other workers");
    other.close().await;
}
