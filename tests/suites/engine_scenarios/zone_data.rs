//! A worker that comes with newer zone data than the one before it.

use routine_domain::TriggerSpec;
use routine_store::{Engine, model::NewRoutine};
use routine_tests::{TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! { the_first_pass_of_a_worker_moves_what_must_move }

async fn the_first_pass_of_a_worker_moves_what_must_move(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let id = scene
        .create(NewRoutine {
            trigger: TriggerSpec::Cron {
                expression: "30 * * * *".into(),
                zone: "Europe/Vienna".into(),
            },
            ..scene.every(60)
        })
        .await;
    let right = scene.routine(id).await.placement.next_fire_at;
    let far = instant(100_000);
    let far = match scene.db.engine {
        Engine::Sqlite => far.timestamp_millis().to_string(),
        Engine::Postgres => format!("'{}'", far.to_rfc3339()),
    };
    let elsewhere = format!("UPDATE routines SET zone_data = '1999z', next_fire_at = {far}");
    scene.db.execute(elsewhere.clone()).await.unwrap();
    let worker = scene.worker("w1");
    scene.pass(&worker).await;
    assert_eq!(scene.routine(id).await.placement.next_fire_at, right);

    // Once in its life: only another program can bring other data.
    scene.db.execute(elsewhere).await.unwrap();
    scene.pass(&worker).await;
    assert_ne!(scene.routine(id).await.placement.next_fire_at, right);
    scene.pass(&scene.worker("w2")).await;
    assert_eq!(scene.routine(id).await.placement.next_fire_at, right);
}
