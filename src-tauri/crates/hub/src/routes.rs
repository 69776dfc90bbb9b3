//! What a hub answers to whom.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json, Router,
    body::{Bytes, HttpBody, to_bytes},
    extract::{ConnectInfo, Path, Request, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use routine_domain::{RefusedRequest, RunId};
use routine_engine::launchers::read_outcome;
use routine_store::model::{CarryOutcome, CarryStart, ReportOutcome, RunReport};
use serde_json::json;

use crate::{
    Hub, Runner, answers, authorization::authorize, hub::Shared, requests::run_id,
    runners::carried, webhooks,
};

/// A hand-off is one identifier.
const HAND_OFF_LIMIT: usize = 16 * 1024;
/// An outcome brings its output.
const FINISH_LIMIT: usize = 1024 * 1024;

type Peer = ConnectInfo<SocketAddr>;

impl Hub {
    /// `POST /internal/routines/run` and `…/runs/{id}/finish` where a runner is mounted, `/webhooks/{id}`
    /// where calls are taken; `/healthz` and `/readyz` always.
    pub fn router(&self) -> Router {
        let always = Router::new()
            .route("/healthz", get(async || "ok"))
            .route("/readyz", get(ready));
        let mounted = match self.shared.runner {
            None => Router::new(),
            Some(_) => Router::new()
                .route("/internal/routines/run", post(run))
                .route("/internal/routines/runs/{id}/finish", post(finish)),
        };
        always
            .merge(mounted)
            .merge(webhooks::router(&self.shared))
            .with_state(self.shared.clone())
    }
}

async fn ready(State(hub): State<Arc<Shared>>) -> Response {
    if hub.draining.is_cancelled() {
        return answers::unavailable("The hub is draining.");
    }
    match hub.store.now().await {
        Ok(_) => "ready".into_response(),
        Err(error) => answers::unavailable(error.to_string()),
    }
}

/// The body of a request whose credential was accepted: that is judged first.
async fn admitted(
    hub: &Shared,
    peer: SocketAddr,
    request: Request,
    limit: usize,
) -> Result<Bytes, Response> {
    if let Err(reason) = authorize(request.headers(), hub.secret().as_ref()) {
        hub.refusals
            .note(RefusedRequest::HandOff, reason, peer.ip());
        return Err(answers::unauthorized());
    }
    let too_long = || {
        answers::bad_request(format!(
            "The body is longer than {limit} bytes, or broke off."
        ))
    };
    let announced = request.body().size_hint().lower();
    if announced > limit as u64 {
        return Err(too_long());
    }
    let body = to_bytes(request.into_body(), limit).await;
    body.map_err(|_| too_long())
}

async fn run(
    State(hub): State<Arc<Shared>>,
    ConnectInfo(peer): Peer,
    request: Request,
) -> Response {
    let id = match admitted(&hub, peer, request, HAND_OFF_LIMIT).await {
        Ok(body) => run_id(&body),
        Err(refusal) => return refusal,
    };
    let Some(id) = id else {
        return answers::bad_request(
            "The body must be a JSON object with the run's id: {\"routineRunId\": \"…\"}.",
        );
    };
    let Some(runner) = hub.runner.clone() else {
        return answers::not_found("No runner is mounted.");
    };
    let this = hub.clone();
    to_its_end(&hub, async move { take(&this, &*runner, id).await }).await
}

/// Whoever asked may hang up, and then nobody looks at their request any more: what it began ends all
/// the same, or a key would be taken that nobody works on.
async fn to_its_end(
    hub: &Shared,
    work: impl Future<Output = Response> + Send + 'static,
) -> Response {
    match hub.tasks.spawn(work).await {
        Ok(answer) => answer,
        Err(_) => answers::unavailable("It broke off in the middle."),
    }
}

async fn take(hub: &Arc<Shared>, runner: &dyn Runner, id: RunId) -> Response {
    let config = &hub.config;
    let now = hub.clock.now();
    let start = hub
        .store
        .start_carry(id, &config.name, config.silence_seconds, now);
    match start.await {
        Ok(CarryStart::Start(hand_off)) => {
            hub.carry(*hand_off);
            answers::accepted()
        }
        Ok(CarryStart::Carried { .. }) => answers::accepted(),
        Ok(CarryStart::TakenOver { hand_off, from }) => {
            if runner.is_repeatable(&hand_off) {
                tracing::warn!(run = %id, from, "does again what a silent hub may have done");
                hub.carry(*hand_off);
                return answers::accepted();
            }
            let message = format!(
                "The hub {from} had it and is silent: the work may have been done, and is not done again."
            );
            let lost = CarryOutcome::Abandoned { message };
            match hub
                .store
                .end_carry(&hand_off.order.idempotency_key, &lost, now)
                .await
            {
                Ok(_) => answers::accepted(),
                Err(error) => answers::unavailable(error.to_string()),
            }
        }
        Ok(CarryStart::NotOpen(status)) => answers::bad_request(format!(
            "The run {id} is {status}, so there is nothing to start."
        )),
        Ok(CarryStart::NotFound) => answers::bad_request(format!("There is no run {id}.")),
        Err(error) => answers::unavailable(error.to_string()),
    }
}

/// `{"status": "succeeded" | "failed", "output": …, "error": …}`, the first outcome wins.
async fn finish(
    State(hub): State<Arc<Shared>>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let outcome = match admitted(&hub, peer, request, FINISH_LIMIT).await {
        Ok(body) => read_outcome(&body),
        Err(refusal) => return refusal,
    };
    let Some(outcome) = outcome else {
        return answers::bad_request(
            "The body must be a JSON object whose status is \"succeeded\" or \"failed\".",
        );
    };
    let Ok(id) = id.parse::<RunId>() else {
        return answers::not_found(format!("\"{id}\" is no id of a run."));
    };
    let this = hub.clone();
    to_its_end(
        &hub,
        async move { finished(&this, id, carried(outcome)).await },
    )
    .await
}

async fn finished(hub: &Shared, id: RunId, outcome: CarryOutcome) -> Response {
    match record(hub, id, outcome).await {
        Ok(ReportOutcome::Recorded { .. }) => {
            (StatusCode::OK, Json(json!({ "recorded": true }))).into_response()
        }
        Ok(ReportOutcome::LostTheRace { status }) => (
            StatusCode::OK,
            Json(json!({ "recorded": false, "status": status })),
        )
            .into_response(),
        Ok(ReportOutcome::NotFound) => answers::not_found(format!("There is no run {id}.")),
        Err(error) => answers::unavailable(error.to_string()),
    }
}

/// By its key where a hub carries it, so that the key ends too.
async fn record(
    hub: &Shared,
    id: RunId,
    outcome: CarryOutcome,
) -> routine_store::StoreResult<ReportOutcome> {
    let Some(run) = hub.store.get_run(id).await? else {
        return Ok(ReportOutcome::NotFound);
    };
    let now = hub.clock.now();
    let ended = hub
        .store
        .end_carry(&run.idempotency_key, &outcome, now)
        .await?;
    if ended != ReportOutcome::NotFound {
        hub.carried.finished(&run.idempotency_key);
        return Ok(ended);
    }
    let report = RunReport {
        run_id: id,
        epoch: None,
        at: now,
        event: outcome.into(),
    };
    let recorded = hub.store.record_reports(&[report], now).await?;
    Ok(recorded
        .into_iter()
        .next()
        .unwrap_or(ReportOutcome::NotFound))
}
