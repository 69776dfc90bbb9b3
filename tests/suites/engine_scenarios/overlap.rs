use routine_domain::{Overlap, RoutineId, RunStatus};
use routine_store::model::NewRoutine;
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    skip_writes_a_row_that_names_the_open_run,
    queue_one_waits_for_the_open_run_and_is_then_launched,
    queue_one_waits_for_the_back_off_of_a_launch_that_failed,
    allow_launches_beside_the_open_run,
}

/// A routine whose first run goes on until the gate is opened.
async fn long_running(scene: &Scene, overlap: Overlap) -> (RoutineId, Gate) {
    let new = NewRoutine {
        overlap,
        ..scene.every(10)
    };
    let routine = scene.create(new).await;
    let gate = Gate::closed();
    scene
        .launcher
        .script(routine, [Answer::Works(gate.clone())]);
    (routine, gate)
}

async fn skip_writes_a_row_that_names_the_open_run(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let (routine, gate) = long_running(&scene, Overlap::Skip).await;
    for seconds in [60, 70] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    let runs = scene.runs(routine).await;
    assert_eq!(runs[0].status, RunStatus::Running);
    assert_eq!(runs[1].status, RunStatus::Skipped);
    let reason = runs[1].message.clone().unwrap();
    assert!(reason.contains("was still open"), "{reason}");
    gate.open();
    worker.idle().await;
    scene.at(80);
    scene.pass(&worker).await;
    use RunStatus::{Skipped, Succeeded};
    assert_eq!(
        scene.statuses(routine).await,
        [Succeeded, Skipped, Succeeded]
    );
}

async fn queue_one_waits_for_the_open_run_and_is_then_launched(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let (routine, gate) = long_running(&scene, Overlap::QueueOne).await;
    for seconds in [60, 70, 80] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    let runs = scene.runs(routine).await;
    use RunStatus::{Claimed, Running, Skipped, Succeeded};
    assert_eq!(scene.statuses(routine).await, [Running, Claimed, Skipped]);
    assert!(runs[1].waits_for.is_some());
    assert_eq!(scene.launched_for(), [Some(instant(60))]);

    gate.open();
    worker.idle().await;
    scene.pass(&worker).await;
    assert_eq!(
        scene.statuses(routine).await,
        [Succeeded, Succeeded, Skipped]
    );
    assert_eq!(scene.launched_for(), [Some(instant(60)), Some(instant(70))]);
}

async fn queue_one_waits_for_the_back_off_of_a_launch_that_failed(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let new = NewRoutine {
        overlap: Overlap::QueueOne,
        ..scene.every(10)
    };
    let routine = scene.create(new).await;
    let gate = Gate::closed();
    let slow = Answer::Waits(gate.clone(), Box::new(Answer::Refuses));
    scene.launcher.script(routine, [slow]);
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    scene.at(70);
    worker.sweep().await.unwrap();
    gate.open();
    worker.settled().await;
    use RunStatus::{Claimed, ScheduleFailed, Succeeded};
    let statuses = scene.statuses(routine).await;
    assert_eq!(statuses, [ScheduleFailed, Claimed]);
    // A minute after the failure, and not before.
    for (seconds, status) in [(129, Claimed), (130, Succeeded)] {
        scene.at(seconds);
        scene.pass(&worker).await;
        let runs = scene.runs(routine).await;
        let waited = runs
            .iter()
            .find(|run| run.scheduled_for == Some(instant(70)));
        assert_eq!(waited.unwrap().status, status, "at {seconds} s");
    }
}

async fn allow_launches_beside_the_open_run(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let (routine, gate) = long_running(&scene, Overlap::Allow).await;
    for seconds in [60, 70] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    use RunStatus::{Running, Succeeded};
    assert_eq!(scene.statuses(routine).await, [Running, Succeeded]);
    gate.open();
    worker.idle().await;
    assert_eq!(scene.statuses(routine).await, [Succeeded, Succeeded]);
}
