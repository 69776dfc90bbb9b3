//! What the evidence says of a past that was really lived, and of one that somebody tampered with.

use routine_commands::{
    Desk, ErrorCode, evidence, explain,
    wire::{EvidenceQuery, EvidenceReport},
};
use routine_domain::{
    Instant, LauncherKind, Routine, RoutineId,
    evidence::{Bucket, Tally},
    instant::rfc3339,
};
use routine_store::{
    Engine,
    model::{RunEvent, RunReport, WorkerIdentity},
};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::bench::{desk, open};

on_both! {
    a_past_that_was_lived_is_clean,
    a_row_that_is_gone_is_lost,
    a_launch_under_another_key_is_doubled,
    an_edit_past_the_program_is_an_unrecorded_change,
    what_may_have_been_pruned_is_not_provable,
    a_tenant_and_a_routine_have_their_own_evidence,
    an_empty_window_is_refused,
    many_rows_are_gone_through_in_slices,
}

pub fn minutes(count: i64) -> Instant {
    instant(count * 60)
}

pub fn written(db: &TestDatabase, at: Instant) -> String {
    match db.engine {
        Engine::Sqlite => at.timestamp_millis().to_string(),
        Engine::Postgres => format!("'{}'", rfc3339(at)),
    }
}

pub async fn set_clock(db: &TestDatabase, at: Instant) {
    let sql = format!(
        "UPDATE environment SET sandbox = TRUE, manual_now = {}",
        written(db, at)
    );
    db.execute(sql).await.unwrap();
}

async fn sweep(db: &TestDatabase, now: Instant) {
    let worker = WorkerIdentity {
        name: "w1".into(),
        version: "1.0.0".into(),
        zone_data: "2026a".into(),
        launchers: vec![LauncherKind::Simulated],
        secrets: Vec::new(),
        poll_seconds: 30,
        clock_offset_ms: 0,
        started_at: instant(0),
    };
    let batch = db.store.claim_due(&worker, &[], 500, now).await.unwrap();
    let leases: Vec<_> = batch.orders.iter().map(|order| order.lease).collect();
    db.store.begin_launches(&leases, now).await.unwrap();
    let reports: Vec<_> = leases
        .iter()
        .map(|lease| RunReport {
            run_id: lease.run_id,
            epoch: Some(lease.epoch),
            at: now,
            event: RunEvent::Succeeded { output: None },
        })
        .collect();
    db.store.record_reports(&reports, now).await.unwrap();
}

/// Every minute to the tenth; from 4 to 6 nobody looks. Then a minute and a half passes.
pub async fn lived(db: &TestDatabase) -> (Desk, Seed, Routine) {
    let seed = Seed::new(&*db.store).await;
    let routine = seed.create(&*db.store, &seed.routine("Standup")).await;
    for minute in [1, 2, 3, 7, 8, 9, 10] {
        sweep(db, minutes(minute)).await;
    }
    set_clock(db, minutes(11) + chrono::Duration::seconds(30)).await;
    let (desk, _) = desk();
    open(&desk, &db.url).await.unwrap();
    (desk, seed, routine)
}

fn all() -> EvidenceQuery {
    EvidenceQuery {
        tenant_id: None,
        routine_id: None,
        from: None,
        to: None,
        limit: 100,
    }
}

async fn told(desk: &Desk) -> EvidenceReport {
    evidence::evidence(desk, all()).await.unwrap()
}

async fn a_past_that_was_lived_is_clean(db: TestDatabase) {
    let (desk, ..) = lived(&db).await;
    let report = told(&desk).await;
    let expected = Tally {
        due: 11,
        fired: 7,
        missed: 3,
        open: 1,
        ..Tally::default()
    };
    assert_eq!(report.tally, expected);
    assert!(report.is_clean());
    let routine = &report.routines[0];
    assert_eq!((report.examined, routine.tally), (1, expected));
    assert_eq!(routine.findings.len(), 1);
    assert_eq!(routine.findings[0].bucket, Bucket::Open);
    assert_eq!(routine.findings[0].scheduled_for, minutes(11));
    // The window is a day, so that all of it lies in its last hour.
    assert_eq!(routine.strip[23], Some(Bucket::Open));
    assert_eq!(routine.strip[..23], [None; 23]);
}

async fn a_row_that_is_gone_is_lost(db: TestDatabase) {
    let (desk, _, routine) = lived(&db).await;
    let gone = format!(
        "DELETE FROM runs WHERE scheduled_for = {}",
        written(&db, minutes(8))
    );
    assert_eq!(db.execute(gone).await.unwrap(), 1);
    let report = told(&desk).await;
    assert_eq!((report.tally.lost, report.tally.doubled), (1, 0));
    assert_eq!(report.tally.due, 11);
    assert!(!report.is_clean());
    let worst = report.routines[0].findings[0];
    assert_eq!(
        (worst.bucket, worst.scheduled_for, worst.run),
        (Bucket::Lost, minutes(8), None)
    );
    assert_eq!(report.routines[0].routine_id, routine.id);
}

async fn a_launch_under_another_key_is_doubled(db: TestDatabase) {
    let (desk, ..) = lived(&db).await;
    let again = format!(
        "INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, scheduled_for,
            attempt, idempotency_key, cause, status, recorded_at, launched_at, finished_at,
            lease_epoch, take_overs, dead_lettered, delivery)
         SELECT '{}', tenant_id, routine_id, revision, schedule_revision, scheduled_for,
            2, 'another', cause, status, recorded_at, launched_at, finished_at,
            lease_epoch, take_overs, dead_lettered, delivery
           FROM runs WHERE scheduled_for = {}",
        routine_domain::RunId::new(instant(0)),
        written(&db, minutes(2))
    );
    assert_eq!(db.execute(again).await.unwrap(), 1);
    let report = told(&desk).await;
    let Tally {
        due, lost, doubled, ..
    } = report.tally;
    assert_eq!((due, lost, doubled), (11, 0, 1));
    let worst = report.routines[0].findings[0];
    assert_eq!(
        (worst.bucket, worst.scheduled_for),
        (Bucket::Doubled, minutes(2))
    );
    assert!(worst.run.is_some());
}

async fn an_edit_past_the_program_is_an_unrecorded_change(db: TestDatabase) {
    let (desk, ..) = lived(&db).await;
    assert_eq!(told(&desk).await.unrecorded_changes, 0);
    let edit = "UPDATE routines SET trigger_spec =
        '{\"kind\":\"interval\",\"every_seconds\":20,\"anchor\":\"2023-11-14T22:13:20Z\"}'";
    db.execute(edit).await.unwrap();
    db.execute("DELETE FROM runs").await.unwrap();
    let report = told(&desk).await;
    assert_eq!(report.unrecorded_changes, 1);
    assert!(report.routines[0].unrecorded_change);
    assert_eq!((report.tally.lost, report.tally.doubled), (0, 0));
    assert_eq!(report.tally.not_provable, 10);
}

async fn what_may_have_been_pruned_is_not_provable(db: TestDatabase) {
    let (desk, ..) = lived(&db).await;
    db.execute("UPDATE tenants SET retention_days = 1, keep_newest_runs = 1")
        .await
        .unwrap();
    let later = minutes(30) + chrono::Duration::days(1);
    set_clock(&db, later).await;
    assert!(db.store.prune(later).await.unwrap().runs > 0);
    let query = EvidenceQuery {
        from: Some(instant(0)),
        to: Some(minutes(13)),
        ..all()
    };
    let report = evidence::evidence(&desk, query).await.unwrap();
    let routine = &report.routines[0];
    let since = minutes(9) + chrono::Duration::milliseconds(1);
    assert_eq!(routine.provable_from, Some(since));
    assert_eq!((routine.tally.not_provable, routine.tally.fired), (9, 1));
    // Nobody has looked since, so these two still wait to be decided.
    assert_eq!((routine.tally.open, routine.tally.lost), (2, 0));
    let told = explain::explain(&desk, routine.routine_id, Some(minutes(3)));
    let answer = told.await.unwrap().answer;
    assert!(
        answer.starts_with("Not provable: runs recorded before"),
        "{answer}"
    );
}

async fn a_tenant_and_a_routine_have_their_own_evidence(db: TestDatabase) {
    let (desk, seed, routine) = lived(&db).await;
    let policy = routine_domain::TenantPolicy::local_demo();
    let other = Seed::with_policy(&*db.store, "Zeta", &policy).await;
    other.create(&*db.store, &other.routine("Elsewhere")).await;
    let due = |tenant_id, routine_id| {
        let query = EvidenceQuery {
            tenant_id,
            routine_id,
            ..all()
        };
        let desk = &desk;
        async move {
            let report = evidence::evidence(desk, query).await.unwrap();
            (report.examined, report.tally.due)
        }
    };
    assert_eq!(due(None, None).await, (2, 22));
    assert_eq!(due(Some(other.tenant), None).await, (1, 11));
    assert_eq!(due(Some(seed.tenant), Some(routine.id)).await, (1, 11));
    let nobody = RoutineId::new(instant(0));
    assert_eq!(due(None, Some(nobody)).await, (0, 0));
}

async fn an_empty_window_is_refused(db: TestDatabase) {
    let (desk, ..) = lived(&db).await;
    let future = EvidenceQuery {
        from: Some(minutes(20)),
        ..all()
    };
    let refused = evidence::evidence(&desk, future).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    assert_eq!(refused.field.as_deref(), Some("from"));
    let endless = EvidenceQuery { limit: 0, ..all() };
    let refused = evidence::evidence(&desk, endless).await.unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("limit"));
}

async fn many_rows_are_gone_through_in_slices(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Every second");
    new.trigger = routine_domain::TriggerSpec::Interval {
        every_seconds: 1,
        anchor: instant(0),
    };
    seed.create(&*db.store, &new).await;
    // Nobody looks for twelve hours, and then somebody does.
    let now = instant(43_200);
    sweep(&db, now).await;
    set_clock(&db, now + chrono::Duration::milliseconds(1)).await;
    let (desk, _) = desk();
    open(&desk, &db.url).await.unwrap();
    let Tally {
        due, missed, fired, ..
    } = told(&desk).await.tally;
    assert_eq!((due, missed, fired), (43_200, 43_199, 1));
}
