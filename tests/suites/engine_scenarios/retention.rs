//! A worker that lets history go while it goes on with its work.

use chrono::Duration;
use routine_domain::{Instant, TenantPolicy};
use routine_engine::{Clock, EngineEvent, Scheduler, WorkerConfig};
use routine_store::model::EditOutcome;
use routine_tests::{TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! { history_goes_once_an_hour_and_fires_go_on }

const DAY: i64 = 86_400;

async fn history_goes_once_an_hour_and_fires_go_on(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let policy = TenantPolicy {
        retention_days: 1,
        failure_retention_days: 1,
        keep_newest_runs: 2,
        ..TenantPolicy::local_demo()
    };
    let (actor, now) = (&scene.seed.actor, scene.clock.now());
    let set = scene
        .store
        .set_tenant_policy(scene.seed.tenant, None, &policy, actor, now);
    assert!(matches!(set.await.unwrap(), EditOutcome::Edited(_)));
    let routine = scene.create(scene.every(600)).await;
    // It beats rarely, so that hours pass in few steps.
    let worker = scene.worker_with(WorkerConfig {
        poll_seconds: 1_200,
        ..scene.config("one")
    });
    for fire in 0..12 {
        scene.at(60 + 600 * fire);
        scene.pass(&worker).await;
    }
    assert_eq!(scene.runs(routine).await.len(), 12);
    scene.pause(routine).await;

    // A day after the fifth of them was recorded.
    scene.at(DAY + 60 + 600 * 4 + 1);
    let mut events = worker.subscribe();
    let scheduler = Scheduler::start(worker);
    let mut until = async |limit: Instant, left: usize| {
        let gone = async {
            while scene.runs(routine).await.len() > left {
                let EngineEvent::SweepEnded(_) = events.recv().await.unwrap() else {
                    continue;
                };
            }
        };
        tokio::select! {
            () = gone => {}
            () = scene.clock.follow_sleepers(limit) => unreachable!("it never resolves"),
        }
    };
    until(instant(DAY + 2 * 3_600), 7).await;
    let first = scene.store.prunable(scene.seed.tenant, scene.clock.now());
    let first = first.await.unwrap().unwrap();
    assert_eq!(first.pruned_at, Some(instant(DAY + 60 + 600 * 4 + 1)));
    // Hours later all are old enough; the two newest stay for good.
    scene.later(3 * 3_600);
    until(instant(DAY + 5 * 3_600), 2).await;
    let last = scene.store.prunable(scene.seed.tenant, scene.clock.now());
    let last = last.await.unwrap().unwrap();
    assert!(last.pruned_at.unwrap() >= instant(DAY + 60 + 600 * 4 + 1) + Duration::hours(1));
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}
