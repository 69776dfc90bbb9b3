//! The clock and the faults of a sandbox, as the screens move them.

use chrono::Duration;
use routine_commands::{
    Desk, ErrorCode, evidence, routines, runs, sandbox, scheduler, tenants,
    wire::{ClockOrder, EvidenceQuery, RoutineDraft, RunQuery, SandboxDraft},
};
use routine_domain::{
    Instant, Jump, Overlap, RunStatus, SandboxFaults, Simulation, TenantPolicy, TriggerSpec,
};
use routine_tests::{Engine, TestDatabase, instant, on_both};
use tempfile::TempDir;

use crate::bench::{Bench, desk, open, runs_of};

on_both! {
    elsewhere_clock_and_faults_are_refused_and_nothing_changes,
    the_clock_is_held_paced_set_and_let_go,
    a_jump_goes_through_what_is_due_on_its_way,
    through_both_clock_changes_with_a_failing_hub_the_evidence_is_clean,
    the_same_seed_from_the_same_start_brings_the_same_history,
    workers_beside_this_app_share_the_clock_of_a_file_and_guard_that_of_a_server,
}

async fn marked(db: &TestDatabase, simulation: Simulation) -> Bench {
    let bench = Bench::running(db, simulation).await;
    let actor = routine_store::model::Actor::new("ines@bench");
    db.store.mark_sandbox(true, &actor).await.unwrap();
    bench
}

fn time(text: &str) -> Instant {
    text.parse().unwrap()
}

async fn set(desk: &Desk, at: &str) {
    let order = ClockOrder::Set { at: time(at) };
    sandbox::move_clock(desk, order).await.unwrap();
}

fn cron(bench: &Bench, name: &str, expression: &str) -> RoutineDraft {
    RoutineDraft {
        trigger: TriggerSpec::Cron {
            expression: expression.into(),
            zone: "Europe/Vienna".into(),
        },
        overlap: Overlap::Allow,
        ..bench.draft(name)
    }
}

async fn elsewhere_clock_and_faults_are_refused_and_nothing_changes(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let status = sandbox::status(&bench.desk).await.unwrap();
    assert!(!status.is_sandbox);
    assert!(status.refusal.unwrap().contains("no sandbox"));
    for order in [
        ClockOrder::Pace { rate: 0 },
        ClockOrder::Jump { jump: Jump::Hour },
        ClockOrder::Set { at: instant(0) },
        ClockOrder::Real,
    ] {
        let refused = sandbox::move_clock(&bench.desk, order).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Refused);
    }
    let faults = SandboxFaults {
        hub_unavailable: Some(1),
        ..SandboxFaults::default()
    };
    let refused = sandbox::set_faults(&bench.desk, faults).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
    let found = db.store.environment().await.unwrap();
    assert_eq!((found.clock, found.faults), (None, None));
}

async fn the_clock_is_held_paced_set_and_let_go(db: TestDatabase) {
    let bench = marked(&db, Simulation::default()).await;
    let desk = &bench.desk;
    let held = sandbox::move_clock(desk, ClockOrder::Pace { rate: 0 })
        .await
        .unwrap();
    assert_eq!(held.clock.unwrap().words, "held");
    assert_eq!(db.store.now().await.unwrap(), held.now);
    let wrong = sandbox::move_clock(desk, ClockOrder::Pace { rate: 5 })
        .await
        .unwrap_err();
    assert_eq!(wrong.field.as_deref(), Some("rate"));
    set(desk, "2027-03-28T00:30:00Z").await;
    let fast = sandbox::move_clock(desk, ClockOrder::Pace { rate: 60 })
        .await
        .unwrap();
    assert_eq!(fast.clock.unwrap().words, "60 times faster");
    assert!(fast.now >= time("2027-03-28T00:30:00Z"));
    let shown = scheduler::status(desk, false).await.unwrap();
    assert_eq!(shown.virtual_time.unwrap().rate, 60);
    assert!(
        shown.clock_difference_ms.abs() < 60_000,
        "{}",
        shown.clock_difference_ms
    );
    let real = sandbox::move_clock(desk, ClockOrder::Real).await.unwrap();
    assert_eq!(real.clock, None);
    assert_eq!(real.now, real.real_now);
    let nothing = ClockOrder::Jump {
        jump: Jump::NextFire,
    };
    let refused = sandbox::move_clock(desk, nothing).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
}

async fn a_jump_goes_through_what_is_due_on_its_way(db: TestDatabase) {
    let simulation = Simulation {
        duration_ms: 90_000,
        ..Simulation::default()
    };
    let bench = marked(&db, simulation).await;
    let desk = &bench.desk;
    set(desk, "2027-01-05T08:00:00Z").await;
    let often = RoutineDraft {
        overlap: Overlap::Skip,
        ..cron(&bench, "Often", "*/5 * * * *")
    };
    routines::create(desk, often).await.unwrap();
    let asleep = sandbox::status(desk).await.unwrap();
    assert!(
        asleep.passage.contains("does not run"),
        "{}",
        asleep.passage
    );
    scheduler::start(desk).await.unwrap();
    let targets = sandbox::status(desk).await.unwrap().jumps;
    let fire = targets.iter().find(|target| target.jump == Jump::NextFire);
    assert_eq!(fire.unwrap().at, Some(time("2027-01-05T08:05:00Z")));

    let order = ClockOrder::Jump { jump: Jump::Hour };
    let there = sandbox::move_clock(desk, order).await.unwrap();
    assert_eq!(there.now, time("2027-01-05T09:00:00Z"));
    assert_eq!(there.clock.unwrap().rate, 0);
    // What is due at the very end is not in a window that ends there.
    let tally = evidence::evidence(desk, all()).await.unwrap().tally;
    assert_eq!((tally.due, tally.fired), (11, 11), "{tally:?}");
    assert_eq!((tally.missed, tally.lost, tally.doubled), (0, 0, 0));
    scheduler::stop(desk).await.unwrap();
}

fn all() -> EvidenceQuery {
    EvidenceQuery {
        tenant_id: None,
        routine_id: None,
        from: None,
        to: None,
        limit: 50,
    }
}

async fn through_both_clock_changes_with_a_failing_hub_the_evidence_is_clean(db: TestDatabase) {
    let bench = marked(&db, Simulation::default()).await;
    let desk = &bench.desk;
    set(desk, "2027-03-27T22:10:00Z").await;
    let policy = TenantPolicy::local_demo();
    tenants::set_policy(desk, bench.tenant, None, policy)
        .await
        .unwrap();
    for (name, expression) in [
        ("Night ledger", "30 2 * * *"),
        ("Quarter past two", "15 2 * * *"),
        ("Tide table", "*/20 * * * *"),
    ] {
        routines::create(desk, cron(&bench, name, expression))
            .await
            .unwrap();
    }
    let faults = SandboxFaults {
        seed: 4107,
        hub_unavailable: Some(2),
        worker_dies: Some(10),
        launch_unanswered: Some(12),
        database_busy: Some(5),
        ..SandboxFaults::default()
    };
    sandbox::set_faults(desk, faults).await.unwrap();
    scheduler::start(desk).await.unwrap();
    for (begins, change) in [
        ("2027-03-27T22:10:00Z", "2027-03-28T01:00:00Z"),
        ("2027-10-30T22:10:00Z", "2027-10-31T01:00:00Z"),
    ] {
        set(desk, begins).await;
        let ahead = sandbox::status(desk).await.unwrap().change.unwrap();
        assert_eq!(ahead.at, time(change));
        let jump = Jump::PastClockChange;
        let mut there = sandbox::move_clock(desk, ClockOrder::Jump { jump })
            .await
            .unwrap();
        // On a busy machine a walk may end halfway, and says where.
        while there.now < ahead.over_at {
            there = sandbox::move_clock(desk, ClockOrder::Jump { jump })
                .await
                .unwrap();
        }
        assert_eq!(there.now, time(change) + Duration::hours(1));
        let query = EvidenceQuery {
            from: Some(time(begins)),
            ..all()
        };
        let proof = evidence::evidence(desk, query).await.unwrap();
        assert!(proof.is_clean(), "{:?}", proof.tally);
        // A routine whose launches fail five times in a row is dead-lettered, and no longer due.
        assert!(proof.tally.due >= 2, "{:?}", proof.tally);
        assert!(proof.tally.fired > 0, "{:?}", proof.tally);
        let refused = RunQuery {
            statuses: vec![RunStatus::ScheduleFailed],
            routine_id: None,
            from: Some(time(begins)),
            ..runs_of(routine_domain::RoutineId::new(time(begins)))
        };
        let refused = runs::list(desk, refused).await.unwrap().rows;
        assert!(!refused.is_empty(), "the hub never failed");
    }
    scheduler::stop(desk).await.unwrap();
}

async fn the_same_seed_from_the_same_start_brings_the_same_history(db: TestDatabase) {
    let bench = marked(&db, Simulation::default()).await;
    let desk = &bench.desk;
    set(desk, "2027-01-05T08:00:00Z").await;
    let made = routines::create(desk, cron(&bench, "Often", "*/10 * * * *"));
    let routine = made.await.unwrap().row.id;
    let faults = SandboxFaults {
        seed: 7,
        hub_unavailable: Some(2),
        worker_dies: Some(3),
        ..SandboxFaults::default()
    };
    sandbox::set_faults(desk, faults).await.unwrap();
    // Which launches fail depends on the ids too: none may end the history early.
    let policy = TenantPolicy {
        dead_letter_after: 50,
        ..TenantPolicy::local_demo()
    };
    tenants::set_policy(desk, bench.tenant, None, policy)
        .await
        .unwrap();
    scheduler::start(desk).await.unwrap();
    let mut histories = Vec::new();
    for _ in 0..2 {
        set(desk, "2027-01-05T08:00:00Z").await;
        while db.store.now().await.unwrap() < time("2027-01-05T10:00:00Z") {
            let jump = Jump::Hour;
            sandbox::move_clock(desk, ClockOrder::Jump { jump })
                .await
                .unwrap();
        }
        let page = runs::list(desk, runs_of(routine)).await.unwrap();
        let history = page
            .rows
            .into_iter()
            .map(|run| (run.scheduled_for, run.attempt, run.status));
        histories.push(history.collect::<std::collections::BTreeSet<_>>());
    }
    assert!(histories[0].len() >= 12, "{:?}", histories[0]);
    assert_eq!(histories[0], histories[1]);
    scheduler::stop(desk).await.unwrap();
}

async fn workers_beside_this_app_share_the_clock_of_a_file_and_guard_that_of_a_server(
    db: TestDatabase,
) {
    let bench = marked(&db, Simulation::default()).await;
    let other = routine_store::model::WorkerIdentity {
        name: "fleet-7".into(),
        version: "1.0.0".into(),
        zone_data: "2026a".into(),
        launchers: Vec::new(),
        secrets: Vec::new(),
        poll_seconds: 30,
        clock_offset_ms: 0,
        started_at: instant(0),
    };
    let now = db.store.now().await.unwrap();
    db.store.begin_sweep(&other, now).await.unwrap();
    let order = ClockOrder::Pace { rate: 0 };
    let moved = sandbox::move_clock(&bench.desk, order).await;
    match db.engine {
        Engine::Sqlite => assert!(moved.is_ok()),
        Engine::Postgres => {
            let refused = moved.unwrap_err();
            assert!(refused.message.contains("fleet-7"), "{refused}");
        }
    }
}

#[tokio::test]
async fn a_sandbox_file_is_made_once() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("travel.db").display().to_string();
    let (desk, _) = desk();
    let draft = |tenant: &str| SandboxDraft {
        path: path.clone(),
        tenant: tenant.into(),
    };
    let nameless = sandbox::create(&desk, draft(" ")).await.unwrap_err();
    assert_eq!(nameless.code, ErrorCode::Invalid);
    assert!(!std::path::Path::new(&path).exists());
    let info = sandbox::create(&desk, draft("Travellers")).await.unwrap();
    assert!(!info.without_tenants);
    let status = sandbox::status(&desk).await.unwrap();
    assert_eq!((status.is_sandbox, status.refusal), (true, None));
    let again = sandbox::create(&desk, draft("Others")).await.unwrap_err();
    assert_eq!(again.field.as_deref(), Some("path"));
    let (reader, _) = crate::bench::desk();
    open(&reader, &path).await.unwrap();
    assert!(sandbox::status(&reader).await.unwrap().is_sandbox);
    reader.shutdown(std::time::Duration::ZERO).await;
    desk.shutdown(std::time::Duration::ZERO).await;
}
