use chrono::Duration;
use routine_domain::{Cause, Instant, RunStatus};
use routine_engine::{Clock, EngineEvent, Scheduler, SweepReport};
use routine_tests::{Answer, TestDatabase, instant, on_both};
use tokio::sync::broadcast::Receiver;

use crate::scene::Scene;

on_both! {
    it_sleeps_until_the_next_fire_and_no_longer,
    a_run_asked_for_wakes_it_at_once,
    its_own_writes_do_not_keep_it_awake,
    a_lease_that_lapses_wakes_it_at_its_time,
    an_error_of_the_database_is_waited_out,
    what_a_failed_phase_left_is_made_up_for_soon,
}

/// A database may wake the loop without a reason, so what is looked for is a pass with work.
async fn sweep_that(
    scene: &Scene,
    limit: Instant,
    events: &mut Receiver<EngineEvent>,
    wanted: impl Fn(&SweepReport) -> bool,
) -> SweepReport {
    let found = async {
        loop {
            match events.recv().await.unwrap() {
                EngineEvent::SweepEnded(report) if wanted(&report) => return report,
                _ => {}
            }
        }
    };
    tokio::select! {
        report = found => report,
        () = scene.clock.follow_sleepers(limit) => unreachable!("it never resolves"),
    }
}

fn claims(report: &SweepReport) -> bool {
    report.counts.claimed > 0
}

async fn it_sleeps_until_the_next_fire_and_no_longer(db: TestDatabase) {
    let scene = Scene::new(db).await;
    scene.create(scene.every(86_400)).await;
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    scene.at(45);
    let scheduler = Scheduler::start(worker);
    let report = sweep_that(&scene, instant(200), &mut events, claims).await;
    assert_eq!(report.started_at, instant(60));
    assert_eq!(report.counts.lag_ms, Some(0));
    assert!(scheduler.is_running());
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}

async fn a_run_asked_for_wakes_it_at_once(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routine = scene.create(scene.every(86_400)).await;
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    sweep_that(&scene, instant(0), &mut events, |_| true).await;
    let (actor, now) = (&scene.seed.actor, scene.clock.now());
    let requested = scene
        .store
        .request_run(routine, Cause::Manual, None, actor, now);
    requested.await.unwrap().unwrap();
    // Without being woken it would sleep for 30 s.
    sweep_that(&scene, instant(2), &mut events, claims).await;
    scheduler.worker().settled().await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Succeeded]);
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}

async fn its_own_writes_do_not_keep_it_awake(db: TestDatabase) {
    let scene = Scene::new(db).await;
    scene.create(scene.every(86_400)).await;
    scene.at(60);
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    sweep_that(&scene, instant(60), &mut events, claims).await;
    scheduler.worker().settled().await;
    let passes = std::cell::Cell::new(0);
    let polls = |report: &SweepReport| {
        passes.set(passes.get() + 1);
        report.started_at >= instant(150)
    };
    sweep_that(&scene, instant(200), &mut events, polls).await;
    // Three polls in 90 s, and a few wakes.
    assert!(passes.get() < 12, "{} passes", passes.get());
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}

async fn a_lease_that_lapses_wakes_it_at_its_time(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routine = scene.create(scene.every(86_400)).await;
    scene.launcher.script(routine, [Answer::Hangs]);
    let lost = scene.worker("lost");
    scene.at(60);
    lost.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    drop(lost);

    scene.at(119);
    let worker = scene.worker("other");
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    let takes_over = |report: &SweepReport| report.counts.taken_over == 1;
    let report = sweep_that(&scene, instant(200), &mut events, takes_over).await;
    assert_eq!(report.started_at, instant(120));
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
    sweep_that(&scene, instant(20), &mut events, |_| true).await;
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}

async fn what_a_failed_phase_left_is_made_up_for_soon(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routine = scene.create(scene.every(86_400)).await;
    scene.at(60);
    scene.refuse("INSERT", routine).await;
    let worker = scene.worker("one");
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    let fails = |report: &SweepReport| report.counts.error.is_some();
    sweep_that(&scene, instant(60), &mut events, fails).await;
    scene.accept().await;
    // The next poll would be at 90 s.
    sweep_that(&scene, instant(70), &mut events, claims).await;
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}
