use std::sync::Arc;

use async_trait::async_trait;
use routine_domain::instant::rfc3339;
use routine_engine::{
    Clock, Secrets,
    launchers::{HttpLauncher, Post},
};
use routine_store::model::{HandOff, RunError};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{ended, failed};
use crate::{Ended, Runner};

/// Posts what the stored rows say of the run to an endpoint of the user's: 200 with an outcome ends
/// it, 202 means that the outcome is reported later.
pub struct ForwardRunner {
    http: HttpLauncher,
    url: String,
    secret_name: Option<String>,
    limit_seconds: u32,
}

impl ForwardRunner {
    pub fn new(
        clock: Arc<dyn Clock>,
        secrets: Arc<dyn Secrets>,
        url: String,
        secret_name: Option<String>,
        limit_seconds: u32,
    ) -> Self {
        Self {
            http: HttpLauncher::new(clock, secrets),
            url,
            secret_name,
            limit_seconds,
        }
    }
}

/// What is posted.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Forwarded<'a> {
    run_id: String,
    routine_id: String,
    routine_name: &'a str,
    tenant_id: String,
    owner: &'a str,
    instruction: &'a str,
    /// As it was written: numbers keep their digits.
    input: &'a RawValue,
    scheduled_for: Option<String>,
    attempt: u32,
    cause: &'static str,
}

#[async_trait]
impl Runner for ForwardRunner {
    /// The endpoint knows the key and can tell a second time.
    fn is_repeatable(&self, _: &HandOff) -> bool {
        true
    }

    async fn run(&self, hand_off: &HandOff) -> Ended {
        let order = &hand_off.order;
        let body = match body(hand_off) {
            Ok(body) => body,
            Err(error) => {
                return Ended::With(failed(RunError {
                    code: "unreadable_input".into(),
                    message: format!("The stored input is no JSON: {error}."),
                    detail: None,
                }));
            }
        };
        let post = Post {
            url: &self.url,
            secret_name: self.secret_name.as_deref(),
            idempotency_key: Some(&order.idempotency_key),
            body,
            limit_seconds: self.limit_seconds,
        };
        ended(self.http.post(post).await).await
    }
}

fn body(hand_off: &HandOff) -> serde_json::Result<String> {
    let order = &hand_off.order;
    serde_json::to_string(&Forwarded {
        run_id: order.lease.run_id.to_string(),
        routine_id: order.routine_id.to_string(),
        routine_name: &order.routine_name,
        tenant_id: order.tenant_id.to_string(),
        owner: &hand_off.owner,
        instruction: &order.instruction,
        input: serde_json::from_str(&order.input)?,
        scheduled_for: order.scheduled_for.map(rfc3339),
        attempt: order.attempt,
        cause: order.cause.as_str(),
    })
}
