//! An endpoint that is down: what waits, what is tried, what goes on, and what is nobody else's
//! business.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use routine_domain::{
    DefinitionId, Launcher, Misfire, Overlap, RoutineChange, RoutineId, RunStatus, TenantPolicy,
    TriggerSpec,
};
use routine_engine::{Clock, Worker};
use routine_store::model::EditOutcome;
use routine_store::model::{LaunchOrder, NewRoutine};
use routine_tests::{Answer, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    an_outage_of_a_hub_dead_letters_nobody_and_loses_nothing,
    a_poisoned_routine_alone_is_still_dead_lettered,
    pause_edit_and_delete_end_the_waiting,
    what_has_become_too_late_is_missed_when_the_endpoint_answers,
    without_the_policy_the_plain_rule_holds,
    time_outs_open_the_breaker_too,
    neither_silence_nor_poison_delays_another_launch_by_a_pass,
}

const HOUR: u32 = 3_600;

async fn hub(scene: &Scene, name: &str) -> DefinitionId {
    let launcher = Launcher::Http {
        url: format!("http://{name}.example/run"),
        secret_name: None,
        command: None,
    };
    let (seed, now) = (&scene.seed, scene.clock.now());
    let made = scene
        .store
        .create_definition(seed.tenant, name, &launcher, None, &seed.actor, now);
    made.await.unwrap().id
}

fn at_hub(scene: &Scene, hub: DefinitionId, name: &str, due: i64) -> NewRoutine {
    NewRoutine {
        name: name.into(),
        definition_id: hub,
        trigger: TriggerSpec::Interval {
            every_seconds: HOUR,
            anchor: instant(due),
        },
        ..scene.every(HOUR)
    }
}

async fn at_hub_many(scene: &Scene, hub: DefinitionId, count: i64, due: i64) -> Vec<RoutineId> {
    let mut routines = Vec::new();
    for n in 0..count {
        let new = at_hub(scene, hub, &format!("Routine {n}"), due);
        routines.push(scene.create(new).await);
    }
    routines
}

/// Passes whenever something is due, as the loop would, until `seconds` after the beginning.
async fn passes_until(scene: &Scene, worker: &Worker, seconds: i64) {
    let end = instant(seconds);
    loop {
        scene.pass(worker).await;
        let now = scene.clock.now();
        let wake = scene.store.next_wake(now).await.unwrap();
        let latest = now + Duration::seconds(30);
        let next = wake.map_or(latest, |wake| wake.min(latest));
        if next > end {
            scene.clock.set(end);
            scene.pass(worker).await;
            return;
        }
        scene.clock.set(next);
    }
}

async fn an_outage_of_a_hub_dead_letters_nobody_and_loses_nothing(db: TestDatabase) {
    const MINUTE: i64 = 60;
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let hub = hub(&scene, "hub").await;
    let routines = at_hub_many(&scene, hub, 200, MINUTE).await;
    scene.launcher.outage(Some(Answer::IsUnavailable));
    scene.at(MINUTE);
    passes_until(&scene, &worker, 15 * MINUTE).await;

    let down = scene.store.endpoints_down().await.unwrap();
    assert_eq!(down.len(), 1);
    assert_eq!(down[0].endpoint, "http://hub.example:80");
    assert_eq!(down[0].since, instant(MINUTE));
    assert!(down[0].waiting > 180, "{down:?}");
    // All once, and then one a minute.
    let tried = scene.launcher.launches().len();
    assert!((200..=214).contains(&tried), "{tried} launches");
    let run = scene.runs(routines[150]).await.pop().unwrap();
    assert_eq!(run.status, RunStatus::Claimed);
    let words = run.waits_for.unwrap();
    assert!(
        words.starts_with("an answer: endpoint http://hub.example:80 is down since 2023-"),
        "{words}"
    );

    scene.launcher.outage(None);
    passes_until(&scene, &worker, 40 * MINUTE).await;
    assert_eq!(scene.store.endpoints_down().await.unwrap(), []);
    let mut last_launch = BTreeMap::new();
    for id in &routines {
        let routine = scene.routine(*id).await;
        assert_eq!(routine.placement.dead_lettered_at, None);
        assert_eq!(routine.streaks.consecutive_failures, 0);
        let runs = scene.runs(*id).await;
        let newest = runs.last().unwrap();
        assert_eq!(newest.status, RunStatus::Succeeded);
        assert_eq!(newest.scheduled_for, Some(instant(MINUTE)));
        let failures = runs.len() - 1;
        assert!(failures <= 3, "{failures} failures of one routine");
        *last_launch.entry(newest.launched_at).or_insert(0) += 1;
    }
    let busiest = last_launch.values().max().unwrap();
    assert!(*busiest < 20, "{busiest} launches at one instant");
}

async fn a_poisoned_routine_alone_is_still_dead_lettered(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let hub = hub(&scene, "hub").await;
    let poisoned = scene.create(at_hub(&scene, hub, "Poisoned", 60)).await;
    let healthy = scene.create(at_hub(&scene, hub, "Healthy", 61)).await;
    let poison = std::iter::repeat_n(Answer::IsUnavailable, 9);
    scene.launcher.script(poisoned, poison);
    scene.at(60);
    passes_until(&scene, &worker, 1_200).await;
    assert_eq!(scene.store.endpoints_down().await.unwrap(), []);
    let dead = scene.routine(poisoned).await;
    assert!(dead.placement.dead_lettered_at.is_some());
    assert_eq!(scene.statuses(healthy).await, [RunStatus::Succeeded]);
}

/// A hub that is down since the first second after a minute, found so by three others.
async fn down(scene: &Scene, worker: &Worker) -> DefinitionId {
    let hub = hub(scene, "hub").await;
    at_hub_many(scene, hub, 3, 60).await;
    scene.launcher.outage(Some(Answer::IsUnavailable));
    scene.at(60);
    scene.pass(worker).await;
    assert_eq!(scene.store.endpoints_down().await.unwrap().len(), 1);
    hub
}

async fn pause_edit_and_delete_end_the_waiting(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let hub = down(&scene, &worker).await;
    let mut waiting = Vec::new();
    for name in ["paused", "deleted", "patient"] {
        waiting.push(scene.create(at_hub(&scene, hub, name, 70)).await);
    }
    scene.at(70);
    scene.pass(&worker).await;
    for routine in &waiting {
        assert_eq!(scene.statuses(*routine).await, [RunStatus::Claimed]);
    }
    let [paused, deleted, patient] = waiting[..] else {
        panic!("three were made");
    };
    scene.pause(paused).await;
    scene.change(deleted, RoutineChange::Delete).await;
    scene.pass(&worker).await;
    for (routine, word) in [(paused, "was paused"), (deleted, "was deleted")] {
        let run = scene.runs(routine).await.remove(0);
        assert_eq!(run.status, RunStatus::Skipped);
        let message = run.message.unwrap();
        assert!(message.contains(word), "{message}");
    }
    assert_eq!(scene.statuses(patient).await, [RunStatus::Claimed]);
}

async fn what_has_become_too_late_is_missed_when_the_endpoint_answers(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let hub = down(&scene, &worker).await;
    let strict = NewRoutine {
        misfire: Misfire::Skip,
        ..at_hub(&scene, hub, "Strict", 70)
    };
    let strict = scene.create(strict).await;
    let patient = scene.create(at_hub(&scene, hub, "Patient", 70)).await;
    scene.at(70);
    scene.pass(&worker).await;
    scene.at(70 + 601);
    scene.launcher.outage(None);
    passes_until(&scene, &worker, 900).await;
    let run = scene.runs(strict).await.remove(0);
    assert_eq!(
        (run.status, run.missed_count, run.missed_until),
        (RunStatus::Missed, Some(1), Some(instant(70)))
    );
    let message = run.message.unwrap();
    assert!(message.contains("its endpoint was down"), "{message}");
    assert_eq!(scene.statuses(patient).await, [RunStatus::Succeeded]);
}

async fn without_the_policy_the_plain_rule_holds(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let policy = TenantPolicy {
        breaker: false,
        ..TenantPolicy::local_demo()
    };
    let (seed, now) = (&scene.seed, instant(0));
    let set = scene
        .store
        .set_tenant_policy(seed.tenant, None, &policy, &seed.actor, now);
    assert!(matches!(set.await.unwrap(), EditOutcome::Edited(_)));
    let hub = hub(&scene, "hub").await;
    let routines = at_hub_many(&scene, hub, 4, 60).await;
    scene.launcher.outage(Some(Answer::IsUnavailable));
    scene.at(60);
    passes_until(&scene, &worker, 1_100).await;
    assert_eq!(scene.store.endpoints_down().await.unwrap(), []);
    for routine in routines {
        let dead = scene.routine(routine).await;
        assert!(dead.placement.dead_lettered_at.is_some());
    }
}

async fn time_outs_open_the_breaker_too(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let hub = hub(&scene, "hub").await;
    let routines = at_hub_many(&scene, hub, 4, 60).await;
    scene.launcher.outage(Some(Answer::TimesOut));
    scene.at(60);
    passes_until(&scene, &worker, 600).await;
    assert_eq!(scene.store.endpoints_down().await.unwrap().len(), 1);
    let tried = scene.launcher.launches().len();
    assert!(tried <= 4 + 9, "{tried} launches");
    scene.launcher.outage(None);
    passes_until(&scene, &worker, 1_200).await;
    for routine in routines {
        let statuses = scene.statuses(routine).await;
        assert_eq!(statuses.last(), Some(&RunStatus::Succeeded), "{statuses:?}");
    }
}

async fn neither_silence_nor_poison_delays_another_launch_by_a_pass(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let silent = hub(&scene, "silent").await;
    for routine in at_hub_many(&scene, silent, 10, 60).await {
        scene.launcher.script(routine, [Answer::Hangs]);
    }
    let poisoned = scene.create(scene.every(HOUR)).await;
    let refusals = std::iter::repeat_n(Answer::Refuses, 99);
    scene.launcher.script(poisoned, refusals);
    let mut others = BTreeSet::new();
    for n in 0..20 {
        let new = NewRoutine {
            name: format!("Other {n}"),
            overlap: Overlap::Allow,
            ..scene.every(60)
        };
        others.insert(scene.create(new).await);
    }
    for minute in 1..=10 {
        scene.at(60 * minute);
        // Not until all is settled, which the silent ones never are.
        worker.sweep().await.unwrap();
        let now = Some(scene.clock.now());
        let all_of_this_minute = |launches: &[LaunchOrder]| {
            let on_time = launches.iter().filter(|order| order.scheduled_for == now);
            let on_time: BTreeSet<_> = on_time.map(|order| order.routine_id).collect();
            on_time.is_superset(&others)
        };
        scene.launcher.until(all_of_this_minute).await;
    }
}
