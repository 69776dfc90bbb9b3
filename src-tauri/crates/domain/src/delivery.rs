//! Whether a run's result is delivered, decided at its outcome and apart from it (product.md,
//! section 5), and how often it is tried. Pure.

use chrono::Duration;

use crate::{Delivery, Instant, RunStatus, words::words};

words! {
    /// How one attempt to deliver a result has ended.
    DeliveryEnd, "outcome" {
        Delivered = "delivered",
        /// The destination says that it is no more: 404 or 410.
        Gone = "gone",
        /// Refused, or nobody answered.
        Failed = "failed",
    }
}

/// So often a result is sent, over about an hour.
pub const ATTEMPTS: u32 = 8;
const FIRST_WAIT_SECONDS: i64 = 30;

/// When it is sent again after the attempt of this number; never where it has arrived, where nobody
/// is there to take it, or after the last attempt.
pub fn retry_at(end: DeliveryEnd, attempt: u32, ended_at: Instant) -> Option<Instant> {
    let again = end == DeliveryEnd::Failed && attempt < ATTEMPTS;
    let doublings = attempt.saturating_sub(1).min(ATTEMPTS);
    again.then(|| ended_at + Duration::seconds(FIRST_WAIT_SECONDS << doublings))
}

/// What the run's delivery is after such an attempt.
pub fn standing_after(end: DeliveryEnd, attempt: u32) -> Delivery {
    match end {
        DeliveryEnd::Delivered => Delivery::Delivered,
        DeliveryEnd::Failed if attempt < ATTEMPTS => Delivery::Pending,
        DeliveryEnd::Failed | DeliveryEnd::Gone => Delivery::Failed,
    }
}

/// What the decision depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    pub status: RunStatus,
    /// The routine names a place for its results.
    pub has_destination: bool,
    /// Failed runs in a row with this one; none where it does not count, as a fire by hand.
    pub failed_in_a_row: Option<u32>,
    /// This failure switched the routine off.
    pub switched_off: bool,
}

/// A success is delivered. Of failures in a row the first is, and the one that switches the routine
/// off; those between are silent.
pub fn deliver(ended: Ended) -> Delivery {
    let speaks = match ended.status {
        RunStatus::Succeeded => true,
        RunStatus::Failed => ended.switched_off || matches!(ended.failed_in_a_row, None | Some(1)),
        _ => false,
    };
    match ended.has_destination && speaks {
        true => Delivery::Pending,
        false => Delivery::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_tried_eight_times_over_an_hour_and_not_where_nobody_is() {
        let at = crate::instant::from_millis(0).unwrap();
        let waits: Vec<_> = (1..=ATTEMPTS)
            .map_while(|attempt| retry_at(DeliveryEnd::Failed, attempt, at))
            .map(|again| (again - at).num_seconds())
            .collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 960, 1920]);
        for attempt in 1..=ATTEMPTS {
            for end in DeliveryEnd::ALL {
                let again = retry_at(*end, attempt, at).is_some();
                let stands = standing_after(*end, attempt);
                assert_eq!(again, stands == Delivery::Pending, "{end} {attempt}");
            }
        }
    }

    #[test]
    fn the_first_failure_speaks_the_tenth_does_and_those_between_are_silent() {
        use RunStatus::{Abandoned, Cancelled, Failed, ScheduleFailed, Skipped, Succeeded};
        for (status, failed_in_a_row, switched_off, speaks) in [
            (Succeeded, Some(0), false, true),
            (Succeeded, None, false, true),
            (Failed, Some(1), false, true),
            (Failed, Some(2), false, false),
            (Failed, Some(9), false, false),
            (Failed, Some(10), true, true),
            (Failed, Some(1), true, true),
            // By hand: whoever asked wants to know.
            (Failed, None, false, true),
            (ScheduleFailed, None, false, false),
            (Skipped, None, false, false),
            (Cancelled, None, false, false),
            (Abandoned, None, false, false),
        ] {
            let ended = |has_destination| Ended {
                status,
                has_destination,
                failed_in_a_row,
                switched_off,
            };
            let delivery = if speaks {
                Delivery::Pending
            } else {
                Delivery::None
            };
            assert_eq!(deliver(ended(true)), delivery, "{:?}", ended(true));
            assert_eq!(deliver(ended(false)), Delivery::None);
        }
    }
}
