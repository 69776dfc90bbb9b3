//! Whether a run's result is delivered, decided at its outcome and apart from it (product.md,
//! section 5). Pure.

use crate::{Delivery, RunStatus};

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
