//! Identifiers: UUIDv7, one type per kind of row, so that a run cannot be mistaken for a routine.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use uuid::{ContextV7, Timestamp, Uuid};

use crate::{Instant, Invalid};

macro_rules! identifier {
    ($($(#[$doc:meta])* $name:ident, $word:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "specta", derive(specta::Type))]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new identifier whose time part is `now`, so that keys sort by creation.
            pub fn new(now: Instant) -> Self {
                Self(uuid_v7(now))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(out)
            }
        }

        impl FromStr for $name {
            type Err = Invalid;

            fn from_str(text: &str) -> Result<Self, Invalid> {
                Uuid::from_str(text).map(Self).map_err(|_| {
                    Invalid::new(
                        concat!($word, "_id"),
                        format!(concat!("\"{}\" is not a ", $word, " id. Copy the id from a list: it looks like 0199a3c2-…"), text),
                    )
                })
            }
        }
    )*};
}

identifier! {
    /// A tenant: the space that owns definitions and routines.
    TenantId, "tenant";
    /// A definition: what can be run.
    DefinitionId, "definition";
    /// A routine.
    RoutineId, "routine";
    /// A run: one row of history.
    RunId, "run";
    /// A plan that revives many routines.
    RevivePlanId, "revive_plan";
    /// One pass of the scheduler.
    SweepId, "sweep";
    /// One audit event.
    AuditId, "audit";
    /// A connection that this desktop remembers.
    ProfileId, "profile";
}

/// A UUIDv7 (RFC 9562, section 5.7) with `now` in its time part and a process-wide counter behind
/// it, so that ids made within one millisecond still sort in the order they were made.
fn uuid_v7(now: Instant) -> Uuid {
    static CONTEXT: std::sync::Mutex<Option<ContextV7>> = std::sync::Mutex::new(None);
    let mut context = CONTEXT
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let context = context.get_or_insert_with(ContextV7::new);
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    Uuid::new_v7(Timestamp::from_unix(
        &*context,
        seconds,
        now.timestamp_subsec_nanos(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;

    #[test]
    fn ids_of_one_millisecond_sort_by_creation() {
        let now = from_millis(1_700_000_000_000).unwrap();
        let ids: Vec<_> = (0..1_000).map(|_| RunId::new(now)).collect();
        assert!(ids.is_sorted());
    }

    #[test]
    fn a_malformed_id_names_itself() {
        let refused = "abc".parse::<RoutineId>().unwrap_err();
        assert_eq!(refused.field, "routine_id");
        assert!(refused.message.contains("\"abc\" is not a routine id"));
    }
}
