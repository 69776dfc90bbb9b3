//! Calls from outside that fire routines, where the hub was told to take them. What was asked for is
//! a claimed run that any able worker takes up: a hub that takes calls need not carry runs.

mod signature;

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::{Bytes, HttpBody, to_bytes},
    extract::{ConnectInfo, Path, Request, State},
    response::Response,
    routing::post,
};
use routine_domain::{
    RefusedRequest, RoutineId,
    text::{INPUT_LIMIT, input},
};
use routine_store::model::{WebhookCall, WebhookOutcome};

pub use signature::{ID, SIGNATURE, TIMESTAMP, routine_key, sign, verify};

use crate::{answers, hub::Shared};

/// The longest id of a call, in bytes.
const ID_LIMIT: usize = 120;

/// `POST /webhooks/{routine id}`, where the hub's configuration names secrets for it.
pub(crate) fn router(hub: &Shared) -> Router<Arc<Shared>> {
    match hub.config.takes_webhooks() {
        true => Router::new().route("/webhooks/{id}", post(receive)),
        false => Router::new(),
    }
}

async fn receive(
    State(hub): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(routine): Path<String>,
    request: Request,
) -> Response {
    let (call, body) = match admitted(&hub, peer, &routine, request).await {
        Ok(admitted) => admitted,
        Err(refusal) => return refusal,
    };
    // With a dot in it, one call could be read as another that was signed alike.
    if call.len() > ID_LIMIT || call.contains('.') {
        return answers::bad_request(format!(
            "The id of a call is at most {ID_LIMIT} characters long and holds no dot."
        ));
    }
    let Ok(routine_id) = routine.parse::<RoutineId>() else {
        return answers::not_found(format!("\"{routine}\" is no id of a routine."));
    };
    let input = input_of(&body);
    let call = WebhookCall {
        routine_id,
        id: &call,
        input: input.as_deref(),
        hub: &hub.config.name,
    };
    match hub.store.request_by_webhook(call, hub.clock.now()).await {
        Ok(WebhookOutcome::Requested(run) | WebhookOutcome::Repeated(run)) => {
            answers::requested(run)
        }
        Ok(WebhookOutcome::Refused(sentence)) => answers::conflict(sentence),
        Ok(WebhookOutcome::NotFound) => {
            answers::not_found(format!("There is no routine {routine_id}."))
        }
        Err(error) => answers::unavailable(error.to_string()),
    }
}

/// The id and the body of a call whose signature is right. The whole body is signed, so it is read
/// before anything is known of its sender, and bounded.
async fn admitted(
    hub: &Shared,
    peer: SocketAddr,
    routine: &str,
    request: Request,
) -> Result<(String, Bytes), Response> {
    let too_long = || {
        answers::bad_request(format!(
            "The body is longer than {INPUT_LIMIT} bytes, or broke off."
        ))
    };
    if request.body().size_hint().lower() > INPUT_LIMIT as u64 {
        return Err(too_long());
    }
    let (head, body) = request.into_parts();
    let body = to_bytes(body, INPUT_LIMIT).await.map_err(|_| too_long())?;
    let secrets = hub.webhook_secrets();
    let verdict = verify(&head.headers, &body, routine, &secrets, hub.clock.now());
    let id = verdict.map_err(|reason| {
        hub.refusals
            .note(RefusedRequest::Webhook, reason, peer.ip());
        answers::unauthorized()
    })?;
    Ok((id, body))
}

/// The body is the input of this run where it is JSON; any other leaves the routine's own.
fn input_of(body: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?;
    input(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_is_json_is_the_input_as_it_was_written() {
        let exact = r#"{ "price": 4.50 }"#;
        assert_eq!(input_of(exact.as_bytes()).as_deref(), Some(exact));
        for other in [&b""[..], b"a=1&b=2", b"{", &[0xff, 0xfe]] {
            assert_eq!(input_of(other), None);
        }
    }
}
