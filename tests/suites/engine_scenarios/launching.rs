use routine_domain::{RoutineChange, RunStatus};
use routine_engine::Worker;
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    a_launch_that_hangs_delays_no_other,
    launches_under_way_are_bounded,
    no_more_is_claimed_than_can_be_held,
    a_program_really_runs,
    what_is_paused_before_its_turn_is_skipped,
    a_phase_that_fails_stops_no_other_and_is_told,
}

async fn a_launch_that_hangs_delays_no_other(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let hangs = scene.create(scene.every(10)).await;
    let other = scene.create(scene.every(10)).await;
    scene.launcher.script(hangs, [Answer::Hangs]);
    for n in 1..=3 {
        scene.at(50 + 10 * n);
        let mut events = worker.subscribe();
        worker.sweep().await.unwrap();
        while scene.statuses(other).await != vec![RunStatus::Succeeded; n as usize] {
            events.recv().await.unwrap();
        }
    }
    assert_eq!(scene.statuses(hangs).await[0], RunStatus::Launching);
}

async fn launches_under_way_are_bounded(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let mut config = scene.config("one");
    config.concurrency = 2;
    let worker = scene.worker_with(config);
    let gate = Gate::closed();
    for _ in 0..3 {
        let routine = scene.create(scene.every(86_400)).await;
        let answer = Answer::Waits(gate.clone(), Box::new(Answer::Succeeds));
        scene.launcher.script(routine, [answer]);
    }
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(2).await;
    assert_eq!(scene.launcher.launches().len(), 2);
    gate.open();
    scene.launcher.launched(3).await;
    gate.open();
    gate.open();
    worker.settled().await;
}

async fn no_more_is_claimed_than_can_be_held(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let mut config = scene.config("one");
    config.in_hand = 2;
    let worker = scene.worker_with(config);
    for _ in 0..3 {
        let routine = scene.create(scene.every(86_400)).await;
        scene.launcher.script(routine, [Answer::Hangs]);
    }
    scene.at(60);
    let report = tokio::select! {
        report = worker.sweep() => report.unwrap(),
        () = scene.clock.follow_sleepers(instant(70)) => unreachable!("it never resolves"),
    };
    assert_eq!(report.counts.claimed, 2);
    assert!(!report.is_complete);
    assert_eq!(report.ended_at, instant(65), "a pass has a budget of 5 s");
}

async fn a_program_really_runs(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = Worker::new(
        scene.config("one"),
        scene.store.clone(),
        scene.clock.clone(),
    );
    let mut new = scene.by_command(scene.every(86_400), false).await;
    new.input = r#"{"who":"world"}"#.into();
    let routine = scene.create(new).await;
    scene.at(60);
    worker.sweep().await.unwrap();
    worker.idle().await;
    let run = scene.runs(routine).await.remove(0);
    assert_eq!(run.status, RunStatus::Succeeded);
    assert_eq!(run.output.as_deref(), Some(r#"{"who":"world"}"#));
}

async fn what_is_paused_before_its_turn_is_skipped(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let mut config = scene.config("one");
    config.concurrency = 1;
    let worker = scene.worker_with(config);
    let first = scene.by_command(scene.every(86_400), false).await;
    let second = first.clone();
    let first = scene.create(first).await;
    let gate = Gate::closed();
    let waits = Answer::Waits(gate.clone(), Box::new(Answer::Succeeds));
    scene.launcher.script(first, [waits]);
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    let late = routine_store::model::NewRoutine {
        trigger: routine_domain::TriggerSpec::Once { at: instant(61) },
        ..second
    };
    let second = scene.create(late).await;
    scene.at(61);
    worker.sweep().await.unwrap();
    assert_eq!(scene.statuses(second).await, [RunStatus::Claimed]);
    scene.change(second, RoutineChange::Delete).await;
    gate.open();
    worker.settled().await;
    assert_eq!(scene.statuses(second).await, [RunStatus::Skipped]);
    assert_eq!(scene.statuses(first).await, [RunStatus::Succeeded]);
    assert_eq!(scene.launcher.launches().len(), 1);
}

async fn a_phase_that_fails_stops_no_other_and_is_told(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    scene.create(scene.every(86_400)).await;
    let away = "ALTER TABLE runs RENAME TO runs_away";
    scene.db.execute(away).await.unwrap();
    scene.at(60);
    let report = worker.sweep().await.unwrap();
    assert!(report.counts.error.is_some());
    let fleet = scene.store.fleet(1, false, instant(60)).await;
    let back = "ALTER TABLE runs_away RENAME TO runs";
    scene.db.execute(back).await.unwrap();
    drop(fleet);
    let fleet = scene.store.fleet(1, false, instant(60)).await.unwrap();
    assert_eq!(fleet.sweeps[0].counts.error, report.counts.error);
    assert!(fleet.sweeps[0].ended_at.is_some());
    assert_eq!(scene.pass(&worker).await.counts.claimed, 1);
}
