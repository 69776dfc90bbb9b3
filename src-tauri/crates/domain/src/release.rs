//! Whether a run that waited for an endpoint is still to be launched once it answers: it obeys its
//! routine's rule for being late (product.md, section 5). Pure.

use chrono::Duration;

use crate::{Instant, Misfire, instant::in_words};

/// A run that waited for an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waited {
    pub misfire: Misfire,
    pub grace_seconds: u32,
    /// When it should have been launched: a retry, when it was to be tried again. None for a fire by
    /// hand, which is never too late.
    pub planned: Option<Instant>,
    /// No later occurrence of its routine waits too.
    pub is_newest: bool,
}

/// The sentence of the `missed` run it becomes; none where it is launched.
pub fn missed_meanwhile(waited: &Waited, now: Instant) -> Option<String> {
    let planned = waited.planned?;
    let late = now - planned;
    match waited.misfire {
        Misfire::FireAll => None,
        _ if !waited.is_newest => Some(
            "Missed: its endpoint was down, and a newer occurrence that waited too fires instead."
                .to_owned(),
        ),
        Misfire::Skip if late > Duration::seconds(i64::from(waited.grace_seconds)) => {
            Some(format!(
                "Missed: it was due at {}, its endpoint was down until {} s later, and the limit is {} s.",
                in_words(planned),
                late.num_seconds(),
                waited.grace_seconds
            ))
        }
        Misfire::FireOnce | Misfire::Skip => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;

    #[test]
    fn each_rule_decides_about_late_and_about_older_ones() {
        let planned = from_millis(1_700_000_000_000).unwrap();
        for (misfire, is_newest, late, missed) in [
            (Misfire::FireOnce, true, 9_000, false),
            (Misfire::FireOnce, false, 1, true),
            (Misfire::Skip, true, 600, false),
            (Misfire::Skip, true, 601, true),
            (Misfire::Skip, false, 1, true),
            (Misfire::FireAll, true, 9_000, false),
            (Misfire::FireAll, false, 9_000, false),
        ] {
            let waited = Waited {
                misfire,
                grace_seconds: 600,
                planned: Some(planned),
                is_newest,
            };
            let now = planned + Duration::seconds(late);
            let sentence = missed_meanwhile(&waited, now);
            assert_eq!(sentence.is_some(), missed, "{waited:?} {late}");
            let by_hand = Waited {
                planned: None,
                ..waited
            };
            assert_eq!(missed_meanwhile(&by_hand, now), None);
        }
    }
}
