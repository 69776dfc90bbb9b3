//! A hub under test, and runs to hand to it.

use std::{net::SocketAddr, sync::Arc};

use async_trait::async_trait;
use chrono::Duration;
use reqwest::{Client, RequestBuilder, StatusCode};
use routine_domain::{Instant, Launcher, LauncherKind, RunId};
use routine_engine::{EnvironmentSecrets, ManualClock};
use routine_hub::{Ended, Hub, HubConfig, Runner};
use routine_store::model::{AuditEvent, CarryOutcome, HandOff, LaunchOrder, Run, WorkerIdentity};
use routine_tests::{Gate, Seed, TestDatabase, instant};
use tokio::{net::TcpListener, sync::mpsc};
use tokio_util::sync::CancellationToken;

pub const SECRET: &str = "hunter2-is-not-to-be-seen";
pub const RUN: &str = "/internal/routines/run";

/// A hub that serves until the test ends.
pub struct Served {
    pub hub: Hub,
    pub clock: Arc<ManualClock>,
    pub address: SocketAddr,
    pub client: Client,
}

pub fn secrets(pairs: &[(&str, &str)]) -> Arc<EnvironmentSecrets> {
    let variables = pairs
        .iter()
        .map(|(name, value)| (format!("ROUTINE_SECRET_{name}"), (*value).to_owned()));
    Arc::new(EnvironmentSecrets::from_variables(variables))
}

/// Where the work's time stands: a minute after the beginning.
pub fn now() -> Instant {
    instant(60)
}

pub async fn serve_hub(
    db: &TestDatabase,
    name: &str,
    known: &[(&str, &str)],
    runner: Option<Arc<dyn Runner>>,
) -> Served {
    serve(db, HubConfig::new(name, "HUB"), known, runner).await
}

/// One that takes calls from outside and carries nothing.
pub async fn serve_calls(db: &TestDatabase, name: &str, known: &[(&str, &str)]) -> Served {
    let config = HubConfig {
        webhook_secret_names: vec!["WEBHOOK".into(), "WEBHOOK_BEFORE".into()],
        ..HubConfig::new(name, "HUB")
    };
    serve(db, config, known, None).await
}

async fn serve(
    db: &TestDatabase,
    config: HubConfig,
    known: &[(&str, &str)],
    runner: Option<Arc<dyn Runner>>,
) -> Served {
    let clock = Arc::new(ManualClock::new(now()));
    let hub = Hub::new(
        config,
        db.store.clone(),
        clock.clone(),
        secrets(known),
        runner,
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = routine_hub::serve(listener, hub.router(), CancellationToken::new());
    tokio::spawn(serving);
    Served {
        hub,
        clock,
        address,
        client: client(),
    }
}

pub fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().build().unwrap()
}

/// A hub that knows the secret and does its work by script.
pub async fn scripted(db: &TestDatabase, name: &str) -> (Served, Script) {
    let (runner, script) = ScriptedRunner::that_succeeds();
    let served = serve_hub(db, name, &[("HUB", SECRET)], Some(runner)).await;
    (served, script)
}

impl Served {
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(self.url(path)).bearer_auth(SECRET)
    }

    pub async fn hand_off(&self, run: RunId) -> StatusCode {
        let body = format!(r#"{{"routineRunId":"{run}"}}"#);
        self.post(RUN).body(body).send().await.unwrap().status()
    }

    pub async fn finish(&self, run: RunId, body: &str) -> (StatusCode, String) {
        let path = format!("/internal/routines/runs/{run}/finish");
        let answer = self.post(&path).body(body.to_owned()).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    }
}

/// Work whose end the test decides.
pub struct ScriptedRunner {
    started: mpsc::UnboundedSender<HandOff>,
    gate: Gate,
    ends: Ended,
    repeatable: bool,
}

/// The test's side of it.
pub struct Script {
    pub started: mpsc::UnboundedReceiver<HandOff>,
    pub gate: Gate,
}

impl ScriptedRunner {
    pub fn that_succeeds() -> (Arc<dyn Runner>, Script) {
        Self::ending(Ended::With(done()), false)
    }

    pub fn ending(ends: Ended, repeatable: bool) -> (Arc<dyn Runner>, Script) {
        let (sender, started) = mpsc::unbounded_channel();
        let gate = Gate::closed();
        let runner = Self {
            started: sender,
            gate: gate.clone(),
            ends,
            repeatable,
        };
        (Arc::new(runner), Script { started, gate })
    }
}

#[async_trait]
impl Runner for ScriptedRunner {
    fn is_repeatable(&self, _: &HandOff) -> bool {
        self.repeatable
    }

    async fn run(&self, hand_off: &HandOff) -> Ended {
        self.started.send(hand_off.clone()).unwrap();
        self.gate.pass().await;
        self.ends.clone()
    }
}

pub fn done() -> CarryOutcome {
    CarryOutcome::Succeeded {
        output: Some("posted".into()),
    }
}

pub fn worker() -> WorkerIdentity {
    WorkerIdentity {
        name: "w1".into(),
        version: "1.0.0".into(),
        zone_data: "2026a".into(),
        launchers: vec![LauncherKind::Simulated, LauncherKind::Http],
        secrets: vec!["HUB".into()],
        poll_seconds: 30,
        clock_offset_ms: 0,
        started_at: instant(0),
    }
}

/// Launched runs of so many routines that are due.
pub async fn launched(db: &TestDatabase, launcher: &Launcher, routines: usize) -> Vec<LaunchOrder> {
    let seed = Seed::new(&*db.store).await;
    let definition = db
        .store
        .create_definition(seed.tenant, "Hub", launcher, None, &seed.actor, instant(0))
        .await
        .unwrap();
    for number in 0..routines {
        let mut draft = seed.routine(&format!("Routine {number}"));
        draft.definition_id = definition.id;
        draft.owner = format!("owner-{number}");
        seed.create(&*db.store, &draft).await;
    }
    let mut orders = Vec::new();
    while orders.len() < routines {
        let batch = db
            .store
            .claim_due(&worker(), &[], 500, now())
            .await
            .unwrap();
        let leases: Vec<_> = batch.orders.iter().map(|order| order.lease).collect();
        db.store.begin_launches(&leases, now()).await.unwrap();
        orders.extend(batch.orders);
    }
    orders
}

pub fn http() -> Launcher {
    Launcher::Http {
        url: "http://hub.example/internal/routines/run".into(),
        secret_name: Some("HUB".into()),
        command: None,
    }
}

pub async fn one(db: &TestDatabase) -> LaunchOrder {
    launched(db, &http(), 1).await.remove(0)
}

pub async fn run(db: &TestDatabase, id: RunId) -> Run {
    db.store.get_run(id).await.unwrap().unwrap()
}

pub async fn refusals(db: &TestDatabase) -> Vec<AuditEvent> {
    let events = db.store.list_audit_events(None, 100).await.unwrap();
    let refused = |event: &AuditEvent| event.kind == "routines.dispatch_refused";
    events.into_iter().filter(refused).collect()
}

pub fn seconds(count: i64) -> Duration {
    Duration::seconds(count)
}
