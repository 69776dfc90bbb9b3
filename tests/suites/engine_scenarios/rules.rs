//! Faults of the systems this one follows, each as a scenario. `docs/rules-kept.md` has them all.

use routine_domain::{RoutineChange, RoutineEdit, RunStatus, TriggerSpec, state::OffBy};
use routine_engine::WorkerConfig;
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    an_edit_that_yields_the_same_next_fire_is_not_charged_with_the_old_failure,
    a_revived_routine_tires_after_as_many_failures_as_a_new_one,
    one_pass_claims_all_that_is_due_however_small_its_batches,
    a_night_of_sleep_and_a_clock_set_back_are_one_decision_per_occurrence,
}

async fn an_edit_that_yields_the_same_next_fire_is_not_charged_with_the_old_failure(
    db: TestDatabase,
) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(3_600)).await;
    let gate = Gate::closed();
    let refuses = Answer::Waits(gate.clone(), Box::new(Answer::Refuses));
    scene.launcher.script(routine, [refuses]);
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    let before = scene.routine(routine).await;
    let edit = RoutineEdit {
        name: before.name,
        instruction: before.instruction,
        definition_id: before.definition_id,
        input: before.input,
        // Another trigger, and the same next fire.
        trigger: TriggerSpec::Interval {
            every_seconds: 1_800,
            anchor: instant(3_660),
        },
        misfire: before.misfire,
        overlap: before.overlap,
        destination: before.destination.clone(),
        enabled: true,
    };
    let edited = RoutineChange::Edit(Box::new(edit));
    let edited = scene.change(routine, edited).await;
    assert_eq!(edited.placement.next_fire_at, before.placement.next_fire_at);
    gate.open();
    worker.settled().await;
    let kept = scene.routine(routine).await;
    assert_eq!(kept.placement, edited.placement);
    assert_eq!(kept.streaks.consecutive_failures, 0);
    assert_eq!(scene.statuses(routine).await, [RunStatus::ScheduleFailed]);
}

async fn a_revived_routine_tires_after_as_many_failures_as_a_new_one(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(60)).await;
    let answers = std::iter::repeat_n(Answer::Fails, 40);
    scene.launcher.script(routine, answers);
    let mut minute = 0;
    for life in 1..=2 {
        for failures in 1..=10 {
            assert!(
                scene.routine(routine).await.off.is_none(),
                "life {life} ended before failure {failures}"
            );
            minute += 1;
            scene.at(60 * minute);
            scene.pass(&worker).await;
        }
        let off = scene.routine(routine).await.off.unwrap();
        assert_eq!(off.by, OffBy::Fatigue);
        scene.change(routine, RoutineChange::Revive).await;
    }
}

async fn one_pass_claims_all_that_is_due_however_small_its_batches(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker_with(WorkerConfig {
        batch: 7,
        ..scene.config("one")
    });
    for _ in 0..50 {
        scene.create(scene.every(3_600)).await;
    }
    scene.at(60);
    let report = scene.pass(&worker).await;
    assert_eq!((report.counts.claimed, report.is_complete), (50, true));
    assert_eq!(scene.launcher.launches().len(), 50);
}

async fn a_night_of_sleep_and_a_clock_set_back_are_one_decision_per_occurrence(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(600)).await;
    let eight_hours = 8 * 3_600;
    for seconds in [
        60,
        60 + eight_hours,
        660,
        60 + eight_hours,
        660 + eight_hours,
    ] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    let decided: Vec<_> = scene
        .runs(routine)
        .await
        .iter()
        .map(|run| (run.status, run.scheduled_for.unwrap(), run.missed_count))
        .collect();
    use RunStatus::{Missed, Succeeded};
    assert_eq!(
        decided,
        [
            (Succeeded, instant(60), None),
            (Missed, instant(660), Some(47)),
            (Succeeded, instant(60 + eight_hours), None),
            (Succeeded, instant(660 + eight_hours), None),
        ]
    );
}
