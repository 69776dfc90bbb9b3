//! What a hub's answer means.

use reqwest::{Response, StatusCode};
use routine_domain::text::error_detail;
use routine_store::model::RunError;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    LaunchResult, Secret, WorkOutcome,
    launchers::{error, text::printable},
};

/// The longest answer that is read, in bytes.
const BODY_LIMIT: usize = 1024 * 1024;

/// The body of a 200.
#[derive(Deserialize)]
struct Answer {
    status: AnswerStatus,
    #[serde(default)]
    output: Option<Box<RawValue>>,
    #[serde(default)]
    error: Option<AnswerError>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum AnswerStatus {
    Succeeded,
    Failed,
}

/// A sentence, or a sentence with a code.
#[derive(Deserialize)]
#[serde(untagged)]
enum AnswerError {
    Sentence(String),
    Coded {
        #[serde(default)]
        code: Option<String>,
        message: String,
        #[serde(default)]
        detail: Option<String>,
    },
}

pub(super) async fn judge(
    mut response: Response,
    endpoint: &str,
    secret: Option<&Secret>,
) -> LaunchResult {
    let status = response.status();
    if status == StatusCode::ACCEPTED {
        return LaunchResult::HandedOff;
    }
    let body = read(&mut response).await;
    let text = without(secret, printable(&body.bytes));
    if status != StatusCode::OK {
        let code = match status {
            StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT => "unavailable",
            _ => "http_status",
        };
        return LaunchResult::Refused(error(
            code,
            format!("{endpoint} answered {status}."),
            detail(&text),
        ));
    }
    if body.broke_off {
        return LaunchResult::Unknown(error(
            "no_answer",
            format!("{endpoint} answered 200, but its answer broke off."),
            None,
        ));
    }
    match serde_json::from_str::<Answer>(&text) {
        Ok(answer) => LaunchResult::Finished(outcome(answer)),
        Err(_) => LaunchResult::Refused(error(
            "bad_answer",
            format!(
                "{endpoint} answered 200 without a JSON object of at most {BODY_LIMIT} bytes whose status is \"succeeded\" or \"failed\"."
            ),
            detail(&text),
        )),
    }
}

/// The outcome a body reports; None where it is no JSON object with a `status` of `succeeded` or `failed`.
pub fn read_outcome(body: &[u8]) -> Option<WorkOutcome> {
    let text = printable(body);
    serde_json::from_str(&text).ok().map(outcome)
}

/// The beginning of an answer's body.
struct Body {
    bytes: Vec<u8>,
    broke_off: bool,
}

async fn read(response: &mut Response) -> Body {
    let mut bytes = Vec::new();
    let broke_off = loop {
        match response.chunk().await {
            Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
            Ok(None) => break false,
            Err(_) => break true,
        }
        if bytes.len() > BODY_LIMIT {
            bytes.truncate(BODY_LIMIT);
            break false;
        }
    };
    Body { bytes, broke_off }
}

fn outcome(answer: Answer) -> WorkOutcome {
    let output = answer.output.and_then(|output| plain(&output));
    match answer.status {
        AnswerStatus::Succeeded => WorkOutcome::Succeeded { output },
        AnswerStatus::Failed => WorkOutcome::Failed {
            error: answer.error.map_or_else(
                || {
                    error(
                        "failed",
                        "The hub reported a failure without saying why.",
                        None,
                    )
                },
                RunError::from,
            ),
            output,
        },
    }
}

impl From<AnswerError> for RunError {
    fn from(reported: AnswerError) -> Self {
        let (code, message, detail) = match reported {
            AnswerError::Sentence(message) => (None, message, None),
            AnswerError::Coded {
                code,
                message,
                detail,
            } => (code, message, detail),
        };
        error(
            code.as_deref().unwrap_or("failed"),
            printable(message.as_bytes()),
            detail.map(|detail| printable(detail.as_bytes())),
        )
    }
}

/// A JSON string as its text, null as nothing, anything else as it was written.
fn plain(output: &RawValue) -> Option<String> {
    match serde_json::from_str::<Option<String>>(output.get()) {
        Ok(text) => text.map(|text| printable(text.as_bytes())),
        Err(_) => Some(output.get().to_owned()),
    }
}

/// The beginning of a body.
fn detail(text: &str) -> Option<String> {
    let cut = error_detail(text);
    (!cut.is_empty()).then_some(cut)
}

/// Some servers echo what they were sent.
fn without(secret: Option<&Secret>, text: String) -> String {
    match secret.map(Secret::expose) {
        Some(secret) if !secret.is_empty() => text.replace(secret, "[redacted]"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_answer(json: &str) -> WorkOutcome {
        outcome(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn output_is_text_or_json_as_written() {
        for (json, expected) in [
            (r#"{"status":"succeeded"}"#, None),
            (r#"{"status":"succeeded","output":null}"#, None),
            (
                r#"{"status":"succeeded","output":"done\u0000"}"#,
                Some("done\u{FFFD}"),
            ),
            (
                r#"{"status":"succeeded","output":{"n":9007199254740993}}"#,
                Some(r#"{"n":9007199254740993}"#),
            ),
        ] {
            let WorkOutcome::Succeeded { output } = read_answer(json) else {
                panic!("{json}");
            };
            assert_eq!(output.as_deref(), expected, "{json}");
        }
    }

    #[test]
    fn a_failure_is_a_sentence_with_or_without_a_code() {
        for (json, code, message) in [
            (
                r#"{"status":"failed","error":"no disk"}"#,
                "failed",
                "no disk",
            ),
            (
                r#"{"status":"failed","error":{"code":"disk","message":"no disk"}}"#,
                "disk",
                "no disk",
            ),
            (
                r#"{"status":"failed"}"#,
                "failed",
                "The hub reported a failure without saying why.",
            ),
        ] {
            let WorkOutcome::Failed { error, .. } = read_answer(json) else {
                panic!("{json}");
            };
            assert_eq!(
                (error.code.as_str(), error.message.as_str()),
                (code, message)
            );
        }
    }

    #[test]
    fn an_echoed_secret_is_taken_out() {
        let secret = Secret::new("hunter2");
        assert_eq!(
            without(Some(&secret), "you sent hunter2".into()),
            "you sent [redacted]"
        );
        assert_eq!(
            without(Some(&Secret::new("")), "as it was".into()),
            "as it was"
        );
    }
}
