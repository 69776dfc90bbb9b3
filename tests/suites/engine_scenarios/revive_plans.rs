//! A plan that revives many routines, carried on by whichever worker sweeps.

use std::collections::HashSet;

use routine_domain::{
    RevivePlanId, RoutineId,
    revive_plan::{ItemOutcome, PlanStatus},
};
use routine_engine::Clock;
use routine_store::model::{NewRevivePlan, RevivePlan, RevivePlanItem};
use routine_tests::{Answer, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    a_good_canary_brings_the_others_back_over_the_window,
    a_bad_canary_leaves_the_others_dead,
    two_workers_share_a_plan_and_double_nothing,
    another_worker_goes_on_where_the_first_was_killed,
}

const DAY: u32 = 86_400;

/// `count` routines that refused five launches each.
async fn dead(scene: &Scene, count: usize) -> Vec<RoutineId> {
    let worker = scene.worker("before");
    let mut routines = Vec::new();
    for _ in 0..count {
        let routine = scene.create(scene.every(DAY)).await;
        let answers = std::iter::repeat_n(Answer::Refuses, 5);
        scene.launcher.script(routine, answers);
        routines.push(routine);
    }
    scene.at(60);
    for _ in 0..5 {
        scene.pass(&worker).await;
        scene.later(3_600);
    }
    for id in &routines {
        let dead_lettered = scene.routine(*id).await.placement.dead_lettered_at;
        assert!(dead_lettered.is_some());
    }
    routines
}

async fn start(scene: &Scene, routines: &[RoutineId], canary: Option<RoutineId>) -> RevivePlanId {
    let mut at = Vec::new();
    for id in routines {
        at.push((*id, scene.routine(*id).await.revision));
    }
    let new = NewRevivePlan {
        subject: "The hub said no".into(),
        routines: at,
        canary,
        spread_seconds: 600,
        stop_after: Some(2),
    };
    let now = scene.clock.now();
    let made = scene.store.create_revive_plan(&new, &scene.seed.actor, now);
    made.await.unwrap()
}

async fn plan(scene: &Scene, id: RevivePlanId) -> RevivePlan {
    scene.store.get_revive_plan(id).await.unwrap().unwrap()
}

async fn dead_ones(scene: &Scene, routines: &[RoutineId]) -> usize {
    let mut dead = 0;
    for id in routines {
        let placement = scene.routine(*id).await.placement;
        dead += usize::from(placement.dead_lettered_at.is_some());
    }
    dead
}

fn revived(plan: &RevivePlan) -> usize {
    let is_revived = |item: &&RevivePlanItem| item.outcome == Some(ItemOutcome::Revived);
    plan.items.iter().filter(is_revived).count()
}

async fn a_good_canary_brings_the_others_back_over_the_window(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routines = dead(&scene, 4).await;
    let worker = scene.worker("one");
    let id = start(&scene, &routines, Some(routines[2])).await;
    // The plan's own pass comes first, then the canary's launch.
    scene.pass(&worker).await;
    assert_eq!(dead_ones(&scene, &routines).await, 4);
    scene.later(2);
    scene.pass(&worker).await;
    let spreading = plan(&scene, id).await;
    assert_eq!(spreading.status, PlanStatus::Spreading);
    assert_eq!(spreading.items[0].routine_id, routines[2]);
    assert_eq!(dead_ones(&scene, &routines).await, 3);
    for left in [2, 1, 0] {
        scene.later(150);
        scene.pass(&worker).await;
        assert_eq!(dead_ones(&scene, &routines).await, left);
    }
    let done = plan(&scene, id).await;
    assert_eq!((done.status, revived(&done)), (PlanStatus::Done, 4));
    // Each goes on with its own schedule.
    for routine in &routines {
        let placement = scene.routine(*routine).await.placement;
        assert_eq!(placement.next_fire_at, Some(instant(60 + i64::from(DAY))));
    }
}

async fn a_bad_canary_leaves_the_others_dead(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routines = dead(&scene, 3).await;
    let worker = scene.worker("one");
    scene.launcher.script(routines[0], [Answer::Refuses]);
    let id = start(&scene, &routines, Some(routines[0])).await;
    for _ in 0..3 {
        scene.pass(&worker).await;
        scene.later(2);
    }
    let stopped = plan(&scene, id).await;
    assert_eq!(stopped.status, PlanStatus::Stopped);
    assert!(stopped.message.unwrap().ends_with("Nothing was revived."));
    assert_eq!(dead_ones(&scene, &routines).await, 3);
}

async fn two_workers_share_a_plan_and_double_nothing(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routines = dead(&scene, 6).await;
    let (one, two) = (scene.worker("one"), scene.worker("two"));
    let id = start(&scene, &routines, Some(routines[0])).await;
    for seconds in [0, 2, 100, 100, 100, 100, 100, 2] {
        scene.later(seconds);
        let (first, second) = tokio::join!(one.sweep(), two.sweep());
        assert_eq!(first.unwrap().counts.error, None);
        assert_eq!(second.unwrap().counts.error, None);
        one.settled().await;
        two.settled().await;
    }
    let done = plan(&scene, id).await;
    assert_eq!((done.status, revived(&done)), (PlanStatus::Done, 6));
    for routine in &routines {
        let subject = format!("routine:{routine}");
        let journal = scene
            .store
            .list_audit_events(Some(&subject), 50)
            .await
            .unwrap();
        let revivals = journal
            .iter()
            .filter(|event| event.kind == "routine.revived");
        assert_eq!(revivals.count(), 1);
    }
    // The canary alone was launched by hand, once.
    let by_hand: HashSet<_> = scene
        .launcher
        .launches()
        .iter()
        .filter(|order| order.scheduled_for.is_none())
        .map(|order| order.lease.run_id)
        .collect();
    assert_eq!(by_hand.len(), 1);
}

async fn another_worker_goes_on_where_the_first_was_killed(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let routines = dead(&scene, 3).await;
    let first = scene.worker("one");
    let id = start(&scene, &routines, Some(routines[0])).await;
    scene.pass(&first).await;
    // The canary is through, nothing is spread yet: here its worker is lost.
    drop(first);
    assert_eq!(plan(&scene, id).await.status, PlanStatus::Canary);
    let second = scene.worker("two");
    for seconds in [2, 200, 200] {
        scene.later(seconds);
        scene.pass(&second).await;
    }
    let done = plan(&scene, id).await;
    assert_eq!((done.status, revived(&done)), (PlanStatus::Done, 3));
    assert_eq!(dead_ones(&scene, &routines).await, 0);
}
