//! One truth about when a routine fires next: what the preview promised, what the list shows, and
//! what the engine moves to when it claims.

use std::{collections::HashMap, sync::Arc};

use routine_commands::{
    demo, routines, schedule,
    wire::{PreviewRequest, RoutineDraft, RoutineMatch, RoutineQuery, TriggerPreview},
};
use routine_domain::{Instant, LauncherKind, RoutineId, TriggerSpec};
use routine_engine::{EnvironmentSecrets, ManualClock, Worker, WorkerConfig};
use routine_tests::{ScriptedLauncher, TestDatabase, on_both};

use crate::bench::{Bench, all_routines};

on_both! { the_list_the_preview_and_the_engine_agree }

/// Both hemispheres, whole and odd offsets, with clock changes and without.
const ZONES: [&str; 10] = [
    "UTC",
    "America/New_York",
    "America/St_Johns",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Europe/Vienna",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
];

async fn the_list_the_preview_and_the_engine_agree(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let triggers = demo_triggers(&bench, &db).await;
    assert!(triggers.len() > 30, "only {} triggers", triggers.len());
    let mut promised = HashMap::new();
    for (n, trigger) in triggers.into_iter().enumerate() {
        let (id, fires) = create(&bench, n, trigger).await;
        promised.insert(id, fires);
    }
    let listed = listed(&bench).await;
    assert_eq!(listed.len(), promised.len());
    for (id, fires) in &promised {
        assert_eq!(listed[id], fires.first().copied());
    }
    claim_each_once(&bench, &db, &promised).await;
}

/// What the demo's routines are planned by, each cron expression in all ten zones.
async fn demo_triggers(bench: &Bench, db: &TestDatabase) -> Vec<TriggerSpec> {
    let now = db.store.now().await.unwrap();
    demo::seed(db.store.clone(), now).await.unwrap();
    let mut triggers = Vec::new();
    for row in routines::list(&bench.desk, all_routines())
        .await
        .unwrap()
        .rows
    {
        let detail = routines::get(&bench.desk, row.id).await.unwrap();
        match detail.trigger {
            TriggerSpec::Cron { expression, .. } => {
                triggers.extend(ZONES.map(|zone| TriggerSpec::Cron {
                    expression: expression.clone(),
                    zone: zone.to_owned(),
                }));
            }
            // It has fired or never will: no editor takes it.
            TriggerSpec::Once { at } if at <= now => {}
            other => triggers.push(other),
        }
    }
    triggers
}

/// A routine, and the fires that the preview promised for it just before.
async fn create(bench: &Bench, n: usize, trigger: TriggerSpec) -> (RoutineId, Vec<Instant>) {
    let TriggerPreview { fires, .. } = schedule::preview(
        &bench.desk,
        PreviewRequest {
            trigger: trigger.clone(),
            tenant_id: bench.tenant,
            count: 50,
        },
    )
    .await
    .unwrap();
    let draft = RoutineDraft {
        trigger,
        ..bench.draft(&format!("Planned {n}"))
    };
    let made = routines::create(&bench.desk, draft).await.unwrap();
    // One may have passed in between.
    let ahead = fires.iter().map(|fire| fire.at);
    let ahead: Vec<Instant> = ahead.filter(|at| *at > made.created_at).collect();
    let shown: Vec<Instant> = made.next_fires.iter().map(|fire| fire.at).collect();
    assert!(ahead.starts_with(&shown), "{:?}", made.trigger);
    (made.row.id, ahead)
}

/// The next fires in the list of the bench's own tenant.
async fn listed(bench: &Bench) -> HashMap<RoutineId, Option<Instant>> {
    let query = RoutineQuery {
        matching: RoutineMatch {
            tenant_id: Some(bench.tenant),
            ..RoutineMatch::default()
        },
        limit: 200,
        ..all_routines()
    };
    let page = routines::list(&bench.desk, query).await.unwrap();
    assert_eq!(page.next_cursor, None);
    let rows = page.rows.into_iter().map(|row| (row.id, row.next_fire_at));
    rows.collect()
}

/// Stops the clock at the first fire of each routine in turn: the claim moves on to the second.
async fn claim_each_once(
    bench: &Bench,
    db: &TestDatabase,
    promised: &HashMap<RoutineId, Vec<Instant>>,
) {
    let mut first_fires: Vec<Instant> = promised
        .values()
        .filter_map(|fires| fires.first().copied())
        .collect();
    first_fires.sort();
    first_fires.dedup();
    let clock = Arc::new(ManualClock::new(first_fires[0]));
    let worker = worker(db, clock.clone());
    for now in first_fires {
        clock.set(now);
        let report = worker.sweep().await.unwrap();
        assert_eq!(report.counts.error, None);
        worker.settled().await;
        let listed = listed(bench).await;
        let due = promised
            .iter()
            .filter(|(_, fires)| fires.first() == Some(&now));
        for (id, fires) in due {
            assert_eq!(listed[id], fires.get(1).copied(), "after {now}");
        }
    }
}

fn worker(db: &TestDatabase, clock: Arc<ManualClock>) -> Worker {
    let secrets = Arc::new(EnvironmentSecrets::from_variables([]));
    let config = WorkerConfig {
        launchers: LauncherKind::ALL.to_vec(),
        ..WorkerConfig::new("one", "1.0", secrets)
    };
    Worker::with_launcher(config, db.store.clone(), clock, ScriptedLauncher::new())
}
