//! What a worker or a hub shows to those who operate it: `/metrics` for Prometheus, `/healthz`,
//! `/readyz`.

use std::{net::TcpListener, sync::Arc};

use axum::{
    Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use metrics::gauge;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use routine_store::{Store, StoreResult, model::Gauges};

/// How late a launch is, in seconds: from unnoticed to a missed grace.
const LATENESS: [f64; 12] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, 60.0, 300.0, 600.0,
];

/// Counts from now on, once a process.
pub fn count() -> Result<PrometheusHandle, String> {
    PrometheusBuilder::new()
        .set_buckets_for_metric(
            Matcher::Full(routine_engine::measures::LATENESS.to_owned()),
            &LATENESS,
        )
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(|error| format!("Metrics cannot be counted: {error}."))
}

#[derive(Clone)]
struct Watched {
    store: Arc<dyn Store>,
    counted: PrometheusHandle,
}

/// `/metrics`: what was counted, and what the database says now.
pub fn metrics(store: Arc<dyn Store>, counted: PrometheusHandle) -> Router {
    Router::new()
        .route("/metrics", get(render))
        .with_state(Watched { store, counted })
}

/// For a worker, which answers nothing else.
pub fn worker(store: Arc<dyn Store>, counted: PrometheusHandle) -> Router {
    let health = Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(store.clone());
    health.merge(metrics(store, counted))
}

async fn ready(State(store): State<Arc<dyn Store>>) -> Response {
    match store.now().await {
        Ok(_) => "ready".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, error.to_string()).into_response(),
    }
}

/// Without the database the counters are still told.
async fn render(State(watched): State<Watched>) -> String {
    match read(&*watched.store).await {
        Ok(()) => gauge!("routine_database_up").set(1.0),
        Err(error) => {
            tracing::warn!(%error, "the database's figures could not be read");
            gauge!("routine_database_up").set(0.0);
        }
    }
    watched.counted.run_upkeep();
    watched.counted.render()
}

async fn read(store: &dyn Store) -> StoreResult<()> {
    let now = store.now().await?;
    let Gauges {
        due,
        overdue,
        open_runs,
        waiting_runs,
        dead_lettered,
        last_sweep_at,
        connections,
        idle_connections,
    } = store.gauges(now).await?;
    gauge!("routine_due").set(due);
    gauge!("routine_overdue").set(overdue);
    gauge!("routine_open_runs").set(open_runs);
    gauge!("routine_waiting_runs").set(waiting_runs);
    gauge!("routine_dead_lettered").set(dead_lettered);
    gauge!("routine_database_connections").set(connections);
    gauge!("routine_database_connections_idle").set(idle_connections);
    if let Some(at) = last_sweep_at {
        gauge!("routine_sweep_age_seconds").set((now - at).as_seconds_f64());
    }
    Ok(())
}

/// Serves on its own, for a process whose work is something else.
pub fn serve(listener: TcpListener, router: Router) -> Result<(), String> {
    let listener = tokio::net::TcpListener::from_std(listener)
        .map_err(|error| format!("The address cannot be listened at: {error}."))?;
    tokio::spawn(async move {
        let never = tokio_util::sync::CancellationToken::new();
        if let Err(error) = routine_hub::serve(listener, router, never).await {
            tracing::error!(%error, "metrics and health are not answered any more");
        }
    });
    Ok(())
}
