//! Hands a run to a hub. The request carries the run's id and key and nothing about identity: the
//! hub reads the rest from the stored rows.

mod answer;
mod deliver;
mod probe;

pub use answer::read_outcome;
pub use probe::Probed;

use std::{error::Error, sync::Arc, time::Duration};

use async_trait::async_trait;
use reqwest::{
    Client, RequestBuilder,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue},
    redirect::Policy,
};
use routine_domain::{Launcher, definition::endpoint};
use routine_store::model::{LaunchOrder, RunError};

use super::{Launch, LaunchResult, TIMEOUT, error, not_mine};
use crate::{Clock, Secret, Secrets, secrets::VARIABLE_PREFIX};

/// A connection that takes longer than this will not come; nothing was sent, so that is a refusal.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub struct HttpLauncher {
    clock: Arc<dyn Clock>,
    secrets: Arc<dyn Secrets>,
    /// Or why there is none.
    client: Result<Client, String>,
    /// Where everything is handed to, whatever address a definition names.
    hub: Option<String>,
}

/// One request, and how long to wait for its answer.
pub struct Post<'a> {
    pub url: &'a str,
    pub secret_name: Option<&'a str>,
    /// None where no run is handed over.
    pub idempotency_key: Option<&'a str>,
    /// JSON.
    pub body: String,
    pub limit_seconds: u32,
}

impl HttpLauncher {
    pub fn new(clock: Arc<dyn Clock>, secrets: Arc<dyn Secrets>) -> Self {
        Self {
            clock,
            secrets,
            client: client().map_err(|error| reasons(&error)),
            hub: None,
        }
    }

    pub(super) fn handing_to(self, hub: Option<String>) -> Self {
        Self { hub, ..self }
    }

    /// Sends it and judges the answer as product.md, section 6, says: 202 is handed off, 200 is an
    /// outcome, anything definite else is a refusal.
    pub async fn post(&self, post: Post<'_>) -> LaunchResult {
        let endpoint = endpoint(post.url).unwrap_or_default();
        let prepared = self.secret(post.secret_name).and_then(|secret| {
            let request = self.request(&post, secret.as_ref())?;
            Ok((request, secret))
        });
        let (request, secret) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return LaunchResult::Refused(error),
        };
        let limit = i64::from(post.limit_seconds);
        let deadline = self.clock.now() + chrono::Duration::seconds(limit);
        tokio::select! {
            biased;
            result = hand_off(request, &endpoint, secret.as_ref()) => result,
            () = self.clock.sleep_until(deadline) => LaunchResult::Unknown(error(
                TIMEOUT,
                format!("{endpoint} did not answer within {limit} s."),
                None,
            )),
        }
    }

    fn request(
        &self,
        post: &Post<'_>,
        secret: Option<&Secret>,
    ) -> Result<RequestBuilder, RunError> {
        let client = self.client.as_ref().map_err(|reason| {
            error(
                "no_client",
                format!("HTTP cannot be used by this worker: {reason}."),
                None,
            )
        })?;
        let mut request = client
            .post(post.url)
            .header(CONTENT_TYPE, "application/json")
            .body(post.body.clone());
        if let Some(key) = post.idempotency_key {
            let key = HeaderValue::from_str(key).map_err(|_| {
                error(
                    "invalid_key",
                    "The idempotency key does not fit into a header.",
                    None,
                )
            })?;
            request = request.header("Idempotency-Key", key);
        }
        if let Some(secret) = secret {
            request = request.header(AUTHORIZATION, bearer(secret)?);
        }
        Ok(request)
    }

    fn secret(&self, name: Option<&str>) -> Result<Option<Secret>, RunError> {
        let Some(name) = name else {
            return Ok(None);
        };
        self.secrets.resolve(name).map(Some).ok_or_else(|| {
            error(
                "secret_unknown",
                format!("This worker does not know the secret {name}. Set {VARIABLE_PREFIX}{name} where it is started, or put a file {name} into its secrets directory."),
                None,
            )
        })
    }
}

#[async_trait]
impl Launch for HttpLauncher {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        let Launcher::Http {
            url, secret_name, ..
        } = &order.launcher
        else {
            return not_mine("http");
        };
        self.post(Post {
            url: self.hub.as_deref().unwrap_or(url),
            secret_name: secret_name.as_deref(),
            idempotency_key: Some(&order.idempotency_key),
            body: serde_json::json!({ "routineRunId": order.lease.run_id }).to_string(),
            limit_seconds: order.launch_timeout_seconds,
        })
        .await
    }
}

async fn hand_off(
    request: RequestBuilder,
    endpoint: &str,
    secret: Option<&Secret>,
) -> LaunchResult {
    let response = match request.send().await {
        Ok(response) => response,
        Err(failure) if failure.is_connect() || failure.is_builder() => {
            return LaunchResult::Refused(error(
                "refused",
                format!(
                    "{endpoint} could not be reached: {}.",
                    reasons(&failure.without_url())
                ),
                None,
            ));
        }
        Err(failure) => {
            return LaunchResult::Unknown(error(
                "no_answer",
                format!(
                    "{endpoint} gave no answer: {}.",
                    reasons(&failure.without_url())
                ),
                None,
            ));
        }
    };
    answer::judge(response, endpoint, secret).await
}

fn client() -> Result<Client, reqwest::Error> {
    // The first one in the process counts; any later one is the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .redirect(Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        .user_agent(concat!("routine-desk/", env!("CARGO_PKG_VERSION")))
        .build()
}

fn bearer(secret: &Secret) -> Result<HeaderValue, RunError> {
    let mut value = HeaderValue::from_str(&format!("Bearer {}", secret.expose())).map_err(|_| {
        error(
            "secret_unusable",
            "The secret holds a character that cannot be sent in a header. Store it without line breaks.",
            None,
        )
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// The innermost reason, which is the one a person can act on.
fn reasons(error: &dyn Error) -> String {
    let mut reason = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}
