//! The words of a hand-off from a worker to a hub.

use crate::words::words;

words! {
    /// Why a hub refused a hand-off.
    RefusalReason, "reason" {
        /// The hub has no secret.
        Unconfigured = "unconfigured",
        /// The request brings none.
        Missing = "missing",
        Wrong = "wrong",
    }
}

words! {
    /// What a hub answered to a request with the worker's secret and no run.
    ProbeFinding, "finding" {
        Accepted = "accepted",
        Refused = "refused",
        NotMounted = "not_mounted",
        Unreachable = "unreachable",
        Unexpected = "unexpected",
    }
}

words! {
    /// How work that a hub carried has ended.
    CarryEnd, "outcome" {
        Succeeded = "succeeded",
        Failed = "failed",
        Abandoned = "abandoned",
    }
}
