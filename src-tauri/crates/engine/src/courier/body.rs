//! What is told of a run.

use routine_domain::{DestinationForm, RunStatus, instant::rfc3339};
use routine_store::model::DeliveryOrder;
use serde::Serialize;
use serde_json::json;

/// The longest output in a message for people, in code points.
const TEXT_LIMIT: usize = 2_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'a> {
    run_id: String,
    routine_id: String,
    routine_name: &'a str,
    tenant_name: &'a str,
    owner: &'a str,
    idempotency_key: &'a str,
    status: &'static str,
    cause: &'static str,
    scheduled_for: Option<String>,
    launched_at: Option<String>,
    finished_at: Option<String>,
    error: Option<ToldError<'a>>,
    output: Option<&'a str>,
}

#[derive(Serialize)]
struct ToldError<'a> {
    code: &'a str,
    message: &'a str,
    detail: Option<&'a str>,
}

pub(super) fn of(order: &DeliveryOrder, form: DestinationForm) -> String {
    match form {
        DestinationForm::Json => json!(told(order)).to_string(),
        DestinationForm::Slack => json!({ "text": text(order) }).to_string(),
    }
}

fn told(order: &DeliveryOrder) -> Told<'_> {
    Told {
        run_id: order.run_id.to_string(),
        routine_id: order.routine_id.to_string(),
        routine_name: &order.routine_name,
        tenant_name: &order.tenant_name,
        owner: &order.owner,
        idempotency_key: &order.idempotency_key,
        status: order.status.as_str(),
        cause: order.cause.as_str(),
        scheduled_for: order.scheduled_for.map(rfc3339),
        launched_at: order.launched_at.map(rfc3339),
        finished_at: order.finished_at.map(rfc3339),
        error: order.error.as_ref().map(|error| ToldError {
            code: &error.code,
            message: &error.message,
            detail: error.detail.as_deref(),
        }),
        output: order.output.as_deref(),
    }
}

/// A line for people, and the output under it.
fn text(order: &DeliveryOrder) -> String {
    let name = escaped(&order.routine_name);
    let mut text = match (order.status, &order.error) {
        (RunStatus::Succeeded, _) => format!("*{name}* succeeded."),
        (status, None) => format!("*{name}* {status}."),
        (status, Some(error)) => format!("*{name}* {status}: {}", escaped(&error.message)),
    };
    let output = order.output.as_deref().map(str::trim).unwrap_or_default();
    if !output.is_empty() {
        let cut: String = output.chars().take(TEXT_LIMIT).collect();
        let more = if cut.len() < output.len() { "…" } else { "" };
        // What would end the block stays inside.
        let cut = escaped(&cut).replace("```", "'''");
        text.push_str(&format!("\n```\n{cut}{more}\n```"));
    }
    text
}

/// The three signs that such messages give a meaning of their own.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::{Cause, RoutineId, RunId, instant::from_millis};
    use routine_store::model::RunError;
    use serde_json::Value;

    fn order(error: Option<&str>, output: Option<&str>) -> DeliveryOrder {
        let at = from_millis(1_700_000_000_000).unwrap();
        DeliveryOrder {
            run_id: RunId::new(at),
            attempt: 1,
            destination: None,
            tenant_name: "Acme".into(),
            routine_id: RoutineId::new(at),
            routine_name: "Q&A <digest>".into(),
            owner: "ines@desk".into(),
            idempotency_key: "key".into(),
            scheduled_for: Some(at),
            cause: Cause::Schedule,
            status: match error {
                Some(_) => RunStatus::Failed,
                None => RunStatus::Succeeded,
            },
            launched_at: None,
            finished_at: Some(at),
            error: error.map(|message| RunError {
                code: "disk".into(),
                message: message.into(),
                detail: None,
            }),
            output: output.map(str::to_owned),
        }
    }

    #[test]
    fn a_message_for_people_is_one_line_and_the_output() {
        assert_eq!(
            text(&order(None, Some("a ``` <b>\n"))),
            "*Q&amp;A &lt;digest&gt;* succeeded.\n```\na ''' &lt;b&gt;\n```"
        );
        assert_eq!(
            text(&order(Some("No disk."), Some(" "))),
            "*Q&amp;A &lt;digest&gt;* failed: No disk."
        );
        let long = "é".repeat(TEXT_LIMIT + 1);
        assert!(text(&order(None, Some(&long))).ends_with("é…\n```"));
    }

    #[test]
    fn a_program_is_told_all_that_is_known() {
        let order = order(Some("No disk."), None);
        let told: Value = serde_json::from_str(&of(&order, DestinationForm::Json)).unwrap();
        assert_eq!(told["runId"], order.run_id.to_string());
        assert_eq!(told["status"], "failed");
        assert_eq!(told["scheduledFor"], "2023-11-14T22:13:20.000Z");
        assert_eq!(told["error"]["message"], "No disk.");
        assert_eq!(told["output"], Value::Null);
        let slack: Value = serde_json::from_str(&of(&order, DestinationForm::Slack)).unwrap();
        assert_eq!(slack.as_object().unwrap().len(), 1);
    }
}
