use chrono::Duration;
use routine_domain::{
    Cause, RoutineChange, RoutineEdit, RoutineId, RunStatus, TriggerSpec, state::OffBy,
};
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    a_launch_failure_backs_off_from_the_time_it_failed,
    the_fifth_failure_dead_letters_and_nothing_claims_it_until_it_is_revived,
    a_success_clears_the_count_and_the_schedule_goes_on,
    an_edit_during_a_failing_launch_wins_and_history_keeps_the_failure,
    what_passes_during_a_back_off_is_one_missed_row,
    what_passes_during_a_longer_back_off_is_still_one_missed_row,
    ten_failed_runs_in_a_row_switch_it_off,
}

const DAY: u32 = 86_400;

async fn failing(scene: &Scene, every: u32, times: usize) -> RoutineId {
    let routine = scene.create(scene.every(every)).await;
    let answers = std::iter::repeat_n(Answer::Refuses, times);
    scene.launcher.script(routine, answers);
    routine
}

async fn a_launch_failure_backs_off_from_the_time_it_failed(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(DAY)).await;
    let mut due = instant(60);
    for (failures, wait) in [(1, 60), (2, 120), (3, 240), (4, 480)] {
        let gate = Gate::closed();
        let refuses = Answer::Waits(gate.clone(), Box::new(Answer::Refuses));
        scene.launcher.script(routine, [refuses]);
        scene.clock.set(due);
        worker.sweep().await.unwrap();
        scene.launcher.launched(failures).await;
        let failed_at = due + Duration::milliseconds(7_123);
        scene.clock.set(failed_at);
        gate.open();
        worker.settled().await;

        due = failed_at + Duration::seconds(wait);
        let kept = scene.routine(routine).await;
        assert_eq!(kept.placement.next_fire_at, Some(due));
        assert_eq!(kept.streaks.consecutive_failures as usize, failures);

        scene.clock.set(due - Duration::milliseconds(1));
        let early = scene.pass(&worker).await;
        assert_eq!(early.counts.claimed, 0, "it was claimed before its time");
    }
    let attempts = scene
        .store
        .list_attempts(routine, instant(60))
        .await
        .unwrap();
    let numbers: Vec<_> = attempts.iter().map(|run| run.attempt).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let first = &attempts[0];
    assert_eq!(first.cause, Cause::Schedule);
    assert_eq!(first.error_code.as_deref(), Some("refused"));
    assert_eq!(first.message.as_deref(), Some("The hub said no."));
    for again in &attempts[1..] {
        assert_eq!(again.cause, Cause::Retry);
        assert_eq!(again.idempotency_key, first.idempotency_key);
    }
}

async fn the_fifth_failure_dead_letters_and_nothing_claims_it_until_it_is_revived(
    db: TestDatabase,
) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = failing(&scene, DAY, 5).await;
    scene.at(60);
    for _ in 0..5 {
        scene.pass(&worker).await;
        scene.later(3_600);
    }
    let dead = scene.routine(routine).await;
    assert!(dead.placement.dead_lettered_at.is_some());
    assert_eq!(dead.placement.next_fire_at, None);
    let runs = scene.runs(routine).await;
    let marks: Vec<_> = runs.iter().map(|run| run.dead_lettered).collect();
    assert_eq!(marks, [false, false, false, false, true]);

    scene.later(400 * i64::from(DAY));
    let report = scene.pass(&worker).await;
    assert_eq!((report.counts.claimed, report.counts.missed), (0, 0));

    let revived = scene.change(routine, RoutineChange::Revive).await;
    assert_eq!(revived.placement.dead_lettered_at, None);
    assert_eq!(revived.streaks.consecutive_failures, 0);
    scene.clock.set(revived.placement.next_fire_at.unwrap());
    scene.pass(&worker).await;
    assert_eq!(
        scene.statuses(routine).await.last(),
        Some(&RunStatus::Succeeded)
    );
}

async fn a_success_clears_the_count_and_the_schedule_goes_on(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = failing(&scene, DAY, 2).await;
    for seconds in [60, 120, 240] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    let kept = scene.routine(routine).await;
    assert_eq!(kept.streaks.consecutive_failures, 0);
    assert_eq!(kept.placement.retry, None);
    assert_eq!(
        kept.placement.next_fire_at,
        Some(instant(60 + i64::from(DAY)))
    );
    let statuses = scene.statuses(routine).await;
    use RunStatus::{ScheduleFailed, Succeeded};
    assert_eq!(statuses, [ScheduleFailed, ScheduleFailed, Succeeded]);
}

async fn an_edit_during_a_failing_launch_wins_and_history_keeps_the_failure(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(DAY)).await;
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
        trigger: TriggerSpec::Interval {
            every_seconds: 7_200,
            anchor: instant(0),
        },
        misfire: before.misfire,
        overlap: before.overlap,
        destination: before.destination.clone(),
        enabled: true,
    };
    scene
        .change(routine, RoutineChange::Edit(Box::new(edit)))
        .await;
    gate.open();
    worker.settled().await;

    let kept = scene.routine(routine).await;
    assert_eq!(kept.placement.next_fire_at, Some(instant(7_200)));
    assert_eq!(kept.placement.retry, None);
    assert_eq!(kept.streaks.consecutive_failures, 0);
    assert_eq!(scene.statuses(routine).await, [RunStatus::ScheduleFailed]);
}

async fn what_passes_during_a_back_off_is_one_missed_row(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = failing(&scene, 10, 1).await;
    for seconds in [60, 120] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    let runs = scene.runs(routine).await;
    let missed: Vec<_> = runs
        .iter()
        .filter(|run| run.status == RunStatus::Missed)
        .map(|run| (run.scheduled_for, run.missed_until, run.missed_count))
        .collect();
    assert_eq!(missed, [(Some(instant(70)), Some(instant(120)), Some(6))]);
    let launched = scene.launched_for();
    assert_eq!(launched, [Some(instant(60)), Some(instant(60))]);
}

async fn what_passes_during_a_longer_back_off_is_still_one_missed_row(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = failing(&scene, 10, 2).await;
    for seconds in [60, 120, 240] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    let runs = scene.runs(routine).await;
    let missed: Vec<_> = runs
        .iter()
        .filter(|run| run.status == RunStatus::Missed)
        .map(|run| (run.scheduled_for, run.missed_until, run.missed_count))
        .collect();
    assert_eq!(missed, [(Some(instant(70)), Some(instant(240)), Some(18))]);
}

async fn ten_failed_runs_in_a_row_switch_it_off(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(60)).await;
    let answers = std::iter::repeat_n(Answer::Fails, 20);
    scene.launcher.script(routine, answers);
    for n in 1..=12 {
        scene.at(60 * n);
        scene.pass(&worker).await;
    }
    let off = scene.routine(routine).await.off.unwrap();
    assert_eq!(off.by, OffBy::Fatigue);
    assert_eq!(scene.launcher.launches().len(), 10);
}
