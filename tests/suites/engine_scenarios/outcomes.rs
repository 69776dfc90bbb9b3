use routine_domain::{RoutineId, RunStatus};
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    an_outcome_survives_a_database_that_fails_for_a_while,
    an_outcome_the_database_cannot_take_holds_up_no_other,
}

const AWAY: &str = "ALTER TABLE runs RENAME TO runs_away";
const BACK: &str = "ALTER TABLE runs_away RENAME TO runs";

/// A routine whose launch is under way until the gate is opened.
async fn under_way(scene: &Scene) -> (RoutineId, Gate) {
    let routine = scene.create(scene.every(86_400)).await;
    let gate = Gate::closed();
    let waits = Answer::Waits(gate.clone(), Box::new(Answer::Succeeds));
    scene.launcher.script(routine, [waits]);
    (routine, gate)
}

async fn an_outcome_survives_a_database_that_fails_for_a_while(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let (routine, gate) = under_way(&scene).await;
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(1).await;

    scene.db.execute(AWAY).await.unwrap();
    gate.open();
    for seconds in [61, 63] {
        scene.clock.someone_sleeps_until(instant(seconds)).await;
        scene.at(seconds);
    }
    scene.clock.someone_sleeps_until(instant(67)).await;
    scene.db.execute(BACK).await.unwrap();
    scene.at(67);
    worker.settled().await;
    let run = scene.runs(routine).await.remove(0);
    assert_eq!(run.status, RunStatus::Succeeded);
    assert_eq!(run.finished_at, Some(instant(60)));
}

async fn an_outcome_the_database_cannot_take_holds_up_no_other(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let (poison, poison_gate) = under_way(&scene).await;
    let (other, other_gate) = under_way(&scene).await;
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(2).await;

    scene.db.execute(AWAY).await.unwrap();
    poison_gate.open();
    scene.clock.someone_sleeps_until(instant(61)).await;
    other_gate.open();
    scene.clock.someone_sleeps_until(instant(62)).await;
    scene.db.execute(BACK).await.unwrap();
    scene.refuse("UPDATE", poison).await;
    // Both are tried again in one batch.
    let mut events = worker.subscribe();
    scene.at(62);
    while scene.statuses(other).await != [RunStatus::Succeeded] {
        events.recv().await.unwrap();
    }
    assert_eq!(scene.statuses(poison).await, [RunStatus::Launching]);
    assert_eq!(worker.load().unwritten, 1);
}
