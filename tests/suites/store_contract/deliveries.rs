//! Results on their way: taken by lease, told whole, tried again, given up.

use routine_domain::{
    Delivery, DeliveryEnd, Destination, DestinationForm, Instant, RoutineChange, RoutineEdit,
    RunId, RunStatus, delivery::ATTEMPTS,
};
use routine_store::model::{DeliveryAttempt, DeliveryOrder, NewRoutine, Run, RunEvent};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_result_is_told_whole_and_taken_once,
    what_wants_a_secret_is_left_to_those_who_know_it,
    a_failed_attempt_is_planned_again_and_the_last_one_gives_up,
    a_destination_that_is_gone_is_given_up_at_once,
    a_lost_worker_is_followed_and_loses_its_say,
    an_arrival_is_believed_from_anyone,
    racing_workers_take_each_result_once,
    attempts_go_with_their_run,
    a_destination_is_kept_and_taken_away_by_an_edit,
    a_glance_sees_what_is_due,
}

const LEASE: i64 = 60;

fn webhook(secret: Option<&str>) -> Destination {
    Destination::Webhook {
        url: "https://chat.example/hooks/1".into(),
        form: DestinationForm::Slack,
        secret_name: secret.map(str::to_owned),
    }
}

/// A run that ended a minute after the beginning and is to be delivered.
async fn ended(db: &TestDatabase, secret: Option<&str>) -> RunId {
    let seed = Seed::new(&*db.store).await;
    let new = NewRoutine {
        destination: Some(webhook(secret)),
        ..seed.routine("Standup")
    };
    seed.create(&*db.store, &new).await;
    let order = launch_one(db, minutes(1)).await;
    let posted = RunEvent::Succeeded {
        output: Some("posted".into()),
    };
    report(db, order.lease, minutes(1), posted).await;
    order.lease.run_id
}

async fn take(db: &TestDatabase, by: &str, secrets: &[&str], now: Instant) -> Vec<DeliveryOrder> {
    let secrets: Vec<_> = secrets.iter().map(|name| (*name).to_owned()).collect();
    let until = now + chrono::Duration::seconds(LEASE);
    db.store
        .take_deliveries(by, &secrets, 10, until, now)
        .await
        .unwrap()
}

async fn take_one(db: &TestDatabase, by: &str, now: Instant) -> DeliveryOrder {
    take(db, by, &[], now).await.pop().unwrap()
}

async fn end(
    db: &TestDatabase,
    by: &str,
    order: &DeliveryOrder,
    end: DeliveryEnd,
    now: Instant,
) -> Option<Delivery> {
    let message = (end != DeliveryEnd::Delivered).then_some("It answered 503.");
    db.store
        .end_delivery(by, order, end, message, now)
        .await
        .unwrap()
}

async fn run(db: &TestDatabase, id: RunId) -> Run {
    db.store.get_run(id).await.unwrap().unwrap()
}

async fn attempts(db: &TestDatabase, id: RunId) -> Vec<DeliveryAttempt> {
    db.store.list_delivery_attempts(id).await.unwrap()
}

async fn a_result_is_told_whole_and_taken_once(db: TestDatabase) {
    let id = ended(&db, None).await;
    assert_eq!(run(&db, id).await.delivery, Delivery::Pending);
    let order = take_one(&db, "w1", minutes(1)).await;
    assert_eq!((order.run_id, order.attempt), (id, 1));
    assert_eq!(order.destination, Some(webhook(None)));
    assert_eq!(
        (order.tenant_name.as_str(), order.routine_name.as_str()),
        ("Acme", "Standup")
    );
    assert_eq!(order.status, RunStatus::Succeeded);
    assert_eq!(order.output.as_deref(), Some("posted"));
    assert_eq!(order.scheduled_for, Some(minutes(1)));
    assert!(take(&db, "w2", &[], instant(119)).await.is_empty());

    let standing = end(&db, "w1", &order, DeliveryEnd::Delivered, instant(61)).await;
    assert_eq!(standing, Some(Delivery::Delivered));
    let [attempt] = &attempts(&db, id).await[..] else {
        panic!("there is another attempt");
    };
    assert_eq!(attempt.outcome, Some(DeliveryEnd::Delivered));
    assert_eq!(attempt.sent_to.as_deref(), Some("chat.example"));
    assert_eq!(attempt.worker.as_deref(), Some("w1"));
    assert_eq!(attempt.ended_at, Some(instant(61)));
    let run = run(&db, id).await;
    assert_eq!(
        (run.status, run.delivery, run.delivery_error),
        (RunStatus::Succeeded, Delivery::Delivered, None)
    );
    assert_eq!(db.store.next_delivery_at(&[]).await.unwrap(), None);
}

async fn what_wants_a_secret_is_left_to_those_who_know_it(db: TestDatabase) {
    ended(&db, Some("CHAT")).await;
    let next = async |secrets: &[&str]| {
        let secrets: Vec<_> = secrets.iter().map(|name| (*name).to_owned()).collect();
        db.store.next_delivery_at(&secrets).await.unwrap()
    };
    assert_eq!(next(&[]).await, None);
    assert_eq!(next(&["HUB", "CHAT"]).await, Some(minutes(1)));
    assert!(take(&db, "w1", &["HUB"], minutes(2)).await.is_empty());
    assert_eq!(take(&db, "w2", &["CHAT"], minutes(2)).await.len(), 1);
    let named = db.store.list_destination_secrets().await.unwrap();
    assert_eq!(named, ["CHAT"]);
}

async fn a_failed_attempt_is_planned_again_and_the_last_one_gives_up(db: TestDatabase) {
    let id = ended(&db, None).await;
    let mut now = minutes(1);
    for number in 1..=ATTEMPTS {
        let order = take_one(&db, "w1", now).await;
        assert_eq!(order.attempt, number);
        let standing = end(&db, "w1", &order, DeliveryEnd::Failed, now).await;
        let Some(next) = db.store.next_delivery_at(&[]).await.unwrap() else {
            assert_eq!((number, standing), (ATTEMPTS, Some(Delivery::Failed)));
            break;
        };
        assert_eq!(standing, Some(Delivery::Pending));
        assert!(take(&db, "w1", &[], next - ms(1)).await.is_empty());
        now = next;
    }
    assert_eq!(attempts(&db, id).await.len(), ATTEMPTS as usize);
    let run = run(&db, id).await;
    assert_eq!(run.status, RunStatus::Succeeded);
    assert_eq!(
        (run.delivery, run.delivery_error.as_deref()),
        (Delivery::Failed, Some("It answered 503."))
    );
}

async fn a_destination_that_is_gone_is_given_up_at_once(db: TestDatabase) {
    let id = ended(&db, None).await;
    let order = take_one(&db, "w1", minutes(1)).await;
    let standing = end(&db, "w1", &order, DeliveryEnd::Gone, minutes(1)).await;
    assert_eq!(standing, Some(Delivery::Failed));
    assert_eq!(attempts(&db, id).await[0].outcome, Some(DeliveryEnd::Gone));
    assert_eq!(db.store.next_delivery_at(&[]).await.unwrap(), None);
    assert_eq!(run(&db, id).await.status, RunStatus::Succeeded);
}

async fn a_lost_worker_is_followed_and_loses_its_say(db: TestDatabase) {
    let id = ended(&db, None).await;
    let lost = take_one(&db, "w1", minutes(1)).await;
    let again = take_one(&db, "w2", minutes(2)).await;
    assert_eq!(again, lost);
    assert_eq!(
        end(&db, "w1", &lost, DeliveryEnd::Failed, minutes(2)).await,
        None
    );
    assert_eq!(run(&db, id).await.delivery_error, None);
    let standing = end(&db, "w2", &again, DeliveryEnd::Delivered, minutes(2)).await;
    assert_eq!(standing, Some(Delivery::Delivered));
    assert_eq!(attempts(&db, id).await.len(), 1);
}

async fn an_arrival_is_believed_from_anyone(db: TestDatabase) {
    let id = ended(&db, None).await;
    let lost = take_one(&db, "w1", minutes(1)).await;
    let again = take_one(&db, "w2", minutes(2)).await;
    end(&db, "w2", &again, DeliveryEnd::Failed, minutes(2)).await;
    assert_eq!(attempts(&db, id).await.len(), 2);
    let standing = end(&db, "w1", &lost, DeliveryEnd::Delivered, minutes(2)).await;
    assert_eq!(standing, Some(Delivery::Delivered));
    // It arrived, so what was planned is not made any more.
    assert_eq!(attempts(&db, id).await.len(), 1);
    let run = run(&db, id).await;
    assert_eq!(
        (run.delivery, run.delivery_error),
        (Delivery::Delivered, None)
    );
    let late = end(&db, "w2", &again, DeliveryEnd::Failed, minutes(3)).await;
    assert_eq!(late, None);
}

async fn racing_workers_take_each_result_once(db: TestDatabase) {
    let id = ended(&db, None).await;
    let workers: Vec<_> = (0..8)
        .map(|number| {
            let db = db.clone();
            tokio::spawn(async move { take(&db, &format!("w{number}"), &[], minutes(1)).await })
        })
        .collect();
    let mut taken = Vec::new();
    for worker in workers {
        taken.extend(worker.await.unwrap());
    }
    let ids: Vec<_> = taken.iter().map(|order| order.run_id).collect();
    assert_eq!(ids, [id]);
}

async fn attempts_go_with_their_run(db: TestDatabase) {
    let id = ended(&db, None).await;
    let order = take_one(&db, "w1", minutes(1)).await;
    end(&db, "w1", &order, DeliveryEnd::Delivered, minutes(1)).await;
    let gone = db.execute(format!("DELETE FROM runs WHERE id = '{id}'"));
    assert_eq!(gone.await.unwrap(), 1);
    assert!(attempts(&db, id).await.is_empty());
    let late = end(&db, "w1", &order, DeliveryEnd::Failed, minutes(2)).await;
    assert_eq!(late, None);
}

async fn a_destination_is_kept_and_taken_away_by_an_edit(db: TestDatabase) {
    ended(&db, Some("CHAT")).await;
    let id = history(&db).await[0].routine_id;
    let before = routine(&db, id).await;
    assert_eq!(before.destination, Some(webhook(Some("CHAT"))));
    let edit = RoutineEdit {
        name: before.name.clone(),
        instruction: before.instruction.clone(),
        definition_id: before.definition_id,
        input: before.input.clone(),
        trigger: before.trigger.clone(),
        misfire: before.misfire,
        overlap: before.overlap,
        destination: None,
        enabled: true,
    };
    let edit = RoutineChange::Edit(Box::new(edit));
    let actor = routine_store::model::Actor::new("ines@desk");
    db.store
        .change_routine(id, Some(1), &edit, &actor, minutes(2))
        .await
        .unwrap();
    let after = routine(&db, id).await;
    assert_eq!(after.destination, None);
    // It moves no schedule.
    assert_eq!(
        (after.revision, after.schedule_revision),
        (2, before.schedule_revision)
    );
    // What waits is found without a place to go to.
    let order = take_one(&db, "w1", minutes(2)).await;
    assert_eq!(order.destination, None);
}

async fn a_glance_sees_what_is_due(db: TestDatabase) {
    ended(&db, None).await;
    let look = async || db.store.look().await.unwrap().delivery_due_at;
    assert_eq!(look().await, Some(minutes(1)));
    let order = take_one(&db, "w1", minutes(1)).await;
    assert_eq!(look().await, Some(minutes(2)));
    end(&db, "w1", &order, DeliveryEnd::Delivered, minutes(1)).await;
    assert_eq!(look().await, None);
}
