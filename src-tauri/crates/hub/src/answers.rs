//! The answers of the hub's routes, each a small JSON object; the one for a refused credential is the
//! same byte for byte, whatever was wrong with it.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use routine_domain::RunId;
use serde_json::json;

pub(crate) fn accepted() -> Response {
    (StatusCode::ACCEPTED, Json(json!({ "accepted": true }))).into_response()
}

/// A call fired this run, now or when it came before.
pub(crate) fn requested(run: RunId) -> Response {
    let body = json!({ "accepted": true, "routineRunId": run });
    (StatusCode::ACCEPTED, Json(body)).into_response()
}

pub(crate) fn unauthorized() -> Response {
    refused(StatusCode::UNAUTHORIZED, "The credential was not accepted.")
}

pub(crate) fn bad_request(sentence: impl Into<String>) -> Response {
    refused(StatusCode::BAD_REQUEST, sentence)
}

pub(crate) fn not_found(sentence: impl Into<String>) -> Response {
    refused(StatusCode::NOT_FOUND, sentence)
}

/// Not as things stand.
pub(crate) fn conflict(sentence: impl Into<String>) -> Response {
    refused(StatusCode::CONFLICT, sentence)
}

/// Nothing was started, so the worker may try again.
pub(crate) fn unavailable(sentence: impl Into<String>) -> Response {
    refused(StatusCode::SERVICE_UNAVAILABLE, sentence)
}

fn refused(status: StatusCode, sentence: impl Into<String>) -> Response {
    (status, Json(json!({ "error": sentence.into() }))).into_response()
}
