//! What leaves with an export, a bundle or a twin.

use routine_domain::RoutineChange;
use routine_store::model::NewRoutine;
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::worker;

on_both! {
    presets_are_listed_with_their_keys_also_the_deleted_ones,
    passes_are_found_by_when_they_began,
}

async fn presets_are_listed_with_their_keys_also_the_deleted_ones(db: TestDatabase) {
    let store = db.store.as_ref();
    let seed = Seed::new(store).await;
    seed.create(store, &seed.routine("plain")).await;
    let mut made = Vec::new();
    for key in ["b", "a"] {
        let new = NewRoutine {
            preset_key: Some(key.into()),
            ..seed.routine(key)
        };
        made.push(seed.create(store, &new).await.id);
    }
    store
        .change_routine(
            made[0],
            None,
            &RoutineChange::Delete,
            &seed.actor,
            instant(1),
        )
        .await
        .unwrap();
    let listed = store.list_presets(seed.tenant).await.unwrap();
    assert_eq!(listed, [(made[1], "a".into()), (made[0], "b".into())]);
}

async fn passes_are_found_by_when_they_began(db: TestDatabase) {
    let worker = worker("w1");
    for seconds in 1..=5 {
        db.store
            .begin_sweep(&worker, instant(seconds))
            .await
            .unwrap();
    }
    let between = async |from, to, limit| {
        let found = db
            .store
            .sweeps_between(instant(from), instant(to), limit)
            .await;
        let found = found.unwrap().into_iter().map(|sweep| sweep.started_at);
        found.collect::<Vec<_>>()
    };
    assert_eq!(between(2, 4, 10).await, [4, 3, 2].map(instant));
    assert_eq!(between(1, 5, 2).await, [5, 4].map(instant));
    assert!(between(6, 9, 10).await.is_empty());
}
