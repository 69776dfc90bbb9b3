//! Calls from outside over real HTTP: who is believed, once, and what everybody else is told.

use reqwest::{RequestBuilder, Response, StatusCode};
use routine_domain::{Cause, RoutineId, RunId};
use routine_engine::Secret;
use routine_hub::requests::{ID, SIGNATURE, TIMESTAMP, routine_key, sign};
use routine_store::model::Run;
use routine_tests::{Seed, TestDatabase, on_both};
use serde_json::Value;

use crate::acting::*;

on_both! {
    a_signed_call_asks_for_a_run,
    a_call_that_comes_again_starts_nothing,
    a_call_signed_under_the_former_secret_is_taken_beside_the_new_one,
    a_call_that_was_listened_to_fires_no_other_routine,
    whoever_is_not_believed_is_told_the_same,
    refused_calls_are_journalled_with_a_count_and_no_secret,
    a_call_for_nobody_or_for_a_routine_that_is_off_is_told_so,
    a_body_or_an_id_that_does_not_fit_is_refused,
    without_the_switch_there_is_no_such_address,
}

const CALLS: &str = "calls-are-signed-with-this";

async fn taking_calls(db: &TestDatabase) -> Served {
    serve_calls(db, "hub-1", &[("WEBHOOK", CALLS)]).await
}

async fn routine(db: &TestDatabase) -> RoutineId {
    let seed = Seed::new(&*db.store).await;
    seed.create(&*db.store, &seed.routine("Standup")).await.id
}

/// A call by someone who knows `secret`, as of now.
fn signed(to: &Served, routine: RoutineId, id: &str, body: &str, secret: &str) -> RequestBuilder {
    signed_at(to, routine, id, body, secret, now().timestamp())
}

fn signed_at(
    to: &Served,
    routine: RoutineId,
    id: &str,
    body: &str,
    secret: &str,
    at: i64,
) -> RequestBuilder {
    let key = routine_key(&Secret::new(secret), &routine.to_string());
    let signature = sign(&key, id, at, body.as_bytes());
    to.client
        .post(to.url(&format!("/webhooks/{routine}")))
        .header(ID, id)
        .header(TIMESTAMP, at.to_string())
        .header(SIGNATURE, signature)
        .body(body.to_owned())
}

async fn requested(answer: Response) -> RunId {
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    let body: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(body["accepted"], true);
    body["routineRunId"].as_str().unwrap().parse().unwrap()
}

async fn count(db: &TestDatabase) -> String {
    let counted = db.texts("SELECT CAST(count(*) AS TEXT) FROM runs").await;
    counted[0].clone()
}

async fn a_signed_call_asks_for_a_run(db: TestDatabase) {
    let served = taking_calls(&db).await;
    let routine = routine(&db).await;
    let exact = r#"{ "order": 9007199254740993 }"#;
    let call = signed(&served, routine, "one", exact, CALLS);
    let run: Run = run(&db, requested(call.send().await.unwrap()).await).await;
    assert_eq!((run.cause, run.routine_id), (Cause::Webhook, routine));
    assert_eq!(run.input_override.as_deref(), Some(exact));
    // A form is no input: the routine's own is handed over.
    let call = signed(&served, routine, "two", "order=7&price=4.50", CALLS);
    let run: Run = crate::acting::run(&db, requested(call.send().await.unwrap()).await).await;
    assert_eq!(run.input_override, None);
}

async fn a_call_that_comes_again_starts_nothing(db: TestDatabase) {
    let served = taking_calls(&db).await;
    let routine = routine(&db).await;
    let call = async |at: i64| {
        let at = now().timestamp() + at;
        let call = signed_at(&served, routine, "one", "{}", CALLS, at);
        requested(call.send().await.unwrap()).await
    };
    let first = call(0).await;
    // The very same, and signed anew a minute later.
    assert_eq!([call(0).await, call(60).await], [first, first]);
    assert_eq!(count(&db).await, "1");
}

async fn a_call_signed_under_the_former_secret_is_taken_beside_the_new_one(db: TestDatabase) {
    let secrets = [("WEBHOOK", CALLS), ("WEBHOOK_BEFORE", "the-former")];
    let served = serve_calls(&db, "hub-1", &secrets).await;
    let routine = routine(&db).await;
    for (id, secret) in [("one", CALLS), ("two", "the-former")] {
        let call = signed(&served, routine, id, "{}", secret);
        requested(call.send().await.unwrap()).await;
    }
    assert_eq!(count(&db).await, "2");
}

async fn a_call_that_was_listened_to_fires_no_other_routine(db: TestDatabase) {
    let served = taking_calls(&db).await;
    let seed = Seed::new(&*db.store).await;
    let [mine, other] = [seed.routine("Standup"), seed.routine("Payroll")];
    let mine = seed.create(&*db.store, &mine).await.id;
    let other = seed.create(&*db.store, &other).await.id;
    let heard = signed(&served, mine, "one", "{}", CALLS).build().unwrap();
    let again = served
        .client
        .post(served.url(&format!("/webhooks/{other}")))
        .headers(heard.headers().clone())
        .body("{}");
    assert_eq!(again.send().await.unwrap().status(), 401);
    assert_eq!(count(&db).await, "0");
}

/// Everything of an answer but when it was given.
async fn whole(answer: Response) -> (StatusCode, Vec<(String, Vec<u8>)>, Vec<u8>) {
    let status = answer.status();
    let headers = answer
        .headers()
        .iter()
        .filter(|(name, _)| *name != "date")
        .map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()))
        .collect();
    (status, headers, answer.bytes().await.unwrap().to_vec())
}

async fn whoever_is_not_believed_is_told_the_same(db: TestDatabase) {
    let served = taking_calls(&db).await;
    let unconfigured = serve_calls(&db, "hub-2", &[]).await;
    let routine = routine(&db).await;
    let call = |at: &Served| signed(at, routine, "one", "{}", CALLS);
    let aged = |by: i64| signed_at(&served, routine, "one", "{}", CALLS, now().timestamp() + by);
    let bare = |path: &str| served.client.post(served.url(path)).body("{}");
    let unknown = RoutineId::new(now());
    let mut answers = Vec::new();
    for request in [
        bare(&format!("/webhooks/{routine}")),
        bare("/webhooks/none"),
        call(&unconfigured),
        signed(&served, routine, "one", "{}", "another-secret"),
        signed(&served, unknown, "one", "{}", "another-secret"),
        call(&served).body("{ }"),
        call(&served).header(ID, "two"),
        call(&served).bearer_auth(CALLS).header(SIGNATURE, "v1="),
        aged(-301),
        aged(301),
    ] {
        answers.push(whole(request.send().await.unwrap()).await);
    }
    assert_eq!(answers[0].0, StatusCode::UNAUTHORIZED);
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    assert_eq!(count(&db).await, "0");
    requested(aged(-300).send().await.unwrap()).await;
}

async fn refused_calls_are_journalled_with_a_count_and_no_secret(db: TestDatabase) {
    let served = taking_calls(&db).await;
    let routine = routine(&db).await;
    for _ in 0..4 {
        let wrong = signed(&served, routine, "one", "{}", "not-the-secret");
        assert_eq!(
            wrong.send().await.unwrap().status(),
            StatusCode::UNAUTHORIZED
        );
    }
    let old = signed_at(&served, routine, "one", "{}", CALLS, 0);
    old.send().await.unwrap();
    served.hub.drain(seconds(0)).await;
    let events = db.store.list_audit_events(None, 100).await.unwrap();
    let mut told: Vec<_> = events
        .into_iter()
        .filter(|event| event.kind == "routines.webhook_refused")
        .map(|event| {
            let after: Value = serde_json::from_str(&event.after.unwrap()).unwrap();
            assert!(!after.to_string().contains("secret"), "{after}");
            assert_eq!(after["peer"], "127.0.0.1");
            let reason = after["reason"].as_str().unwrap().to_owned();
            (reason, after["count"].as_u64().unwrap())
        })
        .collect();
    told.sort();
    let expected = [("stale", 1), ("wrong", 1), ("wrong", 3)];
    assert_eq!(told, expected.map(|(reason, n)| (reason.to_owned(), n)));
}

async fn a_call_for_nobody_or_for_a_routine_that_is_off_is_told_so(db: TestDatabase) {
    let served = taking_calls(&db).await;
    let routine = routine(&db).await;
    let unknown = signed(&served, RoutineId::new(now()), "one", "{}", CALLS);
    assert_eq!(unknown.send().await.unwrap().status(), 404);
    let pause = routine_domain::RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    };
    let actor = routine_store::model::Actor::new("ines@desk");
    let paused = db
        .store
        .change_routine(routine, None, &pause, &actor, now());
    paused.await.unwrap();
    let answer = signed(&served, routine, "one", "{}", CALLS);
    let answer = answer.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    assert!(
        answer
            .text()
            .await
            .unwrap()
            .contains("The routine is switched off")
    );
    assert_eq!(count(&db).await, "0");
}

async fn a_body_or_an_id_that_does_not_fit_is_refused(db: TestDatabase) {
    let served = taking_calls(&db).await;
    let routine = routine(&db).await;
    let long = format!("\"{}\"", "x".repeat(64 * 1024));
    let call = signed(&served, routine, "one", &long, CALLS);
    assert_eq!(call.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    for id in [&*"x".repeat(121), "one.1700000060"] {
        let call = signed(&served, routine, id, "{}", CALLS);
        assert_eq!(call.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    }
    assert_eq!(count(&db).await, "0");
}

async fn without_the_switch_there_is_no_such_address(db: TestDatabase) {
    let (served, _script) = scripted(&db, "hub-1").await;
    let routine = routine(&db).await;
    let call = signed(&served, routine, "one", "{}", SECRET);
    assert_eq!(call.send().await.unwrap().status(), StatusCode::NOT_FOUND);
}
