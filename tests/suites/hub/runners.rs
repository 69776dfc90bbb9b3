//! Real programs and a real endpoint behind a hub.

use std::sync::Arc;

use axum::{Router, http::HeaderMap, routing::post};
use routine_domain::{HubCommand, Launcher, RunStatus, Simulation};
use routine_engine::{Clock, SystemClock};
use routine_hub::{
    Runner,
    runners::{CommandRunner, ForwardRunner, SimulatedRunner},
};
use routine_store::model::Run;
use routine_tests::{TestDatabase, on_both};
use tokio::{net::TcpListener, sync::mpsc};

use crate::acting::*;

on_both! {
    a_program_of_the_definition_is_started_with_the_stored_input,
    a_definition_without_a_program_fails_its_run,
    a_run_is_forwarded_with_what_its_rows_say,
    an_endpoint_that_refuses_fails_the_run,
    a_simulated_runner_pretends,
}

async fn carried(db: &TestDatabase, launcher: &Launcher, runner: Arc<dyn Runner>) -> Run {
    let order = launched(db, launcher, 1).await.remove(0);
    let served = serve_hub(db, "hub-1", &[("HUB", SECRET)], Some(runner)).await;
    assert_eq!(served.hand_off(order.lease.run_id).await, 202);
    served.hub.idle().await;
    run(db, order.lease.run_id).await
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock::new())
}

fn with_program(script: &str) -> Launcher {
    Launcher::Http {
        url: "http://hub.example/internal/routines/run".into(),
        secret_name: Some("HUB".into()),
        command: Some(HubCommand {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            time_limit_seconds: 60,
            repeatable: false,
        }),
    }
}

async fn a_program_of_the_definition_is_started_with_the_stored_input(db: TestDatabase) {
    let launcher = with_program(r#"cat; printf ' %s' "$IDEMPOTENCY_KEY""#);
    let run = carried(&db, &launcher, Arc::new(CommandRunner::new(clock()))).await;
    let expected = format!("{{}} {}", run.idempotency_key);
    assert_eq!(
        (run.status, run.output),
        (RunStatus::Succeeded, Some(expected))
    );
}

async fn a_definition_without_a_program_fails_its_run(db: TestDatabase) {
    let run = carried(&db, &http(), Arc::new(CommandRunner::new(clock()))).await;
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(run.error_code.as_deref(), Some("no_command"));
}

async fn a_run_is_forwarded_with_what_its_rows_say(db: TestDatabase) {
    let (sender, mut sent) = mpsc::unbounded_channel();
    let answer = move |headers: HeaderMap, body: String| {
        let sender = sender.clone();
        async move {
            sender.send((headers, body)).unwrap();
            r#"{"status":"succeeded","output":"done"}"#
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/work", listener.local_addr().unwrap());
    let router = Router::new().route("/work", post(answer));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });

    let known = secrets(&[("WORK", "another-secret")]);
    let forward = ForwardRunner::new(clock(), known, url, Some("WORK".into()), 30);
    let run = carried(&db, &http(), Arc::new(forward)).await;
    assert_eq!(
        (run.status, run.output.as_deref()),
        (RunStatus::Succeeded, Some("done"))
    );
    let (headers, body) = sent.recv().await.unwrap();
    assert_eq!(headers["authorization"], "Bearer another-secret");
    assert_eq!(headers["idempotency-key"], run.idempotency_key);
    let body: serde_json::Value = serde_json::from_str(&body).unwrap();
    let expected = serde_json::json!({
        "runId": run.id, "routineId": run.routine_id, "routineName": "Routine 0",
        "tenantId": run.tenant_id, "owner": "owner-0", "instruction": "Do Routine 0.",
        "input": {}, "scheduledFor": "2023-11-14T22:14:20.000Z", "attempt": 1, "cause": "schedule",
    });
    assert_eq!(body, expected);
}

async fn an_endpoint_that_refuses_fails_the_run(db: TestDatabase) {
    // Bound and closed again: nobody listens there.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/work", listener.local_addr().unwrap());
    drop(listener);
    let forward = ForwardRunner::new(clock(), secrets(&[]), url, None, 30);
    let run = carried(&db, &http(), Arc::new(forward)).await;
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(run.error_code.as_deref(), Some("refused"));
}

async fn a_simulated_runner_pretends(db: TestDatabase) {
    let runner = SimulatedRunner::new(clock(), Simulation::default());
    let run = carried(&db, &http(), Arc::new(runner)).await;
    assert_eq!(run.status, RunStatus::Succeeded);
}
