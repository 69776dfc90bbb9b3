//! The frame of a pass: heartbeats, resuming, the reaper, and when to wake.

use routine_domain::{
    LauncherKind, RoutineChange, RunStatus, TenantPolicy, TriggerSpec, instant::from_millis,
};
use routine_store::model::{RunEvent, SweepEnd};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::{acting::*, waking::hush};

on_both! {
    a_pass_leaves_its_heartbeat_and_its_counts,
    a_worker_that_comes_back_is_not_stopped,
    only_passes_with_work_are_listed_when_asked,
    the_fleet_knows_what_is_overdue_and_held,
    what_is_paused_until_now_is_resumed,
    one_refused_resume_does_not_stop_the_others,
    runs_that_send_no_heartbeats_have_their_time_limit,
    the_next_wake_is_the_earliest_work_to_come,
    who_waits_is_woken,
}

fn done() -> SweepEnd {
    SweepEnd {
        claimed: 5,
        launched: 4,
        schedule_failed: 1,
        skipped: 2,
        missed: 3,
        taken_over: 6,
        lag_ms: Some(12),
        error: Some("The launcher was slow.".into()),
    }
}

async fn a_pass_leaves_its_heartbeat_and_its_counts(db: TestDatabase) {
    let worker = worker("w1");
    let id = db.store.begin_sweep(&worker, instant(1)).await.unwrap();
    let fleet = db.store.fleet(10, false, instant(1)).await.unwrap();
    assert_eq!(fleet.last_sweep_at, Some(instant(1)));
    assert_eq!(
        (fleet.sweeps[0].ended_at, &fleet.sweeps[0].counts),
        (None, &SweepEnd::default())
    );
    db.store.end_sweep(id, &done(), instant(2)).await.unwrap();
    let fleet = db.store.fleet(10, false, instant(3)).await.unwrap();
    let sweep = &fleet.sweeps[0];
    assert_eq!((&*sweep.id, &*sweep.worker), (&*id.to_string(), "w1"));
    assert_eq!(
        (sweep.started_at, sweep.ended_at),
        (instant(1), Some(instant(2)))
    );
    assert_eq!(sweep.counts, done());
    let seen = &fleet.workers[0];
    assert_eq!(
        (&*seen.name, &*seen.version, &*seen.zone_data),
        ("w1", "1.0.0", "2026a")
    );
    assert_eq!((seen.poll_seconds, seen.clock_offset_ms), (30, -3));
    assert_eq!(
        (seen.started_at, seen.heartbeat_at),
        (instant(0), instant(1))
    );
    assert_eq!((seen.stopped_at, seen.holds), (None, 0));
}

async fn a_worker_that_comes_back_is_not_stopped(db: TestDatabase) {
    let mut worker = worker("w1");
    db.store.begin_sweep(&worker, instant(1)).await.unwrap();
    db.store.stop_worker("w1", instant(2)).await.unwrap();
    worker.launchers.push(LauncherKind::Command);
    worker.started_at = instant(3);
    db.store.begin_sweep(&worker, instant(4)).await.unwrap();
    let fleet = db.store.fleet(10, false, instant(4)).await.unwrap();
    assert_eq!((fleet.workers.len(), fleet.sweeps.len()), (1, 2));
    let seen = &fleet.workers[0];
    assert_eq!((seen.stopped_at, seen.started_at), (None, instant(3)));
    assert_eq!(seen.heartbeat_at, instant(4));
}

async fn only_passes_with_work_are_listed_when_asked(db: TestDatabase) {
    for (second, claimed) in [(1, 0), (2, 7), (3, 0)] {
        let id = db
            .store
            .begin_sweep(&worker("w1"), instant(second))
            .await
            .unwrap();
        let end = SweepEnd {
            claimed,
            ..SweepEnd::default()
        };
        db.store.end_sweep(id, &end, instant(second)).await.unwrap();
    }
    let all = db.store.fleet(2, false, instant(9)).await.unwrap().sweeps;
    assert_eq!((all.len(), all[0].started_at), (2, instant(3)));
    let worked = db.store.fleet(2, true, instant(9)).await.unwrap().sweeps;
    assert_eq!((worked.len(), worked[0].counts.claimed), (1, 7));
}

async fn the_fleet_knows_what_is_overdue_and_held(db: TestDatabase) {
    let (seed, _) = seeded(&db).await;
    let mut later = seed.routine("Later");
    later.trigger = TriggerSpec::Once { at: minutes(9) };
    seed.create(&*db.store, &later).await;
    db.store
        .begin_sweep(&worker("w1"), minutes(1))
        .await
        .unwrap();
    let fleet = db.store.fleet(1, false, minutes(2)).await.unwrap();
    assert_eq!((fleet.overdue, fleet.next_fire_at), (0, Some(minutes(9))));
    let fleet = db.store.fleet(1, false, minutes(2) + ms(1)).await.unwrap();
    assert_eq!(fleet.overdue, 1);
    claim(&db, minutes(3)).await;
    let fleet = db.store.fleet(1, false, minutes(3)).await.unwrap();
    assert_eq!((fleet.overdue, fleet.next_fire_at), (0, Some(minutes(4))));
    assert_eq!(fleet.workers[0].holds, 1);
}

fn pause_until(second: i64) -> RoutineChange {
    RoutineChange::Pause {
        reason: "Holidays".into(),
        resume_at: Some(instant(second)),
    }
}

async fn what_is_paused_until_now_is_resumed(db: TestDatabase) {
    let (seed, first) = seeded(&db).await;
    let pause = pause_until(90);
    db.store
        .change_routine(first.id, None, &pause, &seed.actor, instant(1))
        .await
        .unwrap();
    assert_eq!(
        db.store.next_wake(instant(1)).await.unwrap(),
        Some(instant(90))
    );
    assert_eq!(db.store.resume_due(instant(89)).await.unwrap().routines, 0);
    assert_eq!(db.store.resume_due(instant(90)).await.unwrap().routines, 1);
    assert_eq!(db.store.resume_due(instant(90)).await.unwrap().routines, 0);
    let after = routine(&db, first.id).await;
    assert_eq!(
        (after.off, after.placement.next_fire_at),
        (None, Some(minutes(2)))
    );
    let subject = format!("routine:{}", first.id);
    let journal = db.store.list_audit_events(Some(&subject), 1).await.unwrap();
    assert_eq!(
        (&*journal[0].kind, &*journal[0].actor),
        ("routine.resumed", "scheduler")
    );
}

async fn one_refused_resume_does_not_stop_the_others(db: TestDatabase) {
    let (seed, first) = seeded(&db).await;
    let broken = seed.create(&*db.store, &seed.routine("Broken")).await;
    for (id, second) in [(broken.id, 60), (first.id, 61)] {
        let pause = pause_until(second);
        db.store
            .change_routine(id, None, &pause, &seed.actor, instant(1))
            .await
            .unwrap();
    }
    let spec = r#"{"kind":"cron","expression":"nonsense","zone":"UTC"}"#;
    let sql = format!(
        "UPDATE routines SET trigger_kind = 'cron', trigger_spec = '{spec}' WHERE id = '{}'",
        broken.id
    );
    db.execute(sql).await.unwrap();
    assert_eq!(db.store.resume_due(instant(61)).await.unwrap().routines, 1);
    assert_eq!(routine(&db, first.id).await.off, None);
    assert!(routine(&db, broken.id).await.off.is_some());
}

async fn runs_that_send_no_heartbeats_have_their_time_limit(db: TestDatabase) {
    seeded(&db).await;
    let lease = launch_one(&db, minutes(1)).await.lease;
    assert_eq!(
        db.store.abandon_lost(60, 0, minutes(9)).await.unwrap(),
        0,
        "it is launching"
    );
    report(
        &db,
        lease,
        minutes(2),
        RunEvent::Started { heartbeats: false },
    )
    .await;
    assert_eq!(
        db.store.abandon_lost(60, 3_600, minutes(61)).await.unwrap(),
        0
    );
    assert_eq!(
        db.store
            .abandon_lost(60, 3_600, minutes(61) + ms(1))
            .await
            .unwrap(),
        1
    );
    let run = db.store.get_run(lease.run_id).await.unwrap().unwrap();
    assert_eq!(
        (run.status, run.error_code.as_deref()),
        (RunStatus::Abandoned, Some("no_report"))
    );
    assert!(run.message.unwrap().contains("3600 s"));
    counts(&db).await;
}

async fn the_next_wake_is_the_earliest_work_to_come(db: TestDatabase) {
    assert_eq!(db.store.next_wake(instant(0)).await.unwrap(), None);
    let policy = TenantPolicy {
        lease_seconds: 40,
        ..TenantPolicy::local_demo()
    };
    let seed = Seed::with_policy(&*db.store, "Acme", &policy).await;
    seed.create(&*db.store, &seed.routine("Standup")).await;
    assert_eq!(
        db.store.next_wake(instant(0)).await.unwrap(),
        Some(minutes(1))
    );
    assert_eq!(
        db.store.next_wake(minutes(1)).await.unwrap(),
        None,
        "what is due is no wake"
    );
    let now = minutes(1) + ms(5);
    let lease = launch_one(&db, now).await.lease;
    assert_eq!(
        db.store.next_wake(now).await.unwrap(),
        Some(now + ms(40_000))
    );
    report(&db, lease, now, succeeded()).await;
    assert_eq!(db.store.next_wake(now).await.unwrap(), Some(minutes(2)));
    let far = from_millis(4_000_000_000_000).unwrap();
    assert_eq!(db.store.next_wake(far).await.unwrap(), None);
}

async fn who_waits_is_woken(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let other = db.open_again().await.store().await.unwrap();
    let order = launch_one(&db, minutes(1)).await;
    for action in ["asked", "retry"] {
        hush(&*other).await;
        let ring = async {
            match action {
                "asked" => {
                    let cause = routine_domain::Cause::Manual;
                    db.store
                        .request_run(routine.id, cause, None, &seed.actor, minutes(1))
                        .await
                        .unwrap();
                }
                _ => {
                    report(&db, order.lease, minutes(1), refused()).await;
                }
            }
        };
        let limit = std::time::Duration::from_secs(20);
        let heard = tokio::time::timeout(limit, async { tokio::join!(other.changed(), ring) });
        assert!(heard.await.is_ok(), "{action}");
    }
    other.close().await;
}
