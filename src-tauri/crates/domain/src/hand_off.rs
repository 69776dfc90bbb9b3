//! The words of a hand-off from a worker to a hub.

use crate::words::words;

words! {
    /// Why a hub refused a hand-off or a web-hook call.
    RefusalReason, "reason" {
        /// The hub has no secret.
        Unconfigured = "unconfigured",
        /// The request brings none.
        Missing = "missing",
        Wrong = "wrong",
        /// A web-hook call from too long ago, or from the future.
        Stale = "stale",
    }
}

words! {
    /// What a hub was asked for without the right credential.
    RefusedRequest, "request" {
        HandOff = "hand_off",
        Webhook = "webhook",
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
