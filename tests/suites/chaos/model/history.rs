//! One history: a tenant with a routine or two, the people who change them, and the book that is kept
//! of it. What the book expects is worked out here, from the contract, not asked of the engine.

use std::collections::BTreeMap;

use chrono::Duration;
use routine_domain::{
    Cause, DefinitionId, Instant, Launcher, Misfire, Overlap, RoutineChange, RoutineEdit,
    RoutineId, Simulation, TenantPolicy, TriggerSpec,
};
use routine_store::{
    Store,
    model::{Actor, ChangeOutcome, CreateOutcome, NewRoutine},
};

use super::rows::RoutineRow;
use crate::dice::Dice;

/// A routine was in the schedule with one trigger, from after `from` until `to`.
#[derive(Debug, Clone)]
pub struct Span {
    pub schedule_revision: u32,
    pub trigger: TriggerSpec,
    pub from: Instant,
    pub to: Option<Instant>,
    /// It came and went within one pass, so `from` is only the earliest it can have been.
    pub is_vague: bool,
}

/// What is known of one routine.
#[derive(Debug)]
pub struct Book {
    pub id: RoutineId,
    pub policy: TenantPolicy,
    pub definition: DefinitionId,
    pub misfire: Misfire,
    pub overlap: Overlap,
    pub trigger: TriggerSpec,
    pub revision: u32,
    pub schedule_revision: u32,
    pub off: Option<Off>,
    pub deleted: bool,
    pub dead: bool,
    pub by_hand: u32,
    pub spans: Vec<Span>,
    /// Schedule revisions with their triggers, also of times out of the schedule.
    pub triggers: BTreeMap<u32, TriggerSpec>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Off {
    ByPerson { resume_at: Option<Instant> },
    ByFatigue,
}

#[derive(Debug, Clone, Copy)]
enum Act {
    RunNow,
    Rename,
    Reschedule,
    SwitchOn,
    Pause,
    PauseUntil,
    Resume,
    Revive,
    Delete,
    Restore,
}

const ACTS: [Act; 15] = [
    Act::RunNow,
    Act::RunNow,
    Act::Rename,
    Act::Reschedule,
    Act::Reschedule,
    Act::SwitchOn,
    Act::Pause,
    Act::PauseUntil,
    Act::Resume,
    Act::Resume,
    Act::Revive,
    Act::Revive,
    Act::Delete,
    Act::Restore,
    Act::Restore,
];

pub fn actor() -> Actor {
    Actor::new("ines@desk")
}

/// A tenant of its own, with one or two routines.
pub async fn begin(store: &dyn Store, name: &str, dice: &mut Dice, now: Instant) -> Vec<Book> {
    let policy = TenantPolicy {
        dead_letter_after: 2 + dice.below(4) as u32,
        fatigue_after: 2 + dice.below(4) as u32,
        grace_seconds: dice.pick(&[0, 60, 600]),
        breaker: false,
        ..TenantPolicy::local_demo()
    };
    let tenant = store
        .create_tenant(name, &policy, &actor(), now)
        .await
        .unwrap()
        .id;
    let launcher = launcher(dice);
    let definition = store
        .create_definition(tenant, "Work", &launcher, None, &actor(), now)
        .await
        .unwrap()
        .id;
    let mut books = Vec::new();
    for number in 0..1 + dice.below(2) {
        let new = NewRoutine {
            tenant_id: tenant,
            name: format!("Routine {number}"),
            instruction: "Do it.".into(),
            definition_id: definition,
            input: "{}".into(),
            owner: actor().name,
            trigger: trigger(dice, now),
            misfire: dice.pick(Misfire::ALL),
            overlap: dice.pick(Overlap::ALL),
            destination: None,
            enabled: dice.percent(90),
            preset_key: None,
        };
        let outcome = store.create_routine(&new, &actor(), now).await.unwrap();
        let CreateOutcome::Created(routine) = outcome else {
            panic!("{outcome:?}");
        };
        let mut book = Book {
            id: routine.id,
            policy: policy.clone(),
            definition,
            misfire: new.misfire,
            overlap: new.overlap,
            trigger: new.trigger,
            revision: 1,
            schedule_revision: 1,
            off: (!new.enabled).then_some(Off::ByPerson { resume_at: None }),
            deleted: false,
            dead: false,
            by_hand: 0,
            spans: Vec::new(),
            triggers: BTreeMap::new(),
        };
        book.reopen(now);
        books.push(book);
    }
    books
}

fn launcher(dice: &mut Dice) -> Launcher {
    match dice.below(3) {
        0 => Launcher::Simulated(Simulation::default()),
        kind => Launcher::Command {
            program: "/bin/true".into(),
            args: Vec::new(),
            time_limit_seconds: 3_600,
            repeatable: kind == 1,
        },
    }
}

fn trigger(dice: &mut Dice, now: Instant) -> TriggerSpec {
    match dice.below(12) {
        0 => TriggerSpec::Manual,
        1 => TriggerSpec::Once {
            at: now + Duration::seconds(dice.below(900) as i64),
        },
        _ => TriggerSpec::Interval {
            every_seconds: dice.pick(&[60, 90, 300, 1_000]),
            anchor: now + Duration::seconds(dice.below(600) as i64 - 300),
        },
    }
}

impl Book {
    pub fn is_live(&self) -> bool {
        self.off.is_none() && !self.deleted && !self.dead
    }

    /// Somebody does something to it, with the revision they saw or with an older one.
    pub async fn act(&mut self, store: &dyn Store, dice: &mut Dice, now: Instant) {
        let act = dice.pick(&ACTS);
        if matches!(act, Act::RunNow) {
            let run = store
                .request_run(self.id, Cause::Manual, None, &actor(), now)
                .await;
            assert_eq!(run.unwrap().is_some(), !self.deleted, "run now");
            self.by_hand += u32::from(!self.deleted);
            return;
        }
        let trigger = match act {
            Act::Reschedule => trigger(dice, now),
            _ => self.trigger.clone(),
        };
        let resume_at = now + Duration::seconds(60 + dice.below(600) as i64);
        let change = self.change(act, &trigger, resume_at);
        let is_stale = self.revision > 1 && dice.percent(10);
        let revision = self.revision - u32::from(is_stale);
        let outcome = store
            .change_routine(self.id, Some(revision), &change, &actor(), now)
            .await
            .unwrap();
        if is_stale {
            assert!(
                matches!(outcome, ChangeOutcome::Conflict { .. }),
                "{act:?} of an old revision: {outcome:?}"
            );
            return;
        }
        if let ChangeOutcome::Conflict { current, .. } = &outcome {
            // A worker was quicker, so nothing was changed; what it did is noted when next observed.
            assert!(current.revision > revision, "{act:?}: {outcome:?}");
            return;
        }
        if !self.accepts(act) {
            assert!(
                matches!(outcome, ChangeOutcome::Refused(_)),
                "{act:?} of {:?} was not refused: {outcome:?}",
                self.off
            );
            return;
        }
        let ChangeOutcome::Changed(after) = outcome else {
            panic!("{act:?}: {outcome:?}");
        };
        self.revision += 1;
        self.note(act, trigger, resume_at, now);
        assert_eq!(after.revision, self.revision, "{act:?}");
        assert_eq!(after.schedule_revision, self.schedule_revision, "{act:?}");
        assert_eq!(after.is_live(), self.is_live(), "{act:?}");
    }

    fn change(&self, act: Act, trigger: &TriggerSpec, resume_at: Instant) -> RoutineChange {
        match act {
            Act::Pause | Act::PauseUntil => RoutineChange::Pause {
                reason: String::new(),
                resume_at: matches!(act, Act::PauseUntil).then_some(resume_at),
            },
            Act::Resume => RoutineChange::Resume,
            Act::Revive => RoutineChange::Revive,
            Act::Delete => RoutineChange::Delete,
            Act::Restore => RoutineChange::Restore,
            Act::RunNow | Act::Rename | Act::Reschedule | Act::SwitchOn => {
                RoutineChange::Edit(Box::new(RoutineEdit {
                    name: format!("Named at {}", self.revision),
                    instruction: "Do it.".into(),
                    definition_id: self.definition,
                    input: "{}".into(),
                    trigger: trigger.clone(),
                    misfire: self.misfire,
                    overlap: self.overlap,
                    destination: None,
                    enabled: self.off.is_none() || matches!(act, Act::SwitchOn),
                }))
            }
        }
    }

    fn accepts(&self, act: Act) -> bool {
        match act {
            Act::Restore => self.deleted,
            _ if self.deleted => false,
            Act::Pause | Act::PauseUntil => self.off.is_none(),
            Act::Resume => matches!(self.off, Some(Off::ByPerson { .. })),
            Act::Revive => self.off.is_some() || self.dead,
            _ => true,
        }
    }

    fn note(&mut self, act: Act, trigger: TriggerSpec, resume_at: Instant, now: Instant) {
        let moves = match act {
            Act::Reschedule => self.trigger != trigger,
            Act::SwitchOn => self.off.is_some(),
            act => !matches!(act, Act::Rename | Act::RunNow),
        };
        if !moves {
            return;
        }
        match act {
            Act::Pause => self.off = Some(Off::ByPerson { resume_at: None }),
            Act::PauseUntil => {
                self.off = Some(Off::ByPerson {
                    resume_at: Some(resume_at),
                });
            }
            Act::Resume => self.off = None,
            Act::Revive | Act::SwitchOn => (self.off, self.dead) = (None, false),
            Act::Reschedule => self.dead = false,
            Act::Delete => self.deleted = true,
            Act::Restore => self.deleted = false,
            Act::RunNow | Act::Rename => {}
        }
        self.trigger = trigger;
        self.schedule_revision += 1;
        self.close(now);
        self.reopen(now);
    }

    fn close(&mut self, at: Instant) {
        if let Some(span) = self.spans.last_mut().filter(|span| span.to.is_none()) {
            span.to = Some(at);
        }
    }

    fn reopen(&mut self, at: Instant) {
        self.triggers
            .insert(self.schedule_revision, self.trigger.clone());
        if self.is_live() {
            self.spans.push(Span {
                schedule_revision: self.schedule_revision,
                trigger: self.trigger.clone(),
                from: at,
                to: None,
                is_vague: false,
            });
        }
    }

    /// Takes note of what the workers did to it, which must be something they may do.
    pub fn observe(&mut self, row: &RoutineRow, latest: Instant) {
        let id = self.id;
        let is_off = row.off_by.is_some();
        if row.schedule_revision != self.schedule_revision {
            let mut steps = row.schedule_revision - self.schedule_revision;
            if let Some(Off::ByPerson {
                resume_at: Some(at),
            }) = self.off
            {
                assert!(at <= latest, "{id} was resumed before its time");
                assert!(!self.deleted, "{id} was resumed though it is deleted");
                self.off = None;
                self.schedule_revision += 1;
                self.reopen(if is_off { at } else { row.updated_at });
                steps -= 1;
            }
            if let (1, Some("fatigue"), Some(at)) = (steps, row.off_by.as_deref(), row.off_at) {
                let is_vague = self.schedule_revision + 1 != row.schedule_revision || steps == 0;
                self.off = Some(Off::ByFatigue);
                self.schedule_revision += 1;
                self.close(at);
                if let Some(span) = self.spans.last_mut() {
                    span.is_vague |= is_vague;
                }
                self.triggers
                    .insert(self.schedule_revision, self.trigger.clone());
                steps -= 1;
            }
            assert_eq!(steps, 0, "{id} moved in the schedule for no reason");
        }
        if let (false, Some(at)) = (self.dead, row.dead_lettered_at) {
            assert!(self.is_live(), "{id} was dead-lettered out of the schedule");
            self.dead = true;
            self.close(at);
        }
        self.revision = row.revision;
        assert_eq!(is_off, self.off.is_some(), "{id} is off");
        assert_eq!(row.deleted, self.deleted, "{id} is deleted");
        assert_eq!(row.dead_lettered_at.is_some(), self.dead, "{id} is dead");
        let is_timed = self.trigger != TriggerSpec::Manual;
        let must_fire = self.is_live() && is_timed && !row.done;
        assert_eq!(row.next_fire_at.is_some(), must_fire, "{id} is a zombie");
    }
}
