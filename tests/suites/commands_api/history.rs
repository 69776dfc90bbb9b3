//! What the page of one routine tells of its past.

use routine_commands::{
    ErrorCode, routines, scheduler,
    wire::{FieldChange, RoutineDraft},
};
use routine_domain::{Instant, Misfire, RoutineId, RunStatus, Simulation, TriggerSpec};
use routine_tests::{Engine, TestDatabase, instant, on_both};

use crate::bench::{Bench, at};

on_both! {
    changes_name_who_and_each_value,
    fires_tell_what_became_of_each_planned_time,
    health_speaks_of_the_newest_runs,
    what_is_not_there_has_no_past,
}

async fn changes_name_who_and_each_value(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    let made = bench.create("Morning").await;
    let draft = RoutineDraft {
        name: "Evening".into(),
        input: r#"{"n": 9007199254740993}"#.into(),
        misfire: Misfire::Skip,
        trigger: TriggerSpec::Cron {
            expression: "0 18 * * *".into(),
            zone: "Europe/Vienna".into(),
        },
        ..bench.draft("")
    };
    let draft = RoutineDraft {
        instruction: "Do Morning.".into(),
        ..draft
    };
    let edited = routines::update(desk, at(&made), draft).await.unwrap();
    routines::pause(desk, at(&edited), "hub restart".into(), None)
        .await
        .unwrap();
    let changes = routines::changes(desk, made.row.id).await.unwrap();
    assert!(!changes.older);
    let said: Vec<_> = changes
        .rows
        .iter()
        .map(|row| (row.what.as_str(), row.actor.as_str(), row.revision))
        .collect();
    assert_eq!(
        said,
        [
            ("Paused: hub restart", "ines@bench", Some(3)),
            ("Edited", "ines@bench", Some(2)),
            ("Created", "ines@bench", Some(1)),
        ]
    );
    let labels: Vec<_> = changes.rows[1]
        .fields
        .iter()
        .map(|field| field.label.as_str())
        .collect();
    assert_eq!(
        labels,
        ["Name", "Schedule", "If late", "Input", "Next fire"]
    );
    let field = |row: usize, label: &str| -> FieldChange {
        let fields = &changes.rows[row].fields;
        fields
            .iter()
            .find(|each| each.label == label)
            .unwrap()
            .clone()
    };
    assert_eq!(field(1, "Input").after, r#"{"n": 9007199254740993}"#);
    assert_eq!(
        field(1, "Schedule").after,
        "At 18:00 every day (0 18 * * *, Europe/Vienna)"
    );
    assert_eq!(field(0, "State").after, "off");
    assert_eq!(field(0, "Next fire").after, "none");
    assert!(changes.rows[2].fields.is_empty());
}

async fn fires_tell_what_became_of_each_planned_time(db: TestDatabase) {
    let refusing = Simulation {
        succeeds: 0,
        refuses: 1,
        ..Simulation::default()
    };
    let bench = Bench::running(&db, refusing).await;
    let desk = &bench.desk;
    let draft = RoutineDraft {
        trigger: TriggerSpec::Interval {
            every_seconds: 86_400,
            anchor: instant(0),
        },
        ..bench.draft("daily")
    };
    let made = routines::create(desk, draft).await.unwrap();
    let id = made.row.id;
    let before = routines::fires(desk, id, None, 50).await.unwrap();
    assert_eq!((before.upcoming.len(), before.past.len()), (20, 0));
    // Once by hand, once by plan: only the second is a planned time.
    routines::run(desk, id, None).await.unwrap();
    scheduler::sweep(desk).await.unwrap();
    let due = before.upcoming[0].at;
    stop_clock(&db, due).await;
    scheduler::sweep(desk).await.unwrap();
    let after = routines::fires(desk, id, None, 50).await.unwrap();
    let past: Vec<_> = after
        .past
        .iter()
        .map(|run| (run.scheduled_for, run.status, run.attempt))
        .collect();
    assert_eq!(past, [(Some(due), RunStatus::ScheduleFailed, 1)]);
    // The first failure dead-letters here: nothing is to come.
    assert_eq!((after.upcoming.len(), after.retry_at), (0, None));
    assert!(after.next_cursor.is_none());
    let refused = routines::fires(desk, id, Some("nonsense".into()), 50).await;
    assert_eq!(refused.unwrap_err().field.as_deref(), Some("cursor"));
}

/// The database's own clock stands still at `at` from here on.
async fn stop_clock(db: &TestDatabase, at: Instant) {
    let now = match db.engine {
        Engine::Sqlite => at.timestamp_millis().to_string(),
        Engine::Postgres => format!("'{}'", at.to_rfc3339()),
    };
    let sql = format!("UPDATE environment SET sandbox = (1 = 1), manual_now = {now}");
    assert_eq!(db.execute(sql).await.unwrap(), 1);
}

async fn health_speaks_of_the_newest_runs(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    let made = bench.create("by hand").await;
    let id = made.row.id;
    let never = routines::health(desk, id).await.unwrap();
    assert_eq!((never.looked_at, never.typical_ms), (0, None));
    let run = routines::run(desk, id, None).await.unwrap();
    scheduler::sweep(desk).await.unwrap();
    let once = routines::health(desk, id).await.unwrap();
    assert_eq!(once.last_success.unwrap().run_id, run.id);
    assert!(once.typical.starts_with("The one run that succeeded took "));
    // A fire by hand says nothing about the schedule.
    assert_eq!((once.clean_streak, once.looked_at), (0, 1));
    assert_eq!(once.last_failure, None);
}

async fn what_is_not_there_has_no_past(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let id = RoutineId::new(instant(0));
    let desk = &bench.desk;
    let errors = [
        routines::fires(desk, id, None, 50)
            .await
            .map(|_| ())
            .unwrap_err(),
        routines::changes(desk, id).await.map(|_| ()).unwrap_err(),
        routines::health(desk, id).await.map(|_| ()).unwrap_err(),
    ];
    assert!(errors.iter().all(|error| error.code == ErrorCode::NotFound));
}
