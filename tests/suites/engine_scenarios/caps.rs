//! Concurrency caps, with many routines, several workers and work that goes on.

use std::sync::Arc;

use routine_domain::{Cause, Overlap, RoutineId, RunStatus, TenantPolicy};
use routine_store::model::NewRoutine;
use routine_tests::{Answer, Gate, TestDatabase, instant, on_both};

use crate::scene::Scene;

on_both! {
    what_finds_no_place_waits_in_words_and_the_oldest_goes_first,
    a_tenants_cap_holds_over_all_its_definitions_and_for_fires_by_hand,
    racing_workers_never_exceed_the_cap,
}

const DAY: u32 = 86_400;

async fn cap_definition(scene: &Scene, cap: Option<u32>) {
    let (seed, now) = (&scene.seed, instant(0));
    let capped = scene
        .store
        .cap_definition(seed.definition, cap, &seed.actor, now);
    assert_eq!(capped.await.unwrap().unwrap().concurrency_cap, cap);
}

/// Due one second after the other; each works until the gate lets it end.
async fn working(scene: &Scene, count: i64, gate: &Gate) -> Vec<RoutineId> {
    let mut routines = Vec::new();
    for n in 0..count {
        let mut new = scene.every(DAY);
        new.name = format!("Routine {n}");
        new.trigger = routine_domain::TriggerSpec::Interval {
            every_seconds: DAY,
            anchor: instant(60 + n),
        };
        let id = scene.create(new).await;
        scene.launcher.script(id, [Answer::Works(gate.clone())]);
        routines.push(id);
    }
    routines
}

async fn status(scene: &Scene, routine: RoutineId) -> RunStatus {
    *scene.statuses(routine).await.last().unwrap()
}

async fn what_finds_no_place_waits_in_words_and_the_oldest_goes_first(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    cap_definition(&scene, Some(2)).await;
    let gate = Gate::closed();
    let routines = working(&scene, 5, &gate).await;
    for n in 0..5 {
        scene.at(60 + n);
        scene.pass(&worker).await;
    }
    use RunStatus::{Claimed, Running};
    let mut seen = Vec::new();
    for routine in &routines {
        seen.push(status(&scene, *routine).await);
    }
    assert_eq!(seen, [Running, Running, Claimed, Claimed, Claimed]);
    let run = scene.runs(routines[2]).await.remove(0);
    assert_eq!(
        run.waits_for.as_deref(),
        Some("a place: 2 of 2 runs of definition \"Digest\" are open")
    );
    assert_eq!((run.lease_until, run.worker), (None, None));

    for next in 2..5 {
        gate.open();
        scene.launcher.launched(next).await;
        worker.settled().await;
        // The pass that the end of a run asks for.
        scene.pass(&worker).await;
        scene.launcher.launched(next + 1).await;
        assert_eq!(status(&scene, routines[next]).await, Running);
        if next < 4 {
            assert_eq!(status(&scene, routines[next + 1]).await, Claimed);
        }
    }
    let order = scene.launched_for();
    let due: Vec<_> = (0..5).map(|n| Some(instant(60 + n))).collect();
    assert_eq!(order, due, "oldest first");

    // Without the cap there is nothing to wait for.
    cap_definition(&scene, None).await;
    gate.open();
    gate.open();
    worker.idle().await;
    for routine in routines {
        assert_eq!(scene.statuses(routine).await, [RunStatus::Succeeded]);
    }
}

async fn a_tenants_cap_holds_over_all_its_definitions_and_for_fires_by_hand(db: TestDatabase) {
    let scene = Scene::new(db).await;
    let worker = scene.worker("one");
    let policy = TenantPolicy {
        concurrency_cap: Some(1),
        ..TenantPolicy::local_demo()
    };
    let (seed, now) = (&scene.seed, instant(0));
    let set = scene
        .store
        .set_tenant_policy(seed.tenant, &policy, &seed.actor, now);
    set.await.unwrap().unwrap();
    let gate = Gate::closed();
    let first = working(&scene, 1, &gate).await[0];
    let mut program = scene.by_command(scene.every(DAY), false).await;
    program.trigger = routine_domain::TriggerSpec::Interval {
        every_seconds: DAY,
        anchor: instant(61),
    };
    let other = scene.create(program).await;
    scene.at(60);
    scene.pass(&worker).await;
    assert_eq!(status(&scene, first).await, RunStatus::Running);
    scene.at(61);
    let by_hand = scene
        .store
        .request_run(first, Cause::Manual, None, &seed.actor, instant(61));
    by_hand.await.unwrap().unwrap();
    scene.pass(&worker).await;
    for waits in [first, other] {
        let run = scene.runs(waits).await.pop().unwrap();
        assert_eq!(
            (run.status, run.waits_for.as_deref()),
            (
                RunStatus::Claimed,
                Some("a place: 1 of 1 runs of tenant \"Acme\" are open")
            )
        );
    }
    gate.open();
    worker.idle().await;
    for _ in 0..2 {
        scene.pass(&worker).await;
        worker.idle().await;
    }
    for routine in [first, other] {
        for seen in scene.statuses(routine).await {
            assert_eq!(seen, RunStatus::Succeeded);
        }
    }
}

async fn racing_workers_never_exceed_the_cap(db: TestDatabase) {
    const CAP: u32 = 3;
    const RUNS: usize = 40;
    let scene = Scene::new(db).await;
    cap_definition(&scene, Some(CAP)).await;
    let gate = Gate::closed();
    for n in 0..RUNS {
        let new = NewRoutine {
            name: format!("Routine {n}"),
            overlap: Overlap::Allow,
            ..scene.every(DAY)
        };
        let id = scene.create(new).await;
        scene.launcher.script(id, [Answer::Works(gate.clone())]);
    }
    let workers: Vec<_> = (0..4)
        .map(|n| {
            let mut config = scene.config(&format!("worker {n}"));
            config.batch = 5;
            Arc::new(scene.worker_with(config))
        })
        .collect();
    scene.at(60);
    let open = "SELECT CAST(count(*) AS TEXT) FROM runs WHERE status IN ('launching', 'running')";
    let mut ended = 0;
    while ended < RUNS {
        let passes = workers.iter().map(|worker| {
            let worker = worker.clone();
            tokio::spawn(async move {
                worker.sweep().await.unwrap();
                worker.settled().await;
            })
        });
        for pass in passes.collect::<Vec<_>>() {
            pass.await.unwrap();
        }
        let count: u32 = scene.db.texts(open).await[0].parse().unwrap();
        assert!(count <= CAP, "{count} runs are open at once");
        assert!(count > 0, "nobody was let in, and {ended} have ended");
        for _ in 0..count {
            gate.open();
        }
        for worker in &workers {
            worker.idle().await;
        }
        ended += count as usize;
    }
    let left = scene
        .db
        .texts("SELECT CAST(count(*) AS TEXT) FROM runs WHERE status <> 'succeeded'")
        .await;
    assert_eq!((ended, &*left[0]), (RUNS, "0"));
}
