use chrono::Duration;
use routine_domain::RunStatus;
use routine_engine::EngineError;
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    a_stop_lets_launches_end,
    a_stop_gives_back_what_was_not_launched,
    work_that_outlasts_the_deadline_is_ended_and_told,
    a_stopped_worker_sweeps_no_more,
}

async fn a_stop_lets_launches_end(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(86_400)).await;
    let gate = Gate::closed();
    scene
        .launcher
        .script(routine, [Answer::Works(gate.clone())]);
    scene.at(60);
    scene.pass(&worker).await;
    let stop = worker.stop(Duration::seconds(10));
    let drive = async {
        scene.clock.someone_sleeps_until(instant(70)).await;
        gate.open();
    };
    let (stopped, ()) = tokio::join!(stop, drive);
    stopped.unwrap();
    assert_eq!(scene.statuses(routine).await, [RunStatus::Succeeded]);
    let fleet = scene.store.fleet(1, false, instant(60)).await.unwrap();
    assert_eq!(fleet.workers[0].stopped_at, Some(instant(60)));
    assert_eq!(fleet.workers[0].holds, 0);
}

async fn a_stop_gives_back_what_was_not_launched(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let mut config = scene.config("one");
    config.concurrency = 1;
    let worker = scene.worker_with(config);
    let new = scene.by_command(scene.every(86_400), false).await;
    let (first, second) = (scene.create(new.clone()).await, scene.create(new).await);
    for routine in [first, second] {
        scene.launcher.script(routine, [Answer::Hangs]);
    }
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    let stop = worker.stop(Duration::seconds(10));
    let drive = async {
        scene.clock.someone_sleeps_until(instant(70)).await;
        scene.at(70);
    };
    let (stopped, ()) = tokio::join!(stop, drive);
    stopped.unwrap();

    let hung = scene.launcher.launches()[0].routine_id;
    let waiting = if hung == first { second } else { first };
    assert_eq!(scene.statuses(hung).await, [RunStatus::Launching]);
    let given_back = scene.runs(waiting).await.remove(0);
    assert_eq!(given_back.status, RunStatus::Claimed);
    assert_eq!(given_back.lease_until, None);

    let other = scene.worker("other");
    other.sweep().await.unwrap();
    scene.launcher.launched(2).await;
    let taken = &scene.launcher.launches()[1];
    assert_eq!((taken.routine_id, taken.take_overs), (waiting, 0));
}

async fn work_that_outlasts_the_deadline_is_ended_and_told(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(86_400)).await;
    let gate = Gate::closed();
    scene.launcher.script(routine, [Answer::Works(gate)]);
    scene.at(60);
    scene.pass(&worker).await;
    let stop = worker.stop(Duration::seconds(10));
    let drive = async {
        scene.clock.someone_sleeps_until(instant(70)).await;
        scene.at(70);
    };
    let (stopped, ()) = tokio::join!(stop, drive);
    stopped.unwrap();
    let run = scene.runs(routine).await.remove(0);
    assert_eq!(run.status, RunStatus::Abandoned);
    assert!(run.message.unwrap().contains("worker stopped"));
}

async fn a_stopped_worker_sweeps_no_more(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    scene.pass(&worker).await;
    worker.stop(Duration::seconds(10)).await.unwrap();
    let refused = worker.sweep().await.unwrap_err();
    assert!(matches!(refused, EngineError::Stopped { .. }));
}
