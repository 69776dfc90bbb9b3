//! Calls from outside: a run each, once, of routines that are in force.

use routine_domain::{Cause, Instant, RoutineChange, RoutineId, RunStatus};
use routine_store::model::{ChangeOutcome, WebhookCall, WebhookOutcome};
use routine_tests::{TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_call_asks_for_a_run_with_its_own_input,
    a_call_that_comes_again_starts_nothing,
    racing_calls_are_one_run,
    a_routine_that_is_off_or_gone_is_not_fired,
    calls_are_forgotten,
}

async fn call(db: &TestDatabase, routine_id: RoutineId, id: &str, now: Instant) -> WebhookOutcome {
    let call = WebhookCall {
        routine_id,
        id,
        input: Some(r#"{"price": 4.50}"#),
        hub: "hub-1",
    };
    db.store.request_by_webhook(call, now).await.unwrap()
}

async fn a_call_asks_for_a_run_with_its_own_input(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let WebhookOutcome::Requested(id) = call(&db, routine.id, "one", instant(5)).await else {
        panic!("nothing was requested");
    };
    let run = db.store.get_run(id).await.unwrap().unwrap();
    assert_eq!(
        (run.cause, run.status),
        (Cause::Webhook, RunStatus::Claimed)
    );
    assert_eq!(run.input_override.as_deref(), Some(r#"{"price": 4.50}"#));
    assert_eq!(run.scheduled_for, None);
    assert_eq!(run.idempotency_key, format!("{}:run:{id}", routine.id));
    let taken = take_up(&db, "w1", instant(5)).await;
    assert_eq!(taken[0].lease.run_id, id);
    let subject = format!("run:{id}");
    let events = db.store.list_audit_events(Some(&subject), 5).await.unwrap();
    assert_eq!(
        (events[0].kind.as_str(), events[0].actor.as_str()),
        ("run.requested", "hub-1")
    );
}

async fn a_call_that_comes_again_starts_nothing(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let WebhookOutcome::Requested(id) = call(&db, routine.id, "one", instant(5)).await else {
        panic!("nothing was requested");
    };
    assert_eq!(
        call(&db, routine.id, "one", instant(6)).await,
        WebhookOutcome::Repeated(id)
    );
    assert_eq!(history(&db).await.len(), 1);
    let other = call(&db, routine.id, "two", instant(7)).await;
    assert!(matches!(other, WebhookOutcome::Requested(_)));
}

async fn racing_calls_are_one_run(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let calls: Vec<_> = (0..16)
        .map(|_| {
            let (db, id) = (db.clone(), routine.id);
            tokio::spawn(async move { call(&db, id, "one", instant(5)).await })
        })
        .collect();
    let mut runs = Vec::new();
    for call in calls {
        match call.await.unwrap() {
            WebhookOutcome::Requested(run) | WebhookOutcome::Repeated(run) => runs.push(run),
            other => panic!("{other:?}"),
        }
    }
    runs.sort_unstable();
    runs.dedup();
    assert_eq!(runs.len(), 1);
    let history = history(&db).await;
    assert_eq!((history.len(), history[0].id), (1, runs[0]));
}

async fn a_routine_that_is_off_or_gone_is_not_fired(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let change = async |change: RoutineChange| {
        let changed = db
            .store
            .change_routine(routine.id, None, &change, &seed.actor, instant(1));
        assert!(matches!(changed.await.unwrap(), ChangeOutcome::Changed(_)));
    };
    change(RoutineChange::Pause {
        reason: "holiday".into(),
        resume_at: None,
    })
    .await;
    let WebhookOutcome::Refused(sentence) = call(&db, routine.id, "one", instant(5)).await else {
        panic!("it was not refused");
    };
    assert_eq!(
        sentence,
        "The routine is switched off, so nothing was started."
    );
    change(RoutineChange::Delete).await;
    let gone = call(&db, routine.id, "one", instant(5)).await;
    assert_eq!(gone, WebhookOutcome::NotFound);
    let unknown = RoutineId::new(instant(9));
    assert_eq!(
        call(&db, unknown, "one", instant(5)).await,
        WebhookOutcome::NotFound
    );
    assert!(history(&db).await.is_empty());
    // What was refused has not used up the id of its call.
    change(RoutineChange::Restore).await;
    change(RoutineChange::Resume).await;
    let again = call(&db, routine.id, "one", instant(6)).await;
    assert!(matches!(again, WebhookOutcome::Requested(_)), "{again:?}");
}

async fn calls_are_forgotten(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    call(&db, routine.id, "one", instant(5)).await;
    let forget = async |at| db.store.forget_webhook_calls(at).await.unwrap();
    assert_eq!(forget(instant(5)).await, 0);
    assert_eq!(forget(instant(6)).await, 1);
}
