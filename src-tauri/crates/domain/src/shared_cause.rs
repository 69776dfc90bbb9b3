//! The one thing behind many failures, where there is one.

use serde::{Deserialize, Serialize};

use crate::Instant;

/// Failures that say the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureGroup {
    /// None for failures that are older than fingerprints.
    pub fingerprint: Option<String>,
    pub code: String,
    /// One sentence, as it was recorded.
    pub message: String,
    /// The launch failed, and no work was started.
    pub is_launch: bool,
    pub runs: u32,
    pub routines: u32,
    pub first_at: Instant,
    pub last_at: Instant,
}

/// What many failures share, in words that follow "Since 11:02".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SharedCause {
    pub since: Instant,
    pub sentence: String,
    pub fingerprint: Option<String>,
    pub code: String,
    pub is_launch: bool,
    pub runs: u32,
    pub routines: u32,
}

/// Fewer routines than this fail each for itself.
const FEWEST_ROUTINES: u32 = 2;
/// Fewer failures than this are no pattern.
const FEWEST_RUNS: u32 = 3;

/// The group that touches the most routines, if it touches several and is at least half of what failed.
pub fn shared_cause(groups: &[FailureGroup]) -> Option<SharedCause> {
    let all: u32 = groups.iter().map(|group| group.runs).sum();
    let group = groups
        .iter()
        .filter(|group| group.routines >= FEWEST_ROUTINES && group.runs >= FEWEST_RUNS)
        .max_by_key(|group| (group.routines, group.runs, group.last_at))?;
    if group.runs.saturating_mul(2) < all {
        return None;
    }
    let what = match group.is_launch {
        true => "launches",
        false => "runs",
    };
    let said = group.message.trim().trim_end_matches('.');
    Some(SharedCause {
        since: group.first_at,
        sentence: format!(
            "{} {what} of {} routines failed alike: \u{201c}{said}\u{201d}.",
            group.runs, group.routines
        ),
        fingerprint: group.fingerprint.clone(),
        code: group.code.clone(),
        is_launch: group.is_launch,
        runs: group.runs,
        routines: group.routines,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;

    fn group(message: &str, runs: u32, routines: u32) -> FailureGroup {
        let at = from_millis(1_700_000_000_000).unwrap();
        FailureGroup {
            fingerprint: Some(message.into()),
            code: "hub_503".into(),
            message: message.into(),
            is_launch: true,
            runs,
            routines,
            first_at: at,
            last_at: at,
        }
    }

    #[test]
    fn the_widest_group_is_named() {
        let cause = shared_cause(&[
            group("Exit code 1.", 8, 1),
            group("The hub answered 503 Service Unavailable.", 40, 9),
        ]);
        assert_eq!(
            cause.unwrap().sentence,
            "40 launches of 9 routines failed alike: “The hub answered 503 Service Unavailable”."
        );
    }

    #[test]
    fn failures_of_one_routine_or_of_many_kinds_share_nothing() {
        assert_eq!(shared_cause(&[]), None);
        assert_eq!(shared_cause(&[group("Exit code 1.", 30, 1)]), None);
        assert_eq!(shared_cause(&[group("a", 2, 2)]), None);
        let scattered = [group("a", 3, 2), group("b", 4, 1), group("c", 4, 1)];
        assert_eq!(shared_cause(&scattered), None);
    }
}
