use chrono::{DateTime, Duration, Utc};
use routine_commands::{
    routines, runs, schedule, scheduler,
    wire::{FireMark, PreviewRequest, RoutineDraft},
};
use routine_domain::{Cause, TriggerSpec};
use routine_tests::{TestDatabase, instant, on_both};

use crate::bench::{Bench, runs_of};

on_both! {
    a_preview_is_what_the_engine_will_do,
    a_scheduler_is_started_once_and_stopped,
    a_time_that_has_passed_fires_at_once_where_that_is_wanted,
}

async fn a_preview_is_what_the_engine_will_do(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let trigger = TriggerSpec::Cron {
        expression: "30 2 * * *".into(),
        zone: "Europe/Vienna".into(),
    };
    let preview = schedule::preview(
        &bench.desk,
        PreviewRequest {
            trigger: trigger.clone(),
            tenant_id: bench.tenant,
            count: 50,
        },
    )
    .await
    .unwrap();
    assert_eq!(preview.sentence, "At 02:30 every day");
    assert_eq!(preview.fires.len(), 50);
    assert_eq!(preview.fields.len(), 5);
    let floor = preview.floor.unwrap();
    assert!(
        floor.kept
            && floor
                .sentence
                .starts_with("Closest two fires are 1 d apart.")
    );
    let draft = RoutineDraft {
        trigger,
        ..bench.draft("Night ledger")
    };
    let made = routines::create(&bench.desk, draft).await.unwrap();
    assert_eq!(made.row.next_fire_at, Some(preview.fires[0].at));
    assert_eq!(made.next_fires, preview.fires[..10]);

    let zones = schedule::zones(&bench.desk).await.unwrap();
    assert!(zones.iter().any(|zone| zone == "Europe/Vienna"));
}

async fn a_scheduler_is_started_once_and_stopped(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let before = scheduler::status(&bench.desk, false).await.unwrap();
    assert!(before.heartbeat.silent && !before.embedded.running);
    let started = scheduler::start(&bench.desk).await.unwrap();
    assert!(started.embedded.running);
    let again = scheduler::start(&bench.desk).await.unwrap();
    assert_eq!(again.embedded.since, started.embedded.since);
    let swept = scheduler::sweep(&bench.desk).await.unwrap();
    assert!(!swept.heartbeat.silent);
    let own = swept.workers.iter().find(|worker| worker.this_app).unwrap();
    assert_eq!(own.name, swept.embedded.worker);
    let stopped = scheduler::stop(&bench.desk).await.unwrap();
    assert!(!stopped.embedded.running);
}

#[test]
fn next_fires_need_no_database_and_follow_the_clock_change() {
    let from: DateTime<Utc> = "2026-03-28T00:00:00Z".parse().unwrap();
    let next = schedule::next("30 2 * * *", "Europe/Vienna", from, 3).unwrap();
    let wall = [
        "2026-03-28T01:30:00Z",
        "2026-03-29T01:00:00Z",
        "2026-03-30T00:30:00Z",
    ];
    let wall: Vec<DateTime<Utc>> = wall.iter().map(|at| at.parse().unwrap()).collect();
    assert_eq!(next.fires, wall);
    assert!(next.fires[1] - next.fires[0] < Duration::days(1));
    // The mark of the moved one is the preview's to tell.
    let moved = FireMark::MovedFromGap {
        wall_clock: "2026-03-29T02:30:00".into(),
    };
    assert_eq!(
        serde_json::to_value(&moved).unwrap()["kind"],
        "moved_from_gap"
    );
}

async fn a_time_that_has_passed_fires_at_once_where_that_is_wanted(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let draft = RoutineDraft {
        trigger: TriggerSpec::Once { at: instant(0) },
        run_at_once: true,
        ..bench.draft("Late letter")
    };
    let made = routines::create(&bench.desk, draft).await.unwrap();
    let TriggerSpec::Once { at } = made.trigger else {
        panic!("it is a single time");
    };
    assert_eq!(made.row.next_fire_at, Some(at));
    scheduler::sweep(&bench.desk).await.unwrap();
    let runs = runs::list(&bench.desk, runs_of(made.row.id))
        .await
        .unwrap()
        .rows;
    assert_eq!(runs.len(), 1);
    assert_eq!(
        (runs[0].scheduled_for, runs[0].cause),
        (Some(at), Cause::Once)
    );
}
