//! What a worker counts of itself, by the names under which `/metrics` tells it. Without anyone who
//! collects, counting costs nothing.

use metrics::{counter, histogram};
use routine_domain::{DeliveryEnd, Instant, RunStatus};
use routine_store::model::{RunEvent, SweepEnd};

/// Seconds from the planned time to the launch.
pub const LATENESS: &str = "routine_lateness_seconds";

pub(crate) fn pass_ended(counts: &SweepEnd) {
    counter!("routine_sweeps_total").increment(1);
    counter!("routine_claimed_total").increment(counts.claimed.into());
    counter!("routine_launched_total").increment(counts.launched.into());
    counter!("routine_skipped_total").increment(counts.skipped.into());
    counter!("routine_missed_total").increment(counts.missed.into());
    counter!("routine_taken_over_total").increment(counts.taken_over.into());
    if counts.error.is_some() {
        counter!("routine_sweeps_failed_total").increment(1);
    }
}

pub(crate) fn launched(scheduled_for: Option<Instant>, now: Instant) {
    if let Some(planned) = scheduled_for {
        histogram!(LATENESS).record((now - planned).as_seconds_f64().max(0.0));
    }
}

/// Failures by class, which is the code of the error.
pub(crate) fn recorded(event: &RunEvent) {
    let status = event.status();
    counter!("routine_runs_total", "status" => status.as_str()).increment(1);
    let code = match event {
        RunEvent::ScheduleFailed { error } | RunEvent::Failed { error, .. } => error.code.clone(),
        RunEvent::Abandoned { .. } => RunStatus::Abandoned.as_str().to_owned(),
        _ => return,
    };
    counter!("routine_failures_total", "status" => status.as_str(), "code" => code).increment(1);
}

pub(crate) fn dead_lettered() {
    counter!("routine_dead_letters_total").increment(1);
}

pub(crate) fn delivery_ended(end: DeliveryEnd) {
    counter!("routine_deliveries_total", "outcome" => end.as_str()).increment(1);
}

pub(crate) fn switched_off() {
    counter!("routine_switched_off_total").increment(1);
}
