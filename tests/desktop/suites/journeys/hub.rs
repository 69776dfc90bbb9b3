//! A hub on loopback that refuses every launch until it is told to be well.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::post,
};
use routine_desktop_tests::Result;
use serde_json::json;
use tokio::net::TcpListener;

pub struct Hub {
    pub url: String,
    well: Arc<AtomicBool>,
}

impl Hub {
    pub async fn start() -> Result<Self> {
        let well = Arc::<AtomicBool>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/run", listener.local_addr()?);
        let app = Router::new()
            .route("/run", post(answer))
            .with_state(well.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self { url, well })
    }

    pub fn recover(&self) {
        self.well.store(true, Ordering::SeqCst);
    }
}

async fn answer(State(well): State<Arc<AtomicBool>>) -> Response {
    if well.load(Ordering::SeqCst) {
        Json(json!({ "status": "succeeded" })).into_response()
    } else {
        (StatusCode::INTERNAL_SERVER_ERROR, "the ledger is closed").into_response()
    }
}
