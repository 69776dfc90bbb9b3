use routine_domain::{Cause, Misfire, RoutineChange, RunStatus};
use routine_store::model::NewRoutine;
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    a_due_routine_fires_once_and_is_placed_anew,
    after_downtime_the_newest_fires_and_the_rest_is_one_missed_row,
    what_is_off_or_deleted_is_not_claimed,
    fire_all_makes_up_for_each_one_after_the_other,
    a_paused_routine_comes_back_at_its_time,
    two_workers_launch_each_occurrence_once,
    what_a_worker_may_not_launch_is_left_to_others,
}

async fn a_due_routine_fires_once_and_is_placed_anew(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(60)).await;
    scene.at(59);
    assert_eq!(scene.pass(&worker).await.counts.claimed, 0);
    scene.at(60);
    let report = scene.pass(&worker).await;
    assert_eq!((report.counts.claimed, report.counts.launched), (1, 1));
    assert_eq!(scene.pass(&worker).await.counts.claimed, 0);

    let run = scene.runs(routine).await.remove(0);
    assert_eq!(run.status, RunStatus::Succeeded);
    assert_eq!(run.output.as_deref(), Some("done"));
    assert_eq!(run.worker.as_deref(), Some("one"));
    let launched = &scene.launcher.launches()[0];
    assert_eq!(launched.instruction, "Do Standup notes.");
    assert_eq!(launched.idempotency_key, run.idempotency_key);
    let kept = scene.routine(routine).await;
    assert_eq!(kept.placement.next_fire_at, Some(instant(120)));
}

async fn after_downtime_the_newest_fires_and_the_rest_is_one_missed_row(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(60)).await;
    scene.at(3_630);
    scene.pass(&worker).await;
    scene.pass(&worker).await;

    assert_eq!(scene.launched_for(), [Some(instant(3_600))]);
    let runs = scene.runs(routine).await;
    let missed = runs.iter().find(|run| run.status == RunStatus::Missed);
    let missed = missed.unwrap();
    assert_eq!(missed.scheduled_for, Some(instant(60)));
    assert_eq!(missed.missed_until, Some(instant(3_540)));
    assert_eq!((missed.missed_count, missed.attempt), (Some(59), 0));
    let fired = runs.iter().find(|run| run.status == RunStatus::Succeeded);
    assert_eq!(fired.unwrap().cause, Cause::CatchUp);
    assert_eq!(runs.len(), 2);
    let kept = scene.routine(routine).await;
    assert_eq!(kept.placement.next_fire_at, Some(instant(3_660)));
}

async fn what_is_off_or_deleted_is_not_claimed(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let paused = scene.create(scene.every(60)).await;
    let deleted = scene.create(scene.every(60)).await;
    let born_off = scene
        .create(NewRoutine {
            enabled: false,
            ..scene.every(60)
        })
        .await;
    scene.pause(paused).await;
    scene.change(deleted, RoutineChange::Delete).await;
    scene.at(100_000);
    scene.pass(&worker).await;
    for routine in [paused, deleted, born_off] {
        assert_eq!(scene.statuses(routine).await, []);
    }
}

async fn fire_all_makes_up_for_each_one_after_the_other(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene
        .create(NewRoutine {
            misfire: Misfire::FireAll,
            ..scene.every(60)
        })
        .await;
    let gate = Gate::closed();
    scene
        .launcher
        .script(routine, [Answer::Works(gate.clone())]);
    scene.at(330);
    scene.pass(&worker).await;
    scene.pass(&worker).await;
    assert_eq!(scene.launched_for(), [Some(instant(60))]);
    gate.open();
    worker.idle().await;
    for _ in 0..6 {
        scene.pass(&worker).await;
    }
    let expected = [60, 120, 180, 240, 300].map(|seconds| Some(instant(seconds)));
    assert_eq!(scene.launched_for(), expected);
    let runs = scene.runs(routine).await;
    assert!(runs.iter().all(|run| run.status == RunStatus::Succeeded));
    let kept = scene.routine(routine).await;
    assert_eq!(kept.placement.next_fire_at, Some(instant(360)));
}

async fn a_paused_routine_comes_back_at_its_time(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(60)).await;
    let pause = RoutineChange::Pause {
        reason: String::new(),
        resume_at: Some(instant(600)),
    };
    scene.change(routine, pause).await;
    scene.at(599);
    scene.pass(&worker).await;
    assert!(scene.routine(routine).await.off.is_some());
    scene.at(600);
    scene.pass(&worker).await;
    let resumed = scene.routine(routine).await;
    assert!(resumed.off.is_none());
    assert_eq!(resumed.placement.next_fire_at, Some(instant(660)));
    assert_eq!(scene.statuses(routine).await, []);
}

async fn two_workers_launch_each_occurrence_once(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let mut routines = Vec::new();
    for _ in 0..120 {
        routines.push(scene.create(scene.every(60)).await);
    }
    let mut config = scene.config("one");
    config.batch = 7;
    let one = scene.worker_with(config.clone());
    config.name = "two".into();
    let two = scene.worker_with(config);
    scene.at(60);
    let (first, second) = tokio::join!(scene.pass(&one), scene.pass(&two));
    assert_eq!(first.counts.claimed + second.counts.claimed, 120);
    let mut launched: Vec<_> = scene.launcher.launches();
    launched.sort_by_key(|order| order.routine_id);
    launched.dedup_by_key(|order| order.routine_id);
    assert_eq!(launched.len(), 120);
    assert_eq!(scene.launcher.launches().len(), 120);
}

async fn what_a_worker_may_not_launch_is_left_to_others(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let program = scene.by_command(scene.every(60), false).await;
    let routine = scene.create(program).await;
    let mut config = scene.config("careful");
    config.launchers = vec![routine_domain::LauncherKind::Simulated];
    let careful = scene.worker_with(config);
    scene.at(60);
    assert_eq!(scene.pass(&careful).await.counts.claimed, 0);
    let able = scene.worker("able");
    scene.pass(&able).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Succeeded]);
}
