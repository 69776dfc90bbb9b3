//! A destination, from the editor to the words on a run's page.

use routine_commands::{
    routines, runs,
    wire::{DeliveryNote, RoutineDraft},
};
use routine_domain::{Delivery, DeliveryEnd, Destination, DestinationForm, RunId};
use routine_store::model::{RunEvent, RunReport};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, at};

on_both! {
    a_destination_is_saved_changed_and_taken_away,
    what_becomes_of_a_result_is_said_in_words,
}

fn webhook(secret: Option<&str>) -> Destination {
    Destination::Webhook {
        url: "https://chat.example/hooks/1".into(),
        form: DestinationForm::Json,
        secret_name: secret.map(str::to_owned),
    }
}

async fn a_destination_is_saved_changed_and_taken_away(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let draft = |destination| RoutineDraft {
        destination,
        ..bench.draft("Standup")
    };
    let made = routines::create(&bench.desk, draft(Some(webhook(None))));
    let made = made.await.unwrap();
    assert_eq!(made.destination, Some(webhook(None)));
    assert_eq!(made.destination_place.as_deref(), Some("chat.example"));
    let next = draft(Some(webhook(Some("CHAT"))));
    let changed = routines::update(&bench.desk, at(&made), next)
        .await
        .unwrap();
    assert_eq!(changed.destination, Some(webhook(Some("CHAT"))));
    let gone = routines::update(&bench.desk, at(&changed), draft(None)).await;
    assert_eq!(gone.unwrap().destination, None);

    let nowhere = Destination::Webhook {
        url: "chat.example".into(),
        form: DestinationForm::Json,
        secret_name: None,
    };
    let refused = routines::create(&bench.desk, draft(Some(nowhere))).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("destination.url"));
}

async fn note(bench: &Bench, run: RunId) -> DeliveryNote {
    runs::get(&bench.desk, run).await.unwrap().delivery
}

async fn what_becomes_of_a_result_is_said_in_words(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let draft = RoutineDraft {
        destination: Some(webhook(Some("CHAT"))),
        ..bench.draft("Standup")
    };
    let routine = routines::create(&bench.desk, draft).await.unwrap();
    let run = routines::run(&bench.desk, routine.row.id, None)
        .await
        .unwrap();
    let words = note(&bench, run.id).await;
    assert_eq!(words.sentence, "There is nothing to deliver.");

    let store = &db.store;
    let now = store.now().await.unwrap();
    db.execute(format!(
        "UPDATE runs SET status = 'running', started_at = recorded_at WHERE id = '{}'",
        run.id
    ))
    .await
    .unwrap();
    let ended = RunReport {
        run_id: run.id,
        epoch: None,
        at: now - chrono::Duration::minutes(2),
        event: RunEvent::Succeeded { output: None },
    };
    store.record_reports(&[ended], now).await.unwrap();
    let words = note(&bench, run.id).await;
    assert_eq!(words.state, Delivery::Pending);
    assert_eq!(
        words.sentence,
        "Result not delivered yet: no worker that knows the secret CHAT has taken it."
    );

    let secrets = ["CHAT".to_owned()];
    let until = now + chrono::Duration::minutes(1);
    let taken = store.take_deliveries("w1", &secrets, 1, until, now).await;
    let order = taken.unwrap().pop().unwrap();
    let failed = store.end_delivery("w1", &order, DeliveryEnd::Failed, Some("It broke."), now);
    failed.await.unwrap();
    let words = note(&bench, run.id).await;
    assert_eq!(words.sentence, "Result not delivered yet: It broke.");
    assert_eq!(words.attempts.len(), 2);
    assert_eq!(words.attempts[0].outcome, Some(DeliveryEnd::Failed));
    assert_eq!(words.attempts[1].ended_at, None);

    let soon = now + chrono::Duration::minutes(1);
    let taken = store.take_deliveries("w1", &secrets, 1, soon, soon).await;
    let order = taken.unwrap().pop().unwrap();
    let arrived = store.end_delivery("w1", &order, DeliveryEnd::Delivered, None, soon);
    arrived.await.unwrap();
    let words = note(&bench, run.id).await;
    assert_eq!(words.sentence, "Result delivered to chat.example.");
}
