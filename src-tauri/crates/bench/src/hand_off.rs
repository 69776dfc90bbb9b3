//! How long a hub takes to accept a run, beside a bare handler behind the same server that does
//! nothing.

use std::{net::SocketAddr, sync::Arc};

use axum::{Router, http::StatusCode, routing::post};
use chrono::Duration;
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use routine_domain::{Launcher, LauncherKind, RunId, Simulation, TenantPolicy, TriggerSpec};
use routine_engine::{EnvironmentSecrets, Stopwatch, SystemClock, wall_clock};
use routine_hub::{Hub, HubConfig, runners::SimulatedRunner, serve};
use routine_store::{Store, model::WorkerIdentity};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    BenchError, BenchResult, Place, Population, Report,
    report::{median, percentile},
};

/// Known to this measurement alone.
const SECRET: &str = "measured";
const PATH: &str = "/internal/routines/run";
const BATCH: u32 = 500;

pub struct HandOff {
    /// Runs handed off in a round.
    pub runs: u32,
    pub in_flight: u32,
    pub rounds: u32,
}

impl HandOff {
    pub async fn measure(&self, database: Option<&str>) -> BenchResult<Report> {
        let place = Place::beside(database).await?;
        let measured = self.measure_in(&place).await;
        place.take_away().await?;
        measured
    }

    async fn measure_in(&self, place: &Place) -> BenchResult<Report> {
        let mut raw = place.raw().await?;
        let mut report = Report::on(place, &mut raw, "hand-off").await?;
        let store = place.store().await?;
        // One round more: the first warms caches and connections.
        let all = self.runs * (self.rounds + 1);
        self.population(all)
            .fill(&*store, &mut raw, wall_clock())
            .await?;
        let runs = launched(&*store, all).await?;
        let hub = Served::hub(store.clone()).await?;
        let bare = Served::bare().await?;
        let client = client()?;
        let mut rates = [Vec::new(), Vec::new()];
        let mut waits = [Vec::new(), Vec::new()];
        for (round, runs) in runs.chunks(self.runs as usize).enumerate() {
            for (at, served) in [(0, &hub), (1, &bare)] {
                let watch = Stopwatch::start();
                let took = self.round(&client, served.address, runs).await?;
                if round > 0 {
                    rates[at].push(runs.len() as f64 / watch.seconds());
                    waits[at].extend(took.into_iter().map(|seconds| seconds * 1_000.0));
                }
            }
        }
        let [ours, floor] = rates.map(|rates| median(&rates));
        report.routines = self.runs;
        report.runs = self.rounds;
        report.figure("hand_offs_per_second", ours);
        report.figure("floor_hand_offs_per_second", floor);
        report.figure("ratio_of_rates", ours / floor);
        report.figure("in_flight", f64::from(self.in_flight));
        for (name, waits) in [("hand_off", &waits[0]), ("floor", &waits[1])] {
            for percent in [50, 95, 99] {
                report.figure(format!("{name}_p{percent}_ms"), percentile(waits, percent));
            }
        }
        if let Some(hub) = hub.hub {
            hub.drain(Duration::seconds(30)).await;
        }
        store.close().await;
        raw.close().await?;
        Ok(report.finish())
    }

    fn population(&self, routines: u32) -> Population {
        let anchor = wall_clock() - Duration::seconds(5);
        Population {
            routines,
            runs: 0,
            tenants: 10,
            policy: TenantPolicy::default(),
            launchers: vec![Launcher::Simulated(Simulation::default())],
            triggers: vec![TriggerSpec::Interval {
                every_seconds: 86_400,
                anchor,
            }],
            due: true,
            seed: 1,
        }
    }

    /// Answers how long each took, in seconds.
    async fn round(
        &self,
        client: &Client,
        address: SocketAddr,
        runs: &[RunId],
    ) -> BenchResult<Vec<f64>> {
        let url = format!("http://{address}{PATH}");
        stream::iter(runs)
            .map(|run| hand_off(client, &url, *run))
            .buffer_unordered(self.in_flight as usize)
            .try_collect()
            .await
    }
}

async fn hand_off(client: &Client, url: &str, run: RunId) -> BenchResult<f64> {
    let watch = Stopwatch::start();
    let body = serde_json::json!({ "routineRunId": run }).to_string();
    let answer = client
        .post(url)
        .bearer_auth(SECRET)
        .body(body)
        .send()
        .await
        .map_err(|error| BenchError::Wrong(format!("A hand-off got no answer: {error}.")))?;
    let took = watch.seconds();
    match answer.status() {
        StatusCode::ACCEPTED => Ok(took),
        status => Err(BenchError::Wrong(format!(
            "A hand-off was answered {status}, so its time means nothing."
        ))),
    }
}

/// As a worker has them in hand right before it hands them off.
async fn launched(store: &dyn Store, wanted: u32) -> BenchResult<Vec<RunId>> {
    let worker = WorkerIdentity {
        name: "bench-hand-off".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        zone_data: String::new(),
        launchers: vec![LauncherKind::Simulated],
        secrets: Vec::new(),
        poll_seconds: 30,
        clock_offset_ms: 0,
        started_at: wall_clock(),
    };
    let mut runs = Vec::new();
    while runs.len() < wanted as usize {
        let now = wall_clock();
        let batch = store.claim_due(&worker, &[], BATCH, now).await?;
        if batch.orders.is_empty() {
            return Err(BenchError::Wrong(format!(
                "Of {wanted} due routines {} were claimed, so there is not enough to hand off.",
                runs.len()
            )));
        }
        let leases: Vec<_> = batch.orders.iter().map(|order| order.lease).collect();
        store.begin_launches(&leases, now).await?;
        runs.extend(leases.into_iter().map(|lease| lease.run_id));
    }
    Ok(runs)
}

fn client() -> BenchResult<Client> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .build()
        .map_err(|error| BenchError::Place(format!("HTTP cannot be used here: {error}.")))
}

/// On loopback, until it is dropped.
struct Served {
    address: SocketAddr,
    hub: Option<Hub>,
    _stop: DropGuard,
}

impl Served {
    async fn hub(store: Arc<dyn Store>) -> BenchResult<Self> {
        let variable = ("ROUTINE_SECRET_HUB".to_owned(), SECRET.to_owned());
        let clock = Arc::new(SystemClock::new());
        let runner = SimulatedRunner::new(clock.clone(), Simulation::default());
        let hub = Hub::new(
            HubConfig::new("bench", "HUB"),
            store,
            clock,
            Arc::new(EnvironmentSecrets::from_variables([variable])),
            Some(Arc::new(runner)),
        );
        Self::listen(hub.router(), Some(hub)).await
    }

    /// The same server with nothing behind it.
    async fn bare() -> BenchResult<Self> {
        let accept = async |_: axum::body::Bytes| StatusCode::ACCEPTED;
        Self::listen(Router::new().route(PATH, post(accept)), None).await
    }

    async fn listen(router: Router, hub: Option<Hub>) -> BenchResult<Self> {
        let no_place =
            |error| BenchError::Place(format!("Nothing can be listened at on loopback: {error}."));
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(no_place)?;
        let address = listener.local_addr().map_err(no_place)?;
        let stop = CancellationToken::new();
        tokio::spawn(serve(listener, router, stop.clone()));
        Ok(Self {
            address,
            hub,
            _stop: stop.drop_guard(),
        })
    }
}
