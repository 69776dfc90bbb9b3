//! What a worker does, in single steps, as the tests of runs and sweeps need them.

use chrono::Duration;
use routine_domain::{Instant, LauncherKind, Routine, RoutineId};
use routine_store::model::{
    BeginOutcome, ClaimBatch, LaunchOrder, Lease, ReportOutcome, Run, RunError, RunEvent,
    RunFilter, RunReport, WorkerIdentity,
};
use routine_tests::{Seed, TestDatabase, instant};

/// A worker that is able to launch simulated work.
pub fn worker(name: &str) -> WorkerIdentity {
    WorkerIdentity {
        name: name.into(),
        version: "1.0.0".into(),
        zone_data: "2026a".into(),
        launchers: vec![LauncherKind::Simulated],
        secrets: Vec::new(),
        poll_seconds: 30,
        clock_offset_ms: -3,
        started_at: instant(0),
    }
}

pub async fn claim(db: &TestDatabase, now: Instant) -> ClaimBatch {
    db.store
        .claim_due(&worker("w1"), &[], 500, now)
        .await
        .unwrap()
}

/// Claims the one routine that is due.
pub async fn claim_one(db: &TestDatabase, now: Instant) -> LaunchOrder {
    let batch = claim(db, now).await;
    assert_eq!(batch.orders.len(), 1, "{batch:?}");
    batch.orders.into_iter().next().unwrap()
}

pub async fn take_up(db: &TestDatabase, by: &str, now: Instant) -> Vec<LaunchOrder> {
    db.store.take_up(&worker(by), 500, now).await.unwrap()
}

pub async fn begin(db: &TestDatabase, lease: Lease, now: Instant) -> BeginOutcome {
    let mut outcomes = db.store.begin_launches(&[lease], now).await.unwrap();
    assert_eq!(outcomes.len(), 1);
    outcomes.pop().unwrap()
}

/// Claims the one routine that is due and begins its launch.
pub async fn launch_one(db: &TestDatabase, now: Instant) -> LaunchOrder {
    let order = claim_one(db, now).await;
    assert_eq!(begin(db, order.lease, now).await, BeginOutcome::Launch);
    order
}

pub async fn report(
    db: &TestDatabase,
    lease: Lease,
    at: Instant,
    event: RunEvent,
) -> ReportOutcome {
    let report = RunReport {
        run_id: lease.run_id,
        epoch: Some(lease.epoch),
        at,
        event,
    };
    let mut outcomes = db.store.record_reports(&[report], at).await.unwrap();
    assert_eq!(outcomes.len(), 1);
    outcomes.pop().unwrap()
}

pub fn error(message: &str) -> RunError {
    RunError {
        code: "refused".into(),
        message: message.into(),
        detail: Some("HTTP 503".into()),
    }
}

pub fn refused() -> RunEvent {
    RunEvent::ScheduleFailed {
        error: error("The hub answered 503."),
    }
}

pub fn failed() -> RunEvent {
    RunEvent::Failed {
        error: error("The work failed."),
        output: None,
    }
}

pub fn succeeded() -> RunEvent {
    RunEvent::Succeeded { output: None }
}

pub fn recorded(routine: RoutineId) -> ReportOutcome {
    ReportOutcome::Recorded {
        routine_id: routine,
        dead_lettered: false,
        switched_off: false,
    }
}

pub async fn seeded(db: &TestDatabase) -> (Seed, Routine) {
    let seed = Seed::new(&*db.store).await;
    let routine = seed.create(&*db.store, &seed.routine("Standup")).await;
    (seed, routine)
}

pub async fn routine(db: &TestDatabase, id: RoutineId) -> Routine {
    db.store.get_routine(id).await.unwrap().unwrap()
}

/// Everything, newest first.
pub fn all_runs() -> RunFilter {
    RunFilter {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: None,
        tenant_id: None,
        from: None,
        to: None,
        after: None,
        limit: 1_000,
    }
}

pub async fn history(db: &TestDatabase) -> Vec<Run> {
    db.store.list_runs(&all_runs()).await.unwrap().rows
}

/// The end of a minute's occurrence, in whole minutes after the beginning.
pub fn minutes(count: i64) -> Instant {
    instant(count * 60)
}

pub fn ms(count: i64) -> Duration {
    Duration::milliseconds(count)
}

/// The rollup, as `status=runs`, sorted; it must agree with the runs themselves.
pub async fn counts(db: &TestDatabase) -> Vec<String> {
    let rolled = db
        .texts(
            "SELECT status || '=' || sum(runs) FROM run_counts GROUP BY status
             HAVING sum(runs) > 0 ORDER BY status",
        )
        .await;
    let counted = db
        .texts(
            "SELECT status || '=' || count(*) FROM runs
              WHERE status NOT IN ('claimed', 'launching', 'running')
              GROUP BY status ORDER BY status",
        )
        .await;
    assert_eq!(rolled, counted, "the rollup differs from the runs");
    rolled
}
