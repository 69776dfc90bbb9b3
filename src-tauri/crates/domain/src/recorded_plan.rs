//! When a routine was in the schedule, with which trigger, and how far its plan had been decided each
//! time that changed. Built from the records of these changes; decides nothing about history.

use chrono::TimeDelta;

use crate::{
    Instant, Routine, Trigger, TriggerSpec,
    words::words,
    zone::{TZDB_VERSION, Zone},
};

/// Instants are whole milliseconds.
const STEP: TimeDelta = TimeDelta::milliseconds(1);

words! {
    /// Whether a routine is in the schedule, and what keeps it out; the first that applies.
    Standing, "standing" {
        Deleted = "deleted",
        Off = "off",
        DeadLettered = "dead_lettered",
        On = "on",
    }
}

impl Standing {
    pub fn of(routine: &Routine) -> Self {
        if routine.deleted.is_some() {
            Self::Deleted
        } else if routine.off.is_some() {
            Self::Off
        } else if routine.placement.dead_lettered_at.is_some() {
            Self::DeadLettered
        } else {
            Self::On
        }
    }
}

/// The record of one change of what a plan is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduleChange {
    pub at: Instant,
    /// The word of the change in the journal.
    pub kind: String,
    pub actor: String,
    /// Why it is off, where someone said so.
    pub reason: Option<String>,
    /// The rest describes the routine as the change left it.
    pub revision: u32,
    pub standing: Standing,
    pub trigger: TriggerSpec,
    pub zone_data: String,
    /// The first occurrence that nobody had decided when the change came. None: there was none.
    pub dropped_from: Option<Instant>,
    /// The first occurrence to be decided from then on. None: none is to come.
    pub planned_from: Option<Instant>,
}

/// The kind of the first record of a routine that was made while records are kept.
pub const CREATED: &str = "routine.created";

impl ScheduleChange {
    /// From `before`, none for a new routine, to `after`; made under its lock.
    pub fn between(
        before: Option<&Routine>,
        after: &Routine,
        kind: &str,
        actor: &str,
        at: Instant,
    ) -> Self {
        let reason = after.off.as_ref().map(|off| off.reason.clone());
        Self {
            at,
            kind: kind.to_owned(),
            actor: actor.to_owned(),
            reason: reason.filter(|reason| !reason.is_empty()),
            revision: after.revision,
            standing: Standing::of(after),
            trigger: after.trigger.clone(),
            zone_data: TZDB_VERSION.to_owned(),
            dropped_from: before.and_then(undecided_from),
            planned_from: undecided_from(after),
        }
    }
}

/// Whether a change has to be recorded: it moved the schedule, or the place of the routine in it.
pub fn moves_plan(before: &Routine, after: &Routine) -> bool {
    before.schedule_revision != after.schedule_revision
        || before.trigger != after.trigger
        || before.placement != after.placement
}

/// The first occurrence that no claim has decided yet. What waits for a retry is decided; what passes
/// meanwhile is not.
pub fn undecided_from(routine: &Routine) -> Option<Instant> {
    match routine.placement.retry {
        Some(retry) => {
            let trigger = routine.trigger.parse().ok()?;
            trigger.next_after(retry.scheduled_for)
        }
        None => routine.placement.next_fire_at,
    }
}

/// What was to become of one planned time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// Out of the schedule at that time, or dropped undecided by a later change of it.
    Explained,
    /// It passes while the routine backs off, and its retry will sum it up.
    BackingOff,
    /// Nobody has looked yet.
    Awaited,
    /// It had to leave a trace, but what was planned cannot be worked out for certain.
    Uncertain,
    /// It had to leave a trace.
    Decided,
}

/// From one recorded change to the next.
#[derive(Debug)]
pub struct Span<'a> {
    pub began: &'a ScheduleChange,
    /// None: it lasts.
    pub ended: Option<&'a ScheduleChange>,
    /// None: the recorded trigger cannot be read any more.
    pub trigger: Option<Trigger>,
    /// What it has seen of the clock.
    until: Instant,
    plan: Option<Plan>,
    certain: bool,
}

/// Occurrences from `from` on, in the schedule.
#[derive(Debug)]
struct Plan {
    from: Instant,
    /// Occurrences before this had been decided when the span ended. None: all of them.
    decided_before: Option<Instant>,
    /// The latest that the span can have seen, included.
    until: Option<Instant>,
    beyond: Expected,
}

/// All spans of one routine, oldest first.
#[derive(Debug)]
pub struct RecordedPlan<'a> {
    pub spans: Vec<Span<'a>>,
    /// The routine is not as its last record left it: someone changed it past the program.
    pub unrecorded_change: bool,
}

impl<'a> RecordedPlan<'a> {
    pub fn of(routine: &Routine, changes: &'a [ScheduleChange], now: Instant) -> Self {
        let unrecorded_change = changes.last().is_none_or(|last| {
            last.trigger != routine.trigger || last.standing != Standing::of(routine)
        });
        let spans = changes.iter().enumerate().map(|(place, began)| {
            let ended = changes.get(place + 1);
            let trigger = began.trigger.parse().ok();
            Span {
                began,
                ended,
                until: ended.map_or(now, |ended| ended.at),
                certain: (ended.is_some() || !unrecorded_change)
                    && is_certain(trigger.as_ref(), &began.zone_data),
                trigger,
                plan: (began.standing == Standing::On)
                    .then_some(began.planned_from)
                    .flatten()
                    .map(|from| match ended {
                        Some(ended) => past(from, ended),
                        None => present(from, routine, now),
                    }),
            }
        });
        Self {
            spans: spans.collect(),
            unrecorded_change,
        }
    }

    /// Since when the records say everything; none: since the routine was made.
    pub fn recorded_from(&self) -> Option<Instant> {
        let first = self.spans.first()?.began;
        (first.kind != CREATED).then(|| first.planned_from.unwrap_or(first.at))
    }

    /// The span that held at an instant: the last that had begun.
    pub fn at(&self, at: Instant) -> Option<&Span<'a>> {
        self.spans.iter().rev().find(|span| span.began.at <= at)
    }

    /// Whether the records can tell if `at` was planned.
    pub fn is_certain_of(&self, at: Instant) -> bool {
        let covers = |span: &Span<'_>| {
            let (first, end) = span.bounds(at, at + STEP);
            first < end
        };
        !self.spans.is_empty()
            && self.recorded_from().is_none_or(|from| at >= from)
            && self.spans.iter().all(|span| span.certain || !covers(span))
    }

    /// What was to become of the occurrence at exactly `at`, if it is one.
    pub fn expected(&self, at: Instant) -> Option<Expected> {
        let spans = self.spans.iter();
        spans.filter_map(|span| span.expected(at)).max()
    }
}

fn past(from: Instant, ended: &ScheduleChange) -> Plan {
    Plan {
        from,
        decided_before: ended.dropped_from,
        until: reach(ended.dropped_from, ended.at),
        beyond: Expected::Explained,
    }
}

fn present(from: Instant, routine: &Routine, now: Instant) -> Plan {
    let undecided = undecided_from(routine);
    Plan {
        from,
        decided_before: undecided,
        until: reach(undecided, now),
        beyond: match routine.placement.retry {
            Some(_) => Expected::BackingOff,
            None => Expected::Awaited,
        },
    }
}

/// A clock that was put back shows less than what has been decided.
fn reach(undecided: Option<Instant>, shown: Instant) -> Option<Instant> {
    undecided.map(|undecided| shown.max(undecided - STEP))
}

/// Only a zone's clock depends on the release of the zone data.
fn is_certain(trigger: Option<&Trigger>, zone_data: &str) -> bool {
    let Some(trigger) = trigger else { return false };
    zone_data == TZDB_VERSION || trigger.zone().is_none_or(|zone| zone == Zone::UTC)
}

impl Span<'_> {
    /// The occurrences of the span with `from <= occurrence < to`, and what was to become of each.
    pub fn occurrences(
        &self,
        from: Instant,
        to: Instant,
    ) -> impl Iterator<Item = (Instant, Expected)> {
        let (first, end) = self.bounds(from, to);
        let trigger = self.trigger.as_ref();
        trigger
            .into_iter()
            .flat_map(move |trigger| trigger.after(first - STEP))
            .take_while(move |at| *at < end)
            .map(|at| (at, self.kind_of(at)))
    }

    /// How many there are, at a cost that does not grow with them.
    pub fn count(&self, from: Instant, to: Instant) -> u32 {
        let (first, end) = self.bounds(from, to);
        match &self.trigger {
            Some(trigger) if first < end => trigger.count_between(first - STEP, end - STEP),
            _ => 0,
        }
    }

    fn expected(&self, at: Instant) -> Option<Expected> {
        self.occurrences(at, at + STEP).next().map(|(_, kind)| kind)
    }

    /// The part of a window that belongs to the span, the end excluded.
    fn bounds(&self, from: Instant, to: Instant) -> (Instant, Instant) {
        match &self.plan {
            Some(plan) => (
                from.max(plan.from),
                plan.until.map_or(to, |until| to.min(until + STEP)),
            ),
            None => (from.max(self.began.at + STEP), to.min(self.until + STEP)),
        }
    }

    fn kind_of(&self, at: Instant) -> Expected {
        match &self.plan {
            None => Expected::Explained,
            Some(plan) if plan.decided_before.is_some_and(|before| at >= before) => plan.beyond,
            Some(_) if self.certain => Expected::Decided,
            Some(_) => Expected::Uncertain,
        }
    }
}
