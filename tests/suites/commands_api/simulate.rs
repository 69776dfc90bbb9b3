//! What will happen, without anything happening.

use chrono::Duration;
use routine_commands::{
    ErrorCode, routines, runs, simulate,
    wire::{RoutineDraft, SimulateReport, SimulateRequest},
};
use routine_domain::{
    Instant, Misfire, Overlap, SandboxFaults, Simulation, TriggerSpec, evidence::Bucket,
};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, all_routines, runs_of};

on_both! {
    a_week_ahead_is_told_and_nothing_is_touched,
    the_same_seed_tells_the_same,
    what_is_off_or_dead_is_told_as_idle,
    what_cannot_be_simulated_is_refused,
}

fn time(text: &str) -> Instant {
    text.parse().unwrap()
}

fn hourly(bench: &Bench, name: &str, minute: u32) -> RoutineDraft {
    RoutineDraft {
        trigger: TriggerSpec::Cron {
            expression: format!("{minute} * * * *"),
            zone: "Europe/Vienna".into(),
        },
        misfire: Misfire::FireOnce,
        overlap: Overlap::Allow,
        ..bench.draft(name)
    }
}

fn request(days: u32, faults: SandboxFaults) -> SimulateRequest {
    SimulateRequest {
        routines: Vec::new(),
        from: Some(time("2027-03-27T00:00:00Z")),
        days,
        faults,
    }
}

fn failing() -> SandboxFaults {
    SandboxFaults {
        seed: 4107,
        hub_unavailable: Some(2),
        worker_dies: Some(20),
        ..SandboxFaults::default()
    }
}

async fn a_week_ahead_is_told_and_nothing_is_touched(db: TestDatabase) {
    let simulation = Simulation {
        duration_ms: 120_000,
        ..Simulation::default()
    };
    let bench = Bench::running(&db, simulation).await;
    let made = routines::create(&bench.desk, hourly(&bench, "Hourly", 10))
        .await
        .unwrap();
    let before = routines::list(&bench.desk, all_routines()).await.unwrap();
    let report = simulate::simulate(&bench.desk, request(2, SandboxFaults::default()));
    let report = report.await.unwrap();
    assert_eq!(report.to, time("2027-03-29T00:00:00Z"));
    assert!(!report.stopped);
    // The clock goes from two to three on the second day, and an hourly trigger does not care.
    assert_eq!(
        (report.tally.due, report.tally.fired),
        (48, 48),
        "{:?}",
        report.tally
    );
    assert_eq!((report.tally.lost, report.tally.doubled), (0, 0));
    let [routine] = &report.routines[..] else {
        panic!("{:?}", report.routines);
    };
    assert_eq!(routine.routine_id, made.row.id);
    assert_eq!(routine.strip.len(), 24);
    assert!(
        routine
            .strip
            .iter()
            .all(|part| *part == Some(Bucket::Fired))
    );

    let after = routines::list(&bench.desk, all_routines()).await.unwrap();
    assert_eq!(after.rows[0].next_fire_at, before.rows[0].next_fire_at);
    let page = runs::list(&bench.desk, runs_of(made.row.id)).await.unwrap();
    assert!(page.rows.is_empty());
    assert_eq!(simulate::progress(&bench.desk), None);
}

async fn the_same_seed_tells_the_same(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    for minute in [5, 25, 45] {
        let draft = hourly(&bench, &format!("At {minute}"), minute);
        routines::create(&bench.desk, draft).await.unwrap();
    }
    let tell = |faults| simulate::simulate(&bench.desk, request(1, faults));
    let first: SimulateReport = tell(failing()).await.unwrap();
    // One failed launch dead-letters on this bench.
    assert_eq!(first.dead_lettered, 3, "{:?}", first.tally);
    assert!(first.troubles.iter().any(|trouble| trouble.dead_lettered));
    assert_eq!((first.tally.lost, first.tally.doubled), (0, 0));
    let second = tell(failing()).await.unwrap();
    assert_eq!(first, second);
    let other = SandboxFaults {
        seed: 9,
        ..failing()
    };
    assert_ne!(first.troubles, tell(other).await.unwrap().troubles);
}

async fn what_is_off_or_dead_is_told_as_idle(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let manual = bench.create("By hand").await.row.id;
    let request = SimulateRequest {
        routines: vec![manual],
        ..request(3, SandboxFaults::default())
    };
    let report = simulate::simulate(&bench.desk, request).await.unwrap();
    assert_eq!(report.tally.due, 0);
    assert_eq!(
        report.routines[0].idle.as_deref(),
        Some("It fires by hand only.")
    );
}

async fn what_cannot_be_simulated_is_refused(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let none = SandboxFaults::default();
    let too_long = simulate::simulate(&bench.desk, request(367, none)).await;
    assert_eq!(too_long.unwrap_err().field.as_deref(), Some("days"));
    let nobody = SimulateRequest {
        routines: vec![routine_domain::RoutineId::new(time("2027-01-01T00:00:00Z"))],
        ..request(1, none)
    };
    let missing = simulate::simulate(&bench.desk, nobody).await.unwrap_err();
    assert_eq!(missing.code, ErrorCode::NotFound);
    assert_eq!(simulate::progress(&bench.desk), None);
}

/// A month of 200 routines, on one database: the copy is the same for both.
#[test]
fn a_month_of_many_is_told_in_seconds() {
    routine_tests::run(routine_tests::Engine::Sqlite, |db| async move {
        let bench = Bench::new(&db).await;
        for n in 0..200 {
            let draft = RoutineDraft {
                trigger: TriggerSpec::Cron {
                    expression: format!("{} {} * * *", n % 6 * 10, n % 24),
                    zone: "Europe/Vienna".into(),
                },
                ..hourly(&bench, &format!("Daily {n}"), 0)
            };
            routines::create(&bench.desk, draft).await.unwrap();
        }
        let watch = routine_engine::Stopwatch::start();
        let report = simulate::simulate(&bench.desk, request(30, SandboxFaults::default()));
        let report = report.await.unwrap();
        let seconds = watch.seconds();
        let routines = u32::try_from(report.routines.len()).unwrap();
        let moved = (report.to - report.from) - Duration::days(30);
        assert_eq!(moved, Duration::zero());
        assert!(report.tally.due >= routines * 29, "{:?}", report.tally);
        assert_eq!((report.tally.lost, report.tally.doubled), (0, 0));
        assert!(seconds < 60.0, "{seconds} s for {routines} routines");
    });
}
