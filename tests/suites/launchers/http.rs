use std::sync::{Arc, Mutex};

use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, Method, StatusCode, header::LOCATION},
    response::{IntoResponse, Response},
};
use chrono::Duration;
use routine_domain::Launcher;
use routine_engine::{
    EnvironmentSecrets, Launch, LaunchResult, ManualClock, WorkOutcome, launchers::HttpLauncher,
};
use routine_store::model::{LaunchOrder, RunError};
use routine_tests::instant;
use tokio::{
    io::AsyncReadExt,
    net::TcpListener,
    sync::{Notify, mpsc},
};

use crate::orders::order;

const SECRET: &str = "hunter2-is-not-to-be-seen";

/// What a hub was sent.
struct Sent {
    method: Method,
    headers: HeaderMap,
    body: String,
}

/// A server that gives each request the same answer.
struct Hub {
    url: String,
    sent: mpsc::UnboundedReceiver<Sent>,
}

impl Hub {
    async fn answering(answer: impl IntoResponse + Clone + Send + Sync + 'static) -> Self {
        let (sender, sent) = mpsc::unbounded_channel();
        let router = Router::new().fallback(move |request: Request| {
            let (answer, sender) = (answer.clone(), sender.clone());
            async move {
                let (parts, body) = request.into_parts();
                let body = axum::body::to_bytes(body, 1_000_000).await.unwrap();
                let body = String::from_utf8(body.to_vec()).unwrap();
                let (method, headers) = (parts.method, parts.headers);
                sender
                    .send(Sent {
                        method,
                        headers,
                        body,
                    })
                    .unwrap();
                answer.into_response()
            }
        });
        let url = serve(router).await;
        Self { url, sent }
    }
}

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("http://{address}/run")
}

fn hand_off(url: &str, secret_name: Option<&str>) -> LaunchOrder {
    order(Launcher::Http {
        url: url.into(),
        secret_name: secret_name.map(Into::into),
        command: None,
    })
}

fn launcher(clock: &Arc<ManualClock>) -> HttpLauncher {
    let variable = ("ROUTINE_SECRET_HUB".to_owned(), SECRET.to_owned());
    let secrets = Arc::new(EnvironmentSecrets::from_variables([variable]));
    HttpLauncher::new(clock.clone(), secrets)
}

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(instant(0)))
}

async fn launch(order: &LaunchOrder) -> LaunchResult {
    launcher(&clock()).launch(order).await
}

async fn refusal(order: &LaunchOrder) -> RunError {
    match launch(order).await {
        LaunchResult::Refused(error) => error,
        _ => panic!("it was not refused"),
    }
}

async fn finished(answer: &'static str) -> WorkOutcome {
    let hub = Hub::answering(answer).await;
    match launch(&hand_off(&hub.url, None)).await {
        LaunchResult::Finished(outcome) => outcome,
        _ => panic!("it did not finish"),
    }
}

#[tokio::test]
async fn a_hand_off_carries_the_run_the_key_and_the_secret_and_nothing_else() {
    let mut hub = Hub::answering(StatusCode::ACCEPTED).await;
    let order = hand_off(&hub.url, Some("HUB"));
    assert!(matches!(launch(&order).await, LaunchResult::HandedOff));
    let sent = hub.sent.recv().await.unwrap();
    assert_eq!(sent.method, Method::POST);
    assert_eq!(sent.headers["authorization"], format!("Bearer {SECRET}"));
    assert_eq!(sent.headers["idempotency-key"], "the key");
    assert_eq!(sent.headers["content-type"], "application/json");
    assert_eq!(
        sent.body,
        format!("{{\"routineRunId\":\"{}\"}}", order.lease.run_id)
    );
}

#[tokio::test]
async fn without_a_secret_nothing_is_authorized() {
    let mut hub = Hub::answering(StatusCode::ACCEPTED).await;
    launch(&hand_off(&hub.url, None)).await;
    let sent = hub.sent.recv().await.unwrap();
    assert!(!sent.headers.contains_key("authorization"));
}

#[tokio::test]
async fn a_200_says_how_the_work_ended() {
    let succeeded = WorkOutcome::Succeeded {
        output: Some("posted".into()),
    };
    assert_eq!(
        finished(r#"{"status":"succeeded","output":"posted"}"#).await,
        succeeded
    );
    let failed = finished(r#"{"status":"failed","error":"no channel"}"#).await;
    let WorkOutcome::Failed { error, .. } = failed else {
        panic!("{failed:?}");
    };
    assert_eq!(error.message, "no channel");
}

#[tokio::test]
async fn a_200_that_says_nothing_of_the_kind_is_refused() {
    let hub = Hub::answering("<html>It works</html>").await;
    let error = refusal(&hand_off(&hub.url, None)).await;
    assert_eq!(error.code, "bad_answer");
    assert_eq!(error.detail.as_deref(), Some("<html>It works</html>"));
}

#[tokio::test]
async fn any_other_answer_is_refused_with_its_beginning() {
    let body = "é".repeat(20_000);
    let hub = Hub::answering((StatusCode::SERVICE_UNAVAILABLE, body)).await;
    let error = refusal(&hand_off(&hub.url, None)).await;
    let endpoint = hub.url.trim_end_matches("/run");
    assert_eq!(error.code, "unavailable");
    assert_eq!(
        error.message,
        format!("{endpoint} answered 503 Service Unavailable.")
    );
    assert_eq!(error.detail.unwrap().len(), 16 * 1024);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let mut elsewhere = Hub::answering(StatusCode::ACCEPTED).await;
    let answer = (
        StatusCode::TEMPORARY_REDIRECT,
        [(LOCATION, elsewhere.url.clone())],
    );
    let hub = Hub::answering(answer).await;
    let error = refusal(&hand_off(&hub.url, Some("HUB"))).await;
    assert!(error.message.contains("answered 307"), "{error:?}");
    assert!(elsewhere.sent.try_recv().is_err());
}

#[tokio::test]
async fn a_refused_connection_is_a_refusal() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/run?token=x", listener.local_addr().unwrap());
    drop(listener);
    let error = refusal(&hand_off(&url, None)).await;
    assert_eq!(error.code, "refused");
    assert!(error.message.contains("Connection refused"), "{error:?}");
    assert!(!error.message.contains("token"), "{error:?}");
}

#[tokio::test]
async fn a_server_that_hangs_leaves_the_launch_unknown() {
    let reached = Arc::new(Notify::new());
    let signal = reached.clone();
    let hang = move || {
        signal.notify_one();
        std::future::pending::<Response>()
    };
    let url = serve(Router::new().fallback(hang)).await;
    let clock = clock();
    let order = hand_off(&url, None);
    let launcher = launcher(&clock);
    let drive = async {
        reached.notified().await;
        clock.advance(Duration::seconds(30));
    };
    let (result, ()) = tokio::join!(launcher.launch(&order), drive);
    let LaunchResult::Unknown(error) = result else {
        panic!("it was taken for an answer");
    };
    assert_eq!(error.code, "timeout");
}

#[tokio::test]
async fn a_connection_cut_after_the_request_leaves_the_launch_unknown() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/run", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut connection, _) = listener.accept().await.unwrap();
        let read = connection.read(&mut [0; 4096]).await.unwrap();
        assert!(read > 0);
    });
    let LaunchResult::Unknown(error) = launch(&hand_off(&url, None)).await else {
        panic!("it was taken for an answer");
    };
    assert_eq!(error.code, "no_answer");
}

#[tokio::test]
async fn a_secret_this_worker_does_not_know_is_named_and_nothing_is_sent() {
    let mut hub = Hub::answering(StatusCode::ACCEPTED).await;
    let error = refusal(&hand_off(&hub.url, Some("OTHER"))).await;
    assert_eq!(error.code, "secret_unknown");
    assert!(error.message.contains("ROUTINE_SECRET_OTHER"), "{error:?}");
    assert!(hub.sent.try_recv().is_err());
}

#[tokio::test]
async fn a_secret_that_is_echoed_does_not_come_back() {
    let seen = Arc::new(Mutex::new(String::new()));
    let echo = {
        let seen = seen.clone();
        move |headers: HeaderMap| async move {
            let sent = headers["authorization"].to_str().unwrap().to_owned();
            *seen.lock().unwrap() = sent.clone();
            (StatusCode::UNAUTHORIZED, sent)
        }
    };
    let url = serve(Router::new().fallback(echo)).await;
    let error = refusal(&hand_off(&url, Some("HUB"))).await;
    assert!(seen.lock().unwrap().contains(SECRET));
    assert_eq!(error.detail.as_deref(), Some("Bearer [redacted]"));
    assert!(!format!("{error:?}").contains(SECRET));
}
