//! Whether a hand-off would work, without handing anything off.

use reqwest::StatusCode;
use routine_domain::{ProbeFinding, definition::endpoint};

use super::{HttpLauncher, Post, reasons};

/// A hub that does not answer within this is as good as unreachable.
const LIMIT_SECONDS: u32 = 10;

/// What was found, and the sentence that says what it means and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probed {
    pub finding: ProbeFinding,
    pub message: String,
}

impl HttpLauncher {
    /// Asks a hub with the secret and without a run: 400 means that it would have accepted one
    /// (product.md, section 6).
    pub async fn probe(&self, url: &str, secret_name: Option<&str>) -> Probed {
        let endpoint = endpoint(url).unwrap_or_default();
        let post = Post {
            url,
            secret_name,
            idempotency_key: None,
            body: "{}".to_owned(),
            limit_seconds: LIMIT_SECONDS,
        };
        let unreachable = |why: &str| Probed {
            finding: ProbeFinding::Unreachable,
            message: format!("{endpoint} cannot be asked: {why}"),
        };
        let secret = match self.secret(secret_name) {
            Ok(secret) => secret,
            Err(error) => return unreachable(&error.message),
        };
        let request = match self.request(&post, secret.as_ref()) {
            Ok(request) => request,
            Err(error) => return unreachable(&error.message),
        };
        let limit = i64::from(LIMIT_SECONDS);
        let deadline = self.clock.now() + chrono::Duration::seconds(limit);
        tokio::select! {
            biased;
            answer = request.send() => match answer {
                Ok(answer) => judge(answer.status(), &endpoint, secret_name),
                Err(failure) => unreachable(&format!("{}.", reasons(&failure.without_url()))),
            },
            () = self.clock.sleep_until(deadline) => {
                unreachable(&format!("it did not answer within {limit} s."))
            }
        }
    }
}

fn judge(status: StatusCode, endpoint: &str, secret_name: Option<&str>) -> Probed {
    let secret = match secret_name {
        Some(name) => format!("the secret {name}"),
        None => "a request without a secret".to_owned(),
    };
    let (finding, message) = match status {
        StatusCode::BAD_REQUEST => (
            ProbeFinding::Accepted,
            format!("{endpoint} accepts {secret}."),
        ),
        StatusCode::UNAUTHORIZED => (
            ProbeFinding::Refused,
            format!("{endpoint} refuses {secret}: 401. Give worker and hub the same one."),
        ),
        StatusCode::NOT_FOUND => (
            ProbeFinding::NotMounted,
            format!(
                "{endpoint} knows no such address: 404. Check the URL, and that the hub has a runner."
            ),
        ),
        _ => (
            ProbeFinding::Unexpected,
            format!("{endpoint} answers {status} to a request without a run. A hub answers 400."),
        ),
    };
    Probed { finding, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_answer_has_its_meaning() {
        let finding = |status| judge(status, "http://hub:80", Some("HUB")).finding;
        assert_eq!(finding(StatusCode::BAD_REQUEST), ProbeFinding::Accepted);
        assert_eq!(finding(StatusCode::UNAUTHORIZED), ProbeFinding::Refused);
        assert_eq!(finding(StatusCode::NOT_FOUND), ProbeFinding::NotMounted);
        for other in [
            StatusCode::OK,
            StatusCode::ACCEPTED,
            StatusCode::BAD_GATEWAY,
        ] {
            assert_eq!(finding(other), ProbeFinding::Unexpected);
        }
    }
}
