//! A hub on loopback that counts what it is handed, by idempotency key.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch};

pub struct Receiver {
    pub url: String,
    shared: Arc<Shared>,
}

struct Shared {
    calls: Mutex<HashMap<String, u32>>,
    total: watch::Sender<u32>,
    /// While false, calls are counted and get no answer.
    answers: watch::Sender<bool>,
}

impl Receiver {
    pub async fn start(answers: bool) -> Self {
        let shared = Arc::new(Shared {
            calls: Mutex::default(),
            total: watch::Sender::new(0),
            answers: watch::Sender::new(answers),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/run", listener.local_addr().unwrap());
        let app = Router::new()
            .route("/run", post(receive))
            .with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { url, shared }
    }

    pub fn answer(&self) {
        self.shared.answers.send_replace(true);
    }

    /// Resolves once it was called `total` times.
    pub async fn called(&self, total: u32) {
        let mut calls = self.shared.total.subscribe();
        calls.wait_for(|calls| *calls >= total).await.unwrap();
    }

    pub fn calls(&self) -> HashMap<String, u32> {
        self.shared.calls.lock().unwrap().clone()
    }
}

async fn receive(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
) -> Result<Json<Value>, StatusCode> {
    // As a hub answers a worker that only asks whether it would take a run.
    let key = headers
        .get("idempotency-key")
        .ok_or(StatusCode::BAD_REQUEST)?;
    let key = key.to_str().unwrap().to_owned();
    *shared.calls.lock().unwrap().entry(key).or_default() += 1;
    shared.total.send_modify(|total| *total += 1);
    let mut answers = shared.answers.subscribe();
    answers.wait_for(|answers| *answers).await.unwrap();
    Ok(Json(json!({"status": "succeeded"})))
}
