use routine_domain::{Cause, RoutineChange, RunId, RunStatus};
use routine_engine::{Clock, Worker};
use routine_store::model::{CancelOutcome, ReplayOutcome};
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    work_is_ended_by_the_worker_that_holds_it,
    work_asked_to_end_is_not_started_again_by_another_worker,
    a_replay_that_is_refused_counts_for_nothing,
    a_retry_is_launched_at_once_when_a_person_says_so,
}

const DAY: u32 = 86_400;

async fn working(scene: &Scene, worker: &Worker) -> RunId {
    let routine = scene.create(scene.every(DAY)).await;
    scene
        .launcher
        .script(routine, [Answer::Works(Gate::closed())]);
    scene.at(60);
    scene.pass(worker).await;
    scene.runs(routine).await[0].id
}

async fn cancel(scene: &Scene, run: RunId) -> CancelOutcome {
    let (actor, now) = (&scene.seed.actor, scene.clock.now());
    scene.store.cancel_run(run, actor, now).await.unwrap()
}

async fn work_is_ended_by_the_worker_that_holds_it(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let (holder, other) = (scene.worker("one"), scene.worker("two"));
    let run = working(&scene, &holder).await;
    assert_eq!(holder.load().working, 1);
    assert_eq!(cancel(&scene, run).await, CancelOutcome::Requested);
    scene.pass(&other).await;
    assert_eq!(holder.load().working, 1);
    scene.pass(&holder).await;
    holder.idle().await;
    let ended = scene.store.get_run(run).await.unwrap().unwrap();
    assert_eq!(ended.status, RunStatus::Cancelled);
    assert_eq!(
        ended.message.as_deref(),
        Some("Cancelled by ines@desk: its work was stopped.")
    );
    let routine = scene.routine(ended.routine_id).await;
    assert_eq!(routine.streaks, Default::default());
    assert!(routine.placement.next_fire_at.is_some());
}

async fn work_asked_to_end_is_not_started_again_by_another_worker(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let lost = scene.worker("one");
    let new = scene.by_command(scene.every(DAY), true).await;
    let routine = scene.create(new).await;
    scene.launcher.script(routine, [Answer::Hangs]);
    scene.at(60);
    lost.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    let run = scene.runs(routine).await[0].id;
    assert_eq!(cancel(&scene, run).await, CancelOutcome::Requested);
    drop(lost);
    scene.at(300);
    scene.pass(&scene.worker("two")).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Cancelled]);
    assert_eq!(scene.launcher.launches().len(), 1);
}

async fn a_replay_that_is_refused_counts_for_nothing(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(DAY)).await;
    scene
        .launcher
        .script(routine, [Answer::Fails, Answer::Refuses]);
    scene.at(60);
    scene.pass(&worker).await;
    let before = scene.routine(routine).await;
    let run = scene.runs(routine).await[0].id;
    let (actor, now) = (&scene.seed.actor, scene.clock.now());
    let replayed = scene.store.replay_run(run, None, actor, now).await.unwrap();
    assert!(matches!(replayed, ReplayOutcome::Requested(_)));
    scene.pass(&worker).await;
    let runs = scene.runs(routine).await;
    assert_eq!(
        (runs[1].cause, runs[1].status),
        (Cause::Replay, RunStatus::ScheduleFailed)
    );
    let after = scene.routine(routine).await;
    assert_eq!(
        (after.streaks, after.placement),
        (before.streaks, before.placement)
    );
}

async fn a_retry_is_launched_at_once_when_a_person_says_so(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(DAY)).await;
    scene.launcher.script(routine, [Answer::Refuses]);
    scene.at(60);
    scene.pass(&worker).await;
    scene.at(61);
    scene.change(routine, RoutineChange::TryNow).await;
    scene.pass(&worker).await;
    let runs = scene.runs(routine).await;
    assert_eq!(scene.launched_for(), [Some(instant(60)), Some(instant(60))]);
    assert_eq!(runs[0].idempotency_key, runs[1].idempotency_key);
    assert_eq!(runs[1].status, RunStatus::Succeeded);
    assert_eq!(scene.routine(routine).await.streaks.consecutive_failures, 0);
}
