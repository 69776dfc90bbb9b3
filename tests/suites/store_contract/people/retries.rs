use routine_domain::{Cause, Routine, RoutineChange, RunStatus, TriggerSpec};
use routine_store::model::{ChangeOutcome, NewRoutine};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_retry_is_tried_now_under_the_same_key,
    a_retry_that_is_stopped_ends_where_everyone_sees_it,
    a_pause_ends_a_retry_as_visibly,
    a_single_fire_that_passed_runs_at_once_where_that_is_asked_for,
}

async fn change(db: &TestDatabase, seed: &Seed, id: Routine, change: RoutineChange) -> Routine {
    let now = minutes(6);
    let outcome = db
        .store
        .change_routine(id.id, Some(id.revision), &change, &seed.actor, now)
        .await
        .unwrap();
    match outcome {
        ChangeOutcome::Changed(routine) => *routine,
        other => panic!("{other:?}"),
    }
}

/// Three launches of minute 1 were refused; the fourth waits until minute 8.
async fn backing_off(db: &TestDatabase) -> (Seed, Routine) {
    let (seed, routine) = seeded(db).await;
    for at in [minutes(1), minutes(2), minutes(4)] {
        let order = claim_one(db, at).await;
        begin(db, order.lease, at).await;
        report(db, order.lease, at, refused()).await;
    }
    let routine = self::routine(db, routine.id).await;
    assert_eq!(routine.placement.retry.map(|retry| retry.attempt), Some(4));
    (seed, routine)
}

async fn a_retry_is_tried_now_under_the_same_key(db: TestDatabase) {
    let (seed, before) = backing_off(&db).await;
    let tried = change(&db, &seed, before.clone(), RoutineChange::TryNow).await;
    assert_eq!(tried.schedule_revision, before.schedule_revision);
    let order = claim_one(&db, minutes(6)).await;
    assert_eq!((order.cause, order.attempt), (Cause::Retry, 4));
    let runs = history(&db).await;
    let keys = runs
        .iter()
        .filter(|run| run.scheduled_for == Some(minutes(1)));
    assert!(keys.clone().count() >= 4);
    let mut keys = keys.map(|run| &run.idempotency_key);
    assert!(keys.all(|key| *key == order.idempotency_key));
    begin(&db, order.lease, minutes(6)).await;
    report(&db, order.lease, minutes(6), succeeded()).await;
    let after = self::routine(&db, before.id).await;
    assert_eq!(after.streaks.consecutive_failures, 0);
}

async fn a_retry_that_is_stopped_ends_where_everyone_sees_it(db: TestDatabase) {
    let (seed, before) = backing_off(&db).await;
    let runs_before = history(&db).await.len();
    let stopped = change(&db, &seed, before.clone(), RoutineChange::StopRetrying).await;
    assert_eq!(stopped.placement.next_fire_at, Some(minutes(7)));
    assert_eq!(stopped.streaks, before.streaks);
    let runs = history(&db).await;
    let last = runs.iter().find(|run| run.attempt == 3).unwrap();
    assert_eq!(last.status, RunStatus::ScheduleFailed);
    assert_eq!(
        last.message.as_deref(),
        Some("Not tried again, ines@desk stopped retrying. The hub answered 503.")
    );
    // What passed since the claim of the third attempt is in the one row for all of it.
    assert_eq!(runs.len(), runs_before);
    let missed = runs.iter().find(|run| run.status == RunStatus::Missed);
    let missed = missed.unwrap();
    assert_eq!(missed.scheduled_for, Some(minutes(2)));
    assert_eq!(missed.missed_until, Some(minutes(6)));
    assert_eq!(missed.missed_count, Some(5));
    counts(&db).await;
    let journal = db
        .store
        .list_audit_events(Some(&format!("routine:{}", before.id)), 1)
        .await;
    assert_eq!(journal.unwrap()[0].kind, "routine.retry_stopped");
    let order = claim_one(&db, minutes(7)).await;
    assert_eq!((order.cause, order.attempt), (Cause::Schedule, 1));
}

async fn a_pause_ends_a_retry_as_visibly(db: TestDatabase) {
    let (seed, before) = backing_off(&db).await;
    let pause = RoutineChange::Pause {
        reason: "hub restart".into(),
        resume_at: None,
    };
    change(&db, &seed, before, pause).await;
    let runs = history(&db).await;
    let last = runs.iter().find(|run| run.attempt == 3).unwrap();
    assert_eq!(
        last.message.as_deref(),
        Some("Not tried again, ines@desk paused the routine. The hub answered 503.")
    );
    assert_eq!(runs.last().unwrap().status, RunStatus::ScheduleFailed);
    counts(&db).await;
}

async fn a_single_fire_that_passed_runs_at_once_where_that_is_asked_for(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut ways = Vec::new();
    for name in ["left", "run"] {
        let new = NewRoutine {
            trigger: TriggerSpec::Once { at: minutes(2) },
            ..seed.routine(name)
        };
        let routine = seed.create(&*db.store, &new).await;
        let pause = RoutineChange::Pause {
            reason: String::new(),
            resume_at: None,
        };
        let paused = db
            .store
            .change_routine(routine.id, None, &pause, &seed.actor, instant(1))
            .await;
        let ChangeOutcome::Changed(paused) = paused.unwrap() else {
            panic!("it was not paused");
        };
        ways.push(*paused);
    }
    let run = ways.pop().unwrap();
    let left = change(&db, &seed, ways.pop().unwrap(), RoutineChange::Resume).await;
    assert_eq!(left.placement.done_at, Some(minutes(6)));
    let at_once = RoutineChange::AtOnce(Box::new(RoutineChange::Resume));
    let run = change(&db, &seed, run, at_once).await;
    assert_eq!(run.placement.next_fire_at, Some(minutes(6) + ms(1)));
    let order = claim_one(&db, minutes(6) + ms(1)).await;
    assert_eq!((order.routine_id, order.cause), (run.id, Cause::Once));
}
