//! Brings a result to its destination.

use reqwest::StatusCode;
use routine_domain::DeliveryEnd;

use super::{HttpLauncher, Post, reasons};

impl HttpLauncher {
    /// Sends it and says how that ended, with a sentence where it did not arrive. Names the
    /// destination by `place` alone.
    pub(crate) async fn deliver(
        &self,
        post: Post<'_>,
        place: &str,
    ) -> (DeliveryEnd, Option<String>) {
        let prepared = self
            .secret(post.secret_name)
            .and_then(|secret| self.request(&post, secret.as_ref()));
        let request = match prepared {
            Ok(request) => request,
            Err(error) => return (DeliveryEnd::Failed, Some(error.message)),
        };
        let limit = i64::from(post.limit_seconds);
        let deadline = self.clock.now() + chrono::Duration::seconds(limit);
        tokio::select! {
            biased;
            answer = request.send() => match answer {
                Ok(answer) => judge(answer.status(), place),
                Err(failure) => {
                    let why = reasons(&failure.without_url());
                    (DeliveryEnd::Failed, Some(format!("{place} could not be reached: {why}.")))
                }
            },
            () = self.clock.sleep_until(deadline) => {
                (DeliveryEnd::Failed, Some(format!("{place} did not answer within {limit} s.")))
            }
        }
    }
}

fn judge(status: StatusCode, place: &str) -> (DeliveryEnd, Option<String>) {
    match status {
        status if status.is_success() => (DeliveryEnd::Delivered, None),
        StatusCode::NOT_FOUND | StatusCode::GONE => (
            DeliveryEnd::Gone,
            Some(format!(
                "{place} answered {status}: the destination is gone. Name another one in the routine."
            )),
        ),
        status => (
            DeliveryEnd::Failed,
            Some(format!("{place} answered {status}.")),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_answer_has_its_end() {
        let end = |status| judge(status, "chat.example").0;
        for arrived in [StatusCode::OK, StatusCode::ACCEPTED, StatusCode::NO_CONTENT] {
            assert_eq!(end(arrived), DeliveryEnd::Delivered);
        }
        assert_eq!(end(StatusCode::NOT_FOUND), DeliveryEnd::Gone);
        assert_eq!(end(StatusCode::GONE), DeliveryEnd::Gone);
        for later in [
            StatusCode::FOUND,
            StatusCode::UNAUTHORIZED,
            StatusCode::TOO_MANY_REQUESTS,
            StatusCode::BAD_GATEWAY,
        ] {
            assert_eq!(end(later), DeliveryEnd::Failed);
        }
    }
}
