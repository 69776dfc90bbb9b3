//! Results on their way to a real HTTP server, while the test moves the clock.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use chrono::Duration;
use routine_domain::{Delivery, Destination, DestinationForm, RoutineId, RunStatus};
use routine_engine::{EnvironmentSecrets, Scheduler, Worker, WorkerConfig};
use routine_store::model::{NewRoutine, Run};
use routine_tests::{Answer, TestDatabase, instant, on_both};
use serde_json::Value;
use tokio::{net::TcpListener, sync::mpsc};

use crate::scene::Scene;

on_both! {
    a_result_arrives_with_its_key_and_secret,
    people_read_one_line_and_the_output,
    what_did_not_arrive_is_sent_again_under_the_same_key,
    a_destination_that_is_gone_is_said_and_the_run_stays,
    one_message_of_failures_in_a_row_and_one_of_the_switch_off,
    a_worker_lost_in_the_middle_of_sending_is_followed,
    the_scheduler_delivers_by_itself,
}

const SECRET: &str = "hunter2-is-not-to-be-seen";

struct Sent {
    headers: HeaderMap,
    body: Value,
}

impl Sent {
    fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

/// A server that gives the answers it was told to, and 200 after that.
struct Receiver {
    url: String,
    sent: mpsc::UnboundedReceiver<Sent>,
}

#[derive(Clone)]
struct Script {
    sender: mpsc::UnboundedSender<Sent>,
    /// None: it never answers.
    answers: Arc<Mutex<VecDeque<Option<StatusCode>>>>,
}

impl Receiver {
    async fn answering(answers: &[Option<StatusCode>]) -> Self {
        let (sender, sent) = mpsc::unbounded_channel();
        let answers = Arc::new(Mutex::new(answers.iter().copied().collect()));
        let router = Router::new()
            .route("/hooks/token", post(receive))
            .with_state(Script { sender, answers });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hooks/token", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, sent }
    }

    async fn next(&mut self) -> Sent {
        self.sent.recv().await.unwrap()
    }

    fn webhook(&self, form: DestinationForm, secret: Option<&str>) -> Destination {
        Destination::Webhook {
            url: self.url.clone(),
            form,
            secret_name: secret.map(str::to_owned),
        }
    }

    fn place(&self) -> String {
        self.webhook(DestinationForm::Json, None).place()
    }
}

async fn receive(State(script): State<Script>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let body = serde_json::from_slice(&body).unwrap();
    script.sender.send(Sent { headers, body }).unwrap();
    let answer = script.answers.lock().unwrap().pop_front();
    match answer.unwrap_or(Some(StatusCode::OK)) {
        Some(status) => status,
        None => std::future::pending().await,
    }
}

/// A worker that knows the secret CHAT.
fn worker(scene: &Scene, name: &str) -> Worker {
    let variable = ("ROUTINE_SECRET_CHAT".to_owned(), SECRET.to_owned());
    let secrets = Arc::new(EnvironmentSecrets::from_variables([variable]));
    scene.worker_with(WorkerConfig {
        secrets,
        ..scene.config(name)
    })
}

/// Due a minute after the beginning, then every minute.
async fn create(scene: &Scene, destination: Destination) -> RoutineId {
    let new = NewRoutine {
        destination: Some(destination),
        ..scene.every(60)
    };
    scene.create(new).await
}

async fn last_run(scene: &Scene, routine: RoutineId) -> Run {
    scene.runs(routine).await.pop().unwrap()
}

async fn a_result_arrives_with_its_key_and_secret(db: TestDatabase) {
    let mut receiver = Receiver::answering(&[]).await;
    let scene = Scene::new(db).await;
    let json = receiver.webhook(DestinationForm::Json, Some("CHAT"));
    let routine = create(&scene, json).await;
    let worker = worker(&scene, "one");
    scene.at(60);
    scene.pass(&worker).await;
    let report = worker.deliver().await.unwrap();
    assert_eq!((report.delivered, report.next_at), (1, None));
    let sent = receiver.next().await;
    let run = last_run(&scene, routine).await;
    assert_eq!(sent.header("authorization"), format!("Bearer {SECRET}"));
    assert_eq!(
        sent.header("idempotency-key"),
        format!("{}:delivery", run.id)
    );
    assert_eq!(sent.body["runId"], run.id.to_string());
    assert_eq!(sent.body["routineName"], "Standup notes");
    assert_eq!(sent.body["status"], "succeeded");
    assert_eq!(sent.body["output"], "done");
    assert_eq!(sent.body["idempotencyKey"], run.idempotency_key);
    assert_eq!(
        (run.delivery, run.delivery_error),
        (Delivery::Delivered, None)
    );
    assert_eq!(worker.deliver().await.unwrap().delivered, 0);
}

async fn people_read_one_line_and_the_output(db: TestDatabase) {
    let mut receiver = Receiver::answering(&[]).await;
    let scene = Scene::new(db).await;
    create(&scene, receiver.webhook(DestinationForm::Slack, None)).await;
    let worker = worker(&scene, "one");
    scene.at(60);
    scene.pass(&worker).await;
    worker.deliver().await.unwrap();
    let sent = receiver.next().await;
    assert!(!sent.headers.contains_key("authorization"));
    assert_eq!(
        sent.body,
        serde_json::json!({ "text": "*Standup notes* succeeded.\n```\ndone\n```" })
    );
}

async fn what_did_not_arrive_is_sent_again_under_the_same_key(db: TestDatabase) {
    let refuses = [
        Some(StatusCode::SERVICE_UNAVAILABLE),
        Some(StatusCode::UNAUTHORIZED),
    ];
    let mut receiver = Receiver::answering(&refuses).await;
    let scene = Scene::new(db).await;
    let routine = create(&scene, receiver.webhook(DestinationForm::Json, None)).await;
    let worker = worker(&scene, "one");
    scene.at(60);
    scene.pass(&worker).await;
    let report = worker.deliver().await.unwrap();
    assert_eq!((report.put_off, report.next_at), (1, Some(instant(90))));
    let run = last_run(&scene, routine).await;
    assert_eq!(run.status, RunStatus::Succeeded);
    assert_eq!(
        (run.delivery, run.delivery_error),
        (
            Delivery::Pending,
            Some(format!(
                "{} answered 503 Service Unavailable.",
                receiver.place()
            ))
        )
    );
    // Not before its time.
    scene.at(89);
    assert_eq!(worker.deliver().await.unwrap().put_off, 0);
    scene.at(90);
    assert_eq!(worker.deliver().await.unwrap().put_off, 1);
    scene.at(150);
    assert_eq!(worker.deliver().await.unwrap().delivered, 1);
    let mut keys = Vec::new();
    for _ in 0..3 {
        let sent = receiver.next().await;
        keys.push(sent.header("idempotency-key").to_owned());
    }
    keys.dedup();
    assert_eq!(keys.len(), 1);
    let run = last_run(&scene, routine).await;
    assert_eq!(run.delivery, Delivery::Delivered);
    let attempts = scene.store.list_delivery_attempts(run.id).await.unwrap();
    assert_eq!(attempts.len(), 3);
}

async fn a_destination_that_is_gone_is_said_and_the_run_stays(db: TestDatabase) {
    let receiver = Receiver::answering(&[Some(StatusCode::GONE)]).await;
    let scene = Scene::new(db).await;
    let routine = create(&scene, receiver.webhook(DestinationForm::Json, None)).await;
    let worker = worker(&scene, "one");
    scene.at(60);
    scene.pass(&worker).await;
    let report = worker.deliver().await.unwrap();
    assert_eq!((report.given_up, report.next_at), (1, None));
    let run = last_run(&scene, routine).await;
    assert_eq!(
        (run.status, run.delivery),
        (RunStatus::Succeeded, Delivery::Failed)
    );
    assert_eq!(
        run.delivery_error.unwrap(),
        format!(
            "{} answered 410 Gone: the destination is gone. Name another one in the routine.",
            receiver.place()
        )
    );
    // Nothing of it holds the routine back.
    scene.at(120);
    scene.pass(&worker).await;
    assert_eq!(scene.runs(routine).await.len(), 2);
}

async fn one_message_of_failures_in_a_row_and_one_of_the_switch_off(db: TestDatabase) {
    let mut receiver = Receiver::answering(&[]).await;
    let scene = Scene::new(db).await;
    let routine = create(&scene, receiver.webhook(DestinationForm::Json, None)).await;
    scene.launcher.script(routine, vec![Answer::Fails; 10]);
    let worker = worker(&scene, "one");
    let mut delivered = Vec::new();
    for minute in 1..=10 {
        scene.at(60 * minute);
        scene.pass(&worker).await;
        delivered.push(worker.deliver().await.unwrap().delivered);
    }
    assert_eq!(delivered, [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert!(scene.routine(routine).await.off.is_some());
    let first = receiver.next().await;
    assert_eq!(first.body["error"]["message"], "The work failed.");
    assert_ne!(
        receiver.next().await.body["scheduledFor"],
        first.body["scheduledFor"]
    );
}

async fn a_worker_lost_in_the_middle_of_sending_is_followed(db: TestDatabase) {
    let mut receiver = Receiver::answering(&[None]).await;
    let scene = Scene::new(db).await;
    let routine = create(&scene, receiver.webhook(DestinationForm::Json, None)).await;
    let lost = worker(&scene, "lost");
    scene.at(60);
    scene.pass(&lost).await;
    let first = tokio::select! {
        report = lost.deliver() => panic!("{report:?}"),
        sent = receiver.next() => sent,
    };
    drop(lost);
    let other = worker(&scene, "other");
    scene.at(119);
    assert_eq!(other.deliver().await.unwrap().next_at, Some(instant(120)));
    scene.at(120);
    assert_eq!(other.deliver().await.unwrap().delivered, 1);
    let again = receiver.next().await;
    assert_eq!(
        again.header("idempotency-key"),
        first.header("idempotency-key")
    );
    let run = last_run(&scene, routine).await;
    assert_eq!(run.delivery, Delivery::Delivered);
    let attempts = scene.store.list_delivery_attempts(run.id).await.unwrap();
    let by: Vec<_> = attempts
        .iter()
        .map(|attempt| attempt.worker.as_deref())
        .collect();
    assert_eq!(by, [Some("other")]);
}

async fn the_scheduler_delivers_by_itself(db: TestDatabase) {
    let mut receiver = Receiver::answering(&[Some(StatusCode::BAD_GATEWAY)]).await;
    let scene = Scene::new(db).await;
    let new = NewRoutine {
        destination: Some(receiver.webhook(DestinationForm::Json, None)),
        ..scene.every(86_400)
    };
    let routine = scene.create(new).await;
    scene.at(60);
    let scheduler = Scheduler::start(worker(&scene, "one"));
    // A second of it is enough for its glances, and too little for any limit.
    let first = tokio::select! {
        sent = receiver.next() => sent,
        () = scene.clock.follow_sleepers(instant(61)) => unreachable!("it never resolves"),
    };
    let run = last_run(&scene, routine).await.id;
    let planned = loop {
        let attempts = scene.store.list_delivery_attempts(run).await.unwrap();
        if let [_, next] = &attempts[..] {
            break next.due_at;
        }
    };
    scene.clock.set(planned);
    let again = receiver.next().await;
    assert_eq!(
        again.header("idempotency-key"),
        first.header("idempotency-key")
    );
    scheduler.stop(Duration::seconds(5)).await.unwrap();
}
