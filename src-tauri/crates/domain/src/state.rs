//! The state of a routine, derived in one place from what the database keeps.

use serde::{Deserialize, Serialize};

use crate::{Instant, words::words};

words! {
    /// Who or what switched a routine off.
    OffBy, "off_by" {
        Person = "person",
        /// Too many consecutive failed runs.
        Fatigue = "fatigue",
        /// The stored trigger cannot be planned any more.
        Unschedulable = "unschedulable",
    }
}

words! {
    /// The name of a state, without its particulars: what lists are filtered and counted by.
    StateName, "state" {
        Deleted = "deleted",
        CannotFire = "cannot_fire",
        SwitchedOff = "switched_off",
        Off = "off",
        DeadLettered = "dead_lettered",
        Done = "done",
        Running = "running",
        Overdue = "overdue",
        BackingOff = "backing_off",
        Scheduled = "scheduled",
        Manual = "manual",
    }
}

/// How long past its time an unclaimed routine is called overdue, in seconds.
pub const OVERDUE_AFTER_SECONDS: i64 = 60;

/// What the state of a routine depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateFacts {
    pub off: Option<Off>,
    pub deleted: Option<Deletion>,
    pub dead_lettered_at: Option<Instant>,
    pub done_at: Option<Instant>,
    pub next_fire_at: Option<Instant>,
    /// Whether `next_fire_at` is the retry of a launch that failed.
    pub retry_waits: bool,
    pub consecutive_failures: u32,
    pub dead_letter_after: u32,
    /// When the oldest open run was claimed.
    pub running_since: Option<Instant>,
    /// What its open runs wait for, where none of them is under way.
    pub waits_for: Option<String>,
    /// When any worker last began a sweep.
    pub last_sweep_at: Option<Instant>,
}

/// A routine that is switched off: by whom, why, and until when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Off {
    pub by: OffBy,
    /// The person, or the worker that switched it off.
    pub actor: String,
    pub reason: String,
    pub at: Instant,
    pub resume_at: Option<Instant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deletion {
    pub actor: String,
    pub at: Instant,
}

words! {
    /// The likely cause of an overdue fire.
    OverdueCause, "overdue_cause" {
        /// No worker has begun a sweep since it was due.
        NobodySweeps = "nobody_sweeps",
        /// Workers sweep, but none of them may launch it.
        NoAbleWorker = "no_able_worker",
    }
}

/// The state of a routine, with what its second line needs to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RoutineState {
    Deleted {
        actor: String,
        at: Instant,
    },
    CannotFire {
        reason: String,
        at: Instant,
    },
    SwitchedOff {
        reason: String,
        at: Instant,
    },
    Off {
        actor: String,
        reason: String,
        at: Instant,
        resume_at: Option<Instant>,
    },
    DeadLettered {
        at: Instant,
    },
    Done {
        at: Instant,
    },
    Running {
        since: Instant,
        /// What it waits for before it is launched, where it has to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waits_for: Option<String>,
    },
    Overdue {
        since: Instant,
        cause: OverdueCause,
    },
    BackingOff {
        failures: u32,
        limit: u32,
        retry_at: Instant,
    },
    Scheduled {
        next_fire_at: Instant,
    },
    Manual,
}

impl RoutineState {
    /// The first state that applies, in the order of product.md, section 3.
    pub fn derive(facts: &StateFacts, now: Instant) -> RoutineState {
        if let Some(Deletion { actor, at }) = &facts.deleted {
            return RoutineState::Deleted {
                actor: actor.clone(),
                at: *at,
            };
        }
        if let Some(off) = &facts.off {
            return off.state();
        }
        if let Some(at) = facts.dead_lettered_at {
            return RoutineState::DeadLettered { at };
        }
        if let Some(at) = facts.done_at {
            return RoutineState::Done { at };
        }
        if let Some(since) = facts.running_since {
            return RoutineState::Running {
                since,
                waits_for: facts.waits_for.clone(),
            };
        }
        let Some(next) = facts.next_fire_at else {
            return RoutineState::Manual;
        };
        if now - next > chrono::Duration::seconds(OVERDUE_AFTER_SECONDS) {
            let swept = facts.last_sweep_at.is_some_and(|sweep| sweep > next);
            let cause = if swept {
                OverdueCause::NoAbleWorker
            } else {
                OverdueCause::NobodySweeps
            };
            return RoutineState::Overdue { since: next, cause };
        }
        if facts.retry_waits {
            return RoutineState::BackingOff {
                failures: facts.consecutive_failures,
                limit: facts.dead_letter_after,
                retry_at: next,
            };
        }
        RoutineState::Scheduled { next_fire_at: next }
    }

    pub fn name(&self) -> StateName {
        match self {
            RoutineState::Deleted { .. } => StateName::Deleted,
            RoutineState::CannotFire { .. } => StateName::CannotFire,
            RoutineState::SwitchedOff { .. } => StateName::SwitchedOff,
            RoutineState::Off { .. } => StateName::Off,
            RoutineState::DeadLettered { .. } => StateName::DeadLettered,
            RoutineState::Done { .. } => StateName::Done,
            RoutineState::Running { .. } => StateName::Running,
            RoutineState::Overdue { .. } => StateName::Overdue,
            RoutineState::BackingOff { .. } => StateName::BackingOff,
            RoutineState::Scheduled { .. } => StateName::Scheduled,
            RoutineState::Manual => StateName::Manual,
        }
    }
}

impl Off {
    fn state(&self) -> RoutineState {
        match self.by {
            OffBy::Person => RoutineState::Off {
                actor: self.actor.clone(),
                reason: self.reason.clone(),
                at: self.at,
                resume_at: self.resume_at,
            },
            OffBy::Fatigue => RoutineState::SwitchedOff {
                reason: self.reason.clone(),
                at: self.at,
            },
            OffBy::Unschedulable => RoutineState::CannotFire {
                reason: self.reason.clone(),
                at: self.at,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;
    use chrono::Duration;

    fn now() -> Instant {
        from_millis(1_700_000_000_000).unwrap()
    }

    fn scheduled() -> StateFacts {
        StateFacts {
            off: None,
            deleted: None,
            dead_lettered_at: None,
            done_at: None,
            next_fire_at: Some(now() + Duration::seconds(90)),
            retry_waits: false,
            consecutive_failures: 0,
            dead_letter_after: 5,
            running_since: None,
            waits_for: None,
            last_sweep_at: Some(now()),
        }
    }

    #[test]
    fn each_fact_wins_over_those_below_it() {
        let mut facts = scheduled();
        assert_eq!(
            RoutineState::derive(&facts, now()).name(),
            StateName::Scheduled
        );
        facts.retry_waits = true;
        assert_eq!(
            RoutineState::derive(&facts, now()).name(),
            StateName::BackingOff
        );
        facts.next_fire_at = Some(now() - Duration::seconds(61));
        assert_eq!(
            RoutineState::derive(&facts, now()).name(),
            StateName::Overdue
        );
        facts.running_since = Some(now());
        assert_eq!(
            RoutineState::derive(&facts, now()).name(),
            StateName::Running
        );
        facts.done_at = Some(now());
        assert_eq!(RoutineState::derive(&facts, now()).name(), StateName::Done);
        facts.dead_lettered_at = Some(now());
        assert_eq!(
            RoutineState::derive(&facts, now()).name(),
            StateName::DeadLettered
        );
        for (by, name) in [
            (OffBy::Person, StateName::Off),
            (OffBy::Fatigue, StateName::SwitchedOff),
            (OffBy::Unschedulable, StateName::CannotFire),
        ] {
            facts.off = Some(Off {
                by,
                actor: "ines@desk".into(),
                reason: String::new(),
                at: now(),
                resume_at: None,
            });
            assert_eq!(RoutineState::derive(&facts, now()).name(), name);
        }
        facts.deleted = Some(Deletion {
            actor: "ines@desk".into(),
            at: now(),
        });
        assert_eq!(
            RoutineState::derive(&facts, now()).name(),
            StateName::Deleted
        );
    }

    #[test]
    fn sixty_seconds_late_is_not_yet_overdue_and_the_cause_is_named() {
        let mut facts = scheduled();
        facts.next_fire_at = Some(now() - Duration::seconds(60));
        assert_eq!(
            RoutineState::derive(&facts, now()).name(),
            StateName::Scheduled
        );
        let later = now() + Duration::milliseconds(1);
        let cause = |facts: &StateFacts| match RoutineState::derive(facts, later) {
            RoutineState::Overdue { cause, .. } => cause,
            other => panic!("{other:?}"),
        };
        assert_eq!(cause(&facts), OverdueCause::NoAbleWorker);
        facts.last_sweep_at = Some(now() - Duration::seconds(90));
        assert_eq!(cause(&facts), OverdueCause::NobodySweeps);
    }
}
