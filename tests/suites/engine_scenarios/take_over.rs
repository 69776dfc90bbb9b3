use routine_domain::{RunStatus, run::idempotency_key};
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    a_run_of_a_lost_worker_is_taken_over_under_the_same_key,
    no_answer_leaves_it_launching_and_it_is_handed_off_again,
    a_program_that_may_have_started_is_abandoned,
    a_repeatable_program_is_started_again,
    after_three_take_overs_the_launch_has_failed,
    a_lease_is_renewed_while_a_launch_takes_long,
    a_running_run_without_heartbeats_is_abandoned,
    a_run_that_goes_on_elsewhere_is_not_kept_alive_from_here,
    a_late_outcome_counts_and_a_late_refusal_does_not,
}

async fn a_run_of_a_lost_worker_is_taken_over_under_the_same_key(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routine = scene.create(scene.every(86_400)).await;
    scene.launcher.script(routine, [Answer::Hangs]);
    let lost = scene.worker("lost");
    scene.at(60);
    lost.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    drop(lost);

    let other = scene.worker("other");
    scene.at(119);
    assert_eq!(scene.pass(&other).await.counts.taken_over, 0);
    scene.at(120);
    assert_eq!(scene.pass(&other).await.counts.taken_over, 1);
    let launches = scene.launcher.launches();
    assert_eq!(launches.len(), 2);
    assert_eq!(launches[0].lease.run_id, launches[1].lease.run_id);
    assert!(launches[0].lease.epoch < launches[1].lease.epoch);
    let run = scene.runs(routine).await.remove(0);
    let key = idempotency_key(routine, run.id, Some(instant(60)));
    assert!(launches.iter().all(|order| order.idempotency_key == key));
    assert_eq!(run.status, RunStatus::Succeeded);
    assert_eq!(run.worker.as_deref(), Some("other"));
    assert_eq!(run.take_overs, 1);
}

async fn no_answer_leaves_it_launching_and_it_is_handed_off_again(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(86_400)).await;
    scene.launcher.script(routine, [Answer::IsUnknown]);
    scene.at(60);
    scene.pass(&worker).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Launching]);
    scene.at(120);
    scene.pass(&worker).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Succeeded]);
    assert_eq!(scene.launcher.launches().len(), 2);
    let kept = scene.routine(routine).await;
    assert_eq!(kept.streaks.consecutive_failures, 0);
}

async fn a_program_that_may_have_started_is_abandoned(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let new = scene.by_command(scene.every(86_400), false).await;
    let routine = scene.create(new).await;
    scene.launcher.script(routine, [Answer::IsUnknown]);
    for seconds in [60, 120] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    let run = scene.runs(routine).await.remove(0);
    assert_eq!(run.status, RunStatus::Abandoned);
    assert!(run.message.unwrap().contains("may have started"));
    assert_eq!(scene.launcher.launches().len(), 1);
    let kept = scene.routine(routine).await;
    assert_eq!(kept.streaks.consecutive_failures, 0);
}

async fn a_repeatable_program_is_started_again(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let new = scene.by_command(scene.every(86_400), true).await;
    let routine = scene.create(new).await;
    scene.launcher.script(routine, [Answer::IsUnknown]);
    for seconds in [60, 120] {
        scene.at(seconds);
        scene.pass(&worker).await;
    }
    assert_eq!(scene.statuses(routine).await, [RunStatus::Succeeded]);
}

async fn after_three_take_overs_the_launch_has_failed(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let routine = scene.create(scene.every(86_400)).await;
    let answers = std::iter::repeat_n(Answer::IsUnknown, 9);
    scene.launcher.script(routine, answers);
    for seconds in [60, 120, 180, 240] {
        scene.at(seconds);
        scene.pass(&worker).await;
        assert_eq!(scene.statuses(routine).await, [RunStatus::Launching]);
    }
    scene.at(300);
    scene.pass(&worker).await;
    let run = scene.runs(routine).await.remove(0);
    assert_eq!(run.status, RunStatus::ScheduleFailed);
    assert_eq!(run.error_code.as_deref(), Some("worker_lost"));
    assert_eq!(scene.launcher.launches().len(), 4);
    let kept = scene.routine(routine).await;
    assert_eq!(kept.streaks.consecutive_failures, 1);
    assert_eq!(kept.placement.next_fire_at, Some(instant(360)));
}

async fn a_lease_is_renewed_while_a_launch_takes_long(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let (one, two) = (scene.worker("one"), scene.worker("two"));
    let routine = scene.create(scene.every(86_400)).await;
    scene.launcher.script(routine, [Answer::Hangs]);
    scene.at(60);
    one.sweep().await.unwrap();
    scene.launcher.launched(1).await;
    for seconds in [75, 90, 105, 120, 135] {
        // The one who holds the lease wakes, renews it and sleeps until the next time.
        scene.clock.someone_sleeps_until(instant(seconds)).await;
        scene.at(seconds);
        scene
            .clock
            .someone_sleeps_until(instant(seconds + 15))
            .await;
    }
    assert_eq!(scene.pass(&two).await.counts.taken_over, 0);
    assert_eq!(scene.launcher.launches().len(), 1);
}

async fn a_running_run_without_heartbeats_is_abandoned(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routine = scene.create(scene.every(86_400)).await;
    let gate = Gate::closed();
    scene.launcher.script(routine, [Answer::Works(gate)]);
    let lost = scene.worker("lost");
    scene.at(60);
    scene.pass(&lost).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Running]);
    drop(lost);

    let other = scene.worker("other");
    scene.at(115);
    scene.pass(&other).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Running]);
    scene.at(60 + 61);
    scene.pass(&other).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Abandoned]);
}

async fn a_run_that_goes_on_elsewhere_is_not_kept_alive_from_here(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routine = scene.create(scene.every(86_400)).await;
    scene.launcher.script(routine, [Answer::HandsOff]);
    let one = scene.worker("one");
    scene.at(60);
    scene.pass(&one).await;
    for seconds in [75, 90, 105] {
        scene.at(seconds);
        scene.pass(&one).await;
    }
    drop(one);
    let other = scene.worker("other");
    scene.at(3_600);
    scene.pass(&other).await;
    assert_eq!(scene.statuses(routine).await, [RunStatus::Running]);
    scene.at(60 + 86_401);
    scene.pass(&other).await;
    assert_eq!(scene.statuses(routine).await[0], RunStatus::Abandoned);
}

async fn a_late_outcome_counts_and_a_late_refusal_does_not(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let gate = Gate::closed();
    let mut routines = Vec::new();
    for answer in [Answer::Succeeds, Answer::Refuses] {
        let routine = scene.create(scene.every(86_400)).await;
        let waits = Answer::Waits(gate.clone(), Box::new(answer));
        scene.launcher.script(routine, [waits]);
        routines.push(routine);
    }
    scene.at(60);
    worker.sweep().await.unwrap();
    scene.launcher.launched(2).await;
    // As if another worker had taken both over.
    let taken = "UPDATE runs SET lease_epoch = lease_epoch + 1";
    assert_eq!(scene.db.execute(taken).await.unwrap(), 2);
    gate.open();
    gate.open();
    worker.settled().await;
    assert_eq!(scene.statuses(routines[0]).await, [RunStatus::Succeeded]);
    assert_eq!(scene.statuses(routines[1]).await, [RunStatus::Launching]);
}
