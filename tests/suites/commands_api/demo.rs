use std::collections::BTreeSet;

use routine_commands::{
    ErrorCode, connection, demo, routines, runs, scheduler, tenants,
    wire::{RoutineMatch, RoutineQuery, RoutineView, RunQuery},
};
use routine_domain::{RoutineId, RunStatus, StateName};
use routine_tests::{TestDatabase, instant, on_both};

use crate::bench::{all_routines, desk, open, runs_of};

on_both! { the_demo_shows_every_state_and_every_status }

async fn the_demo_shows_every_state_and_every_status(db: TestDatabase) {
    let now = db.store.now().await.unwrap();
    demo::seed(db.store.clone(), now).await.unwrap();
    let (desk, _) = desk();
    open(&desk, &db.url).await.unwrap();
    assert_eq!(tenants::list(&desk).await.unwrap().len(), 3);
    let mut states = BTreeSet::new();
    for view in [RoutineView::All, RoutineView::Deleted] {
        let query = RoutineQuery {
            matching: RoutineMatch {
                view,
                ..RoutineMatch::default()
            },
            ..all_routines()
        };
        let page = routines::list(&desk, query).await.unwrap();
        assert_eq!(page.rows.len() as u32, page.matching);
        states.extend(page.rows.iter().map(|row| row.state.name()));
    }
    let every: BTreeSet<_> = StateName::ALL.iter().copied().collect();
    assert_eq!(states, every);
    for status in RunStatus::ALL {
        let query = RunQuery {
            statuses: vec![*status],
            routine_id: None,
            ..runs_of(RoutineId::new(instant(0)))
        };
        let page = runs::list(&desk, query).await.unwrap();
        assert!(!page.rows.is_empty(), "{status}");
    }
}

#[tokio::test]
async fn the_demo_is_made_once_and_its_scheduler_runs_a_program() {
    let (desk, host) = desk();
    let info = connection::open_demo(&desk).await.unwrap();
    assert!(info.local_demo && !info.without_tenants);
    assert_eq!(info.name, "Local demo");
    assert!(
        scheduler::status(&desk, false)
            .await
            .unwrap()
            .embedded
            .running
    );
    let clock = RoutineQuery {
        matching: RoutineMatch {
            search: Some("Clock check".into()),
            ..RoutineMatch::default()
        },
        ..all_routines()
    };
    let routine = routines::list(&desk, clock).await.unwrap().rows[0].id;
    let mut changes = desk.changes();
    let run = routines::run(&desk, routine, None).await.unwrap().id;
    let ended = loop {
        let detail = runs::get(&desk, run).await.unwrap();
        if !detail.row.status.is_open() {
            break detail;
        }
        changes.recv().await.unwrap();
    };
    assert_eq!(ended.row.status, RunStatus::Succeeded);
    assert!(ended.output.unwrap().contains("UTC"));
    connection::close(&desk).await.unwrap();

    let made = tenants_of(&host).await;
    connection::open_last(&desk).await.unwrap();
    assert_eq!(tenants::list(&desk).await.unwrap().len(), made);
    connection::close(&desk).await.unwrap();
}

async fn tenants_of(host: &std::sync::Arc<crate::bench::MemoryHost>) -> usize {
    use routine_commands::Host;
    let (other, _) = desk();
    open(&other, &host.demo_database().display().to_string())
        .await
        .unwrap();
    let tenants = tenants::list(&other).await.unwrap();
    connection::close(&other).await.unwrap();
    tenants.len()
}

#[tokio::test]
async fn a_simulated_week_loses_and_doubles_nothing() {
    let report = demo::simulate_days(7).await.unwrap();
    let tally = report.tally;
    assert_eq!((report.days, tally.lost, tally.doubled), (7, 0, 0));
    let ends = [
        tally.fired,
        tally.schedule_failed,
        tally.skipped,
        tally.missed,
        tally.abandoned,
        tally.open,
    ];
    assert!(ends.iter().all(|count| *count > 0), "{report:?}");
    assert_eq!(tally.due, ends.iter().sum::<u32>());
    assert!(report.dead_lettered > 0);
}

#[tokio::test]
async fn a_simulated_day_comes_out_the_same_again() {
    let first = demo::simulate_days(1).await.unwrap();
    assert_eq!(demo::simulate_days(1).await.unwrap(), first);
    let refused = demo::simulate_days(0).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    assert_eq!(refused.field.as_deref(), Some("days"));
}
