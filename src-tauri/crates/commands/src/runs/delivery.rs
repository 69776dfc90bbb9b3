//! What became of a run's result, in words and with every attempt.

use chrono::Duration;
use routine_domain::{Delivery, Destination, Instant};
use routine_store::model::{DeliveryAttempt, Run};

use crate::wire::{DeliveryAttemptRow, DeliveryNote};

/// So long after it was due, an attempt that nobody makes is worth a word.
const PATIENCE_SECONDS: i64 = 60;

pub(super) fn note(
    run: &Run,
    destination: Option<&Destination>,
    attempts: Vec<DeliveryAttempt>,
    now: Instant,
) -> DeliveryNote {
    DeliveryNote {
        state: run.delivery,
        sentence: sentence(run, destination, &attempts, now),
        attempts: attempts.into_iter().map(DeliveryAttemptRow::from).collect(),
    }
}

fn sentence(
    run: &Run,
    destination: Option<&Destination>,
    attempts: &[DeliveryAttempt],
    now: Instant,
) -> String {
    let error = run.delivery_error.as_deref();
    match run.delivery {
        Delivery::None => "There is nothing to deliver.".to_owned(),
        Delivery::Delivered => {
            let last = attempts.last().and_then(|last| last.sent_to.as_deref());
            format!("Result delivered to {}.", last.unwrap_or("its destination"))
        }
        Delivery::Failed => {
            let why = error.unwrap_or("no reason was recorded.");
            format!("Result not delivered: {why}")
        }
        Delivery::Pending => {
            let why = error
                .map(str::to_owned)
                .or_else(|| nobody_takes_it(destination, attempts, now));
            match why {
                Some(why) => format!("Result not delivered yet: {why}"),
                None => "Result not delivered yet.".to_owned(),
            }
        }
    }
}

fn nobody_takes_it(
    destination: Option<&Destination>,
    attempts: &[DeliveryAttempt],
    now: Instant,
) -> Option<String> {
    let due = attempts.last().map(|last| last.due_at)?;
    if now - due < Duration::seconds(PATIENCE_SECONDS) {
        return None;
    }
    Some(match destination.and_then(Destination::secret_name) {
        Some(name) => format!("no worker that knows the secret {name} has taken it."),
        None => "no worker has taken it.".to_owned(),
    })
}

impl From<DeliveryAttempt> for DeliveryAttemptRow {
    fn from(attempt: DeliveryAttempt) -> Self {
        Self {
            attempt: attempt.attempt,
            due_at: attempt.due_at,
            worker: attempt.worker,
            started_at: attempt.started_at,
            ended_at: attempt.ended_at,
            sent_to: attempt.sent_to,
            outcome: attempt.outcome,
            message: attempt.message,
        }
    }
}
