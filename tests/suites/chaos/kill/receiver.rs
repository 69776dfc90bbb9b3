//! A hub on loopback: it accepts an idempotency key once, says so each time, and now and then says
//! nothing at all.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::json;
use tokio::{net::TcpListener, sync::watch};

/// Every so many keys, the first call gets no answer.
const SILENT_EVERY: u64 = 25;

pub struct Receiver {
    pub url: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    calls: Mutex<HashMap<String, u64>>,
    accepted: watch::Sender<u64>,
}

impl Receiver {
    pub async fn start() -> Self {
        let shared = Arc::<Shared>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/run", listener.local_addr().unwrap());
        let app = Router::new()
            .route("/run", post(receive))
            .with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { url, shared }
    }

    /// Resolves once `more` further keys were accepted.
    pub async fn accepts(&self, more: u64) {
        let mut accepted = self.shared.accepted.subscribe();
        let wanted = *accepted.borrow() + more;
        accepted.wait_for(|count| *count >= wanted).await.unwrap();
    }

    /// How often each key came.
    pub fn calls(&self) -> HashMap<String, u64> {
        self.shared.calls.lock().unwrap().clone()
    }
}

async fn receive(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let Some(key) = headers.get("idempotency-key") else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let key = key.to_str().unwrap().to_owned();
    let is_new = {
        let mut calls = shared.calls.lock().unwrap();
        let count = calls.entry(key).or_default();
        *count += 1;
        *count == 1
    };
    if is_new {
        let mut number = 0;
        shared.accepted.send_modify(|accepted| {
            *accepted += 1;
            number = *accepted;
        });
        if number % SILENT_EVERY == 0 {
            return std::future::pending().await;
        }
    }
    Json(json!({"status": "succeeded"})).into_response()
}
