use routine_domain::{Cause, RoutineChange, RoutineId, RunStatus, TriggerSpec};
use routine_store::model::NewRoutine;
use routine_tests::{Answer, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    run_now_works_in_every_state_but_deleted_and_leaves_the_schedule_alone,
    run_now_does_not_revive_and_its_failure_counts_for_nothing,
    run_now_takes_an_input_of_its_own,
}

const DAY: u32 = 86_400;

async fn request(scene: &Scene, routine: RoutineId, input: Option<&str>) -> bool {
    let (actor, now) = (&scene.seed.actor, routine_engine::Clock::now(&*scene.clock));
    let requested = scene
        .store
        .request_run(routine, Cause::Manual, input, actor, now);
    requested.await.unwrap().is_some()
}

async fn run_now_works_in_every_state_but_deleted_and_leaves_the_schedule_alone(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let with_trigger = |trigger| NewRoutine {
        trigger,
        ..scene.every(DAY)
    };
    let scheduled = scene.create(scene.every(DAY)).await;
    let paused = scene.create(scene.every(DAY)).await;
    scene.pause(paused).await;
    let manual = scene.create(with_trigger(TriggerSpec::Manual)).await;
    let done = scene
        .create(with_trigger(TriggerSpec::Once { at: instant(1) }))
        .await;
    scene.at(1);
    scene.pass(&worker).await;
    assert!(scene.routine(done).await.placement.done_at.is_some());

    for routine in [scheduled, paused, manual, done] {
        let before = scene.routine(routine).await;
        assert!(request(&scene, routine, None).await);
        scene.pass(&worker).await;
        let runs = scene.runs(routine).await;
        let run = runs.last().unwrap();
        assert_eq!(
            (run.cause, run.status),
            (Cause::Manual, RunStatus::Succeeded)
        );
        assert_eq!(run.scheduled_for, None);
        assert_eq!(run.idempotency_key, format!("{routine}:run:{}", run.id));
        let after = scene.routine(routine).await;
        assert_eq!(after.placement, before.placement);
        assert_eq!(after.off, before.off);
    }
    scene.change(scheduled, RoutineChange::Delete).await;
    assert!(!request(&scene, scheduled, None).await);
}

async fn run_now_does_not_revive_and_its_failure_counts_for_nothing(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(DAY)).await;
    let refusals = std::iter::repeat_n(Answer::Refuses, 6);
    scene.launcher.script(routine, refusals);
    assert!(request(&scene, routine, None).await);
    scene.pass(&worker).await;
    let after_failure = scene.routine(routine).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::ScheduleFailed]);
    assert_eq!(after_failure.streaks.consecutive_failures, 0);
    assert_eq!(after_failure.placement.next_fire_at, Some(instant(60)));

    scene.at(60);
    for _ in 0..5 {
        scene.pass(&worker).await;
        scene.later(3_600);
    }
    let dead = scene.routine(routine).await;
    assert!(dead.placement.dead_lettered_at.is_some());
    assert!(request(&scene, routine, None).await);
    scene.pass(&worker).await;
    assert_eq!(
        scene.statuses(routine).await.last(),
        Some(&RunStatus::Succeeded)
    );
    let after_success = scene.routine(routine).await;
    assert_eq!(after_success.placement, dead.placement);
    assert_eq!(after_success.streaks, dead.streaks);
}

async fn run_now_takes_an_input_of_its_own(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(DAY)).await;
    let input = r#"{"n": 9007199254740993}"#;
    assert!(request(&scene, routine, Some(input)).await);
    scene.pass(&worker).await;
    assert_eq!(scene.launcher.launches()[0].input, input);
}
