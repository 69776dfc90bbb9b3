use chrono::Duration;
use routine_domain::{Cause, RunStatus};
use routine_engine::{EngineEvent, Scheduler, SweepReport};
use routine_tests::{TestDatabase, instant, on_both};
use tokio::sync::broadcast::Receiver;

use crate::scene::Scene;

on_both! {
    it_sleeps_until_the_next_fire_and_no_longer,
    a_run_asked_for_wakes_it_at_once,
    its_own_writes_wake_it_once_and_then_it_rests,
    an_error_of_the_database_is_waited_out,
}

async fn next_sweep(events: &mut Receiver<EngineEvent>) -> SweepReport {
    loop {
        if let EngineEvent::SweepEnded(report) = events.recv().await.unwrap() {
            return report;
        }
    }
}

fn sweeps_waiting(events: &mut Receiver<EngineEvent>) -> usize {
    let waiting = std::iter::from_fn(|| events.try_recv().ok());
    waiting
        .filter(|event| matches!(event, EngineEvent::SweepEnded(_)))
        .count()
}

async fn it_sleeps_until_the_next_fire_and_no_longer(db: TestDatabase) {
    let scene = Scene::new(db).await;
    scene.create(scene.every(86_400)).await;
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    scene.at(45);
    let scheduler = Scheduler::start(worker);
    assert_eq!(next_sweep(&mut events).await.counts.claimed, 0);
    scene.clock.someone_sleeps_until(instant(60)).await;
    scene.at(60);
    assert_eq!(next_sweep(&mut events).await.counts.claimed, 1);
    assert!(scheduler.is_running());
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}

async fn a_run_asked_for_wakes_it_at_once(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routine = scene.create(scene.every(86_400)).await;
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    next_sweep(&mut events).await;
    scene.clock.someone_sleeps_until(instant(30)).await;
    scene.at(1);
    let requested =
        scene
            .store
            .request_run(routine, Cause::Manual, None, &scene.seed.actor, instant(1));
    requested.await.unwrap().unwrap();
    assert_eq!(next_sweep(&mut events).await.counts.claimed, 1);
    scene
        .until(scheduler.worker(), routine, RunStatus::Succeeded)
        .await;
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}

async fn its_own_writes_wake_it_once_and_then_it_rests(db: TestDatabase) {
    let scene = Scene::new(db).await;
    scene.create(scene.every(86_400)).await;
    scene.at(60);
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    assert_eq!(next_sweep(&mut events).await.counts.claimed, 1);
    let gap = instant(60) + Duration::milliseconds(25);
    scene.clock.someone_sleeps_until(gap).await;
    scheduler.worker().settled().await;
    scene.clock.set(gap);
    next_sweep(&mut events).await;
    let rest = gap + Duration::seconds(30);
    scene.clock.someone_sleeps_until(rest).await;
    assert_eq!(sweeps_waiting(&mut events), 0);
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}

async fn an_error_of_the_database_is_waited_out(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let away = "ALTER TABLE workers RENAME TO workers_away";
    scene.db.execute(away).await.unwrap();
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    for seconds in [1, 3, 7] {
        scene.clock.someone_sleeps_until(instant(seconds)).await;
        scene.at(seconds);
    }
    scene.clock.someone_sleeps_until(instant(15)).await;
    let back = "ALTER TABLE workers_away RENAME TO workers";
    scene.db.execute(back).await.unwrap();
    scene.at(15);
    next_sweep(&mut events).await;
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}
