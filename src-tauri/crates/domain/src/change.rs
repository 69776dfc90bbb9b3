//! What an administrator, or the scheduler on its own account, may do to a routine. Pure: from the
//! routine as it stands to the routine as it will stand, or a refusal.

use serde::{Deserialize, Serialize};

mod once;
mod retry;

pub use once::passed_once;
pub use retry::{EndedRetry, ended_retry};

pub(crate) use retry::NOTHING_WAITS;

use crate::{
    DefinitionId, Destination, Instant, Invalid, Misfire, Overlap, Routine, TriggerSpec,
    routine::{Placement, Streaks},
    state::{Deletion, Off, OffBy},
    trigger::Trigger,
};

/// One change. Each writes an audit event under its own word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum RoutineChange {
    Edit(Box<RoutineEdit>),
    Pause {
        reason: String,
        resume_at: Option<Instant>,
    },
    Resume,
    /// Back into the schedule from a dead letter or a switch-off, with clean counts.
    Revive,
    /// Takes a revival back, while nothing has come of it: out of the schedule as it was.
    UndoRevive(Box<BeforeRevive>),
    SwitchOff {
        by: OffBy,
        reason: String,
    },
    Delete,
    Restore,
    /// Skips the waiting time of a retry.
    TryNow,
    /// Ends a retry that waits, and goes on with the next planned time.
    StopRetrying,
    /// `Resume`, `Revive` or `Restore` of a `once` whose instant has passed without a launch: it
    /// fires at once, where each of them alone leaves it.
    AtOnce(Box<RoutineChange>),
}

/// The editable part of a routine, already within its limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutineEdit {
    pub name: String,
    pub instruction: String,
    pub definition_id: DefinitionId,
    pub input: String,
    pub trigger: TriggerSpec,
    pub misfire: Misfire,
    pub overlap: Overlap,
    /// Where results go; none means nowhere.
    #[serde(default)]
    pub destination: Option<Destination>,
    pub enabled: bool,
}

/// What a revival clears.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeforeRevive {
    pub off: Option<Off>,
    pub placement: Placement,
    pub streaks: Streaks,
}

impl From<&Routine> for BeforeRevive {
    fn from(routine: &Routine) -> Self {
        Self {
            off: routine.off.clone(),
            placement: routine.placement.clone(),
            streaks: routine.streaks,
        }
    }
}

/// Why a change cannot be made to the routine as it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeRefusal {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Not possible in the present state; one sentence.
    #[error("{0}")]
    State(String),
}

impl RoutineChange {
    /// The word of this change in the journal.
    pub fn word(&self) -> &'static str {
        match self {
            RoutineChange::Edit(_) => "routine.edited",
            RoutineChange::Pause { .. } => "routine.paused",
            RoutineChange::Resume => "routine.resumed",
            RoutineChange::Revive => "routine.revived",
            RoutineChange::UndoRevive(_) => "routine.revive_undone",
            RoutineChange::SwitchOff { .. } => "routine.switched_off",
            RoutineChange::Delete => "routine.deleted",
            RoutineChange::Restore => "routine.restored",
            RoutineChange::TryNow => "routine.tried_now",
            RoutineChange::StopRetrying => "routine.retry_stopped",
            RoutineChange::AtOnce(change) => change.word(),
        }
    }

    /// The routine after this change by `actor` at `now`. The caller has checked the revision, and
    /// checks the cap when the routine comes on.
    pub fn apply(
        &self,
        before: &Routine,
        actor: &str,
        now: Instant,
    ) -> Result<Routine, ChangeRefusal> {
        if let RoutineChange::AtOnce(change) = self {
            return once::at_once(change, before, actor, now);
        }
        if before.deleted.is_some() && !matches!(self, RoutineChange::Restore) {
            return refuse(DELETED);
        }
        let mut after = before.clone();
        after.revision += 1;
        after.updated_at = now;
        match self {
            RoutineChange::Edit(edit) => apply_edit(&mut after, edit, actor, now)?,
            RoutineChange::Pause { reason, resume_at } => {
                pause(&mut after, reason, *resume_at, actor, now)?;
            }
            RoutineChange::Resume => match &before.off {
                None => return refuse("It is not paused."),
                Some(off) if off.by != OffBy::Person => {
                    return refuse(
                        "The system switched it off, so there is nothing to resume. Switch it on instead: that clears its failures.",
                    );
                }
                Some(_) => {
                    after.off = None;
                    place_from_now(&mut after, now)?;
                }
            },
            RoutineChange::Revive => {
                if before.is_live() {
                    return refuse(
                        "It is neither dead-lettered nor switched off, so there is nothing to revive.",
                    );
                }
                revive(&mut after, now)?;
            }
            RoutineChange::UndoRevive(revived) => {
                if !before.is_live() {
                    return refuse("It has left the schedule since it was revived.");
                }
                after.off.clone_from(&revived.off);
                after.placement.clone_from(&revived.placement);
                after.streaks = revived.streaks;
                after.schedule_revision += 1;
            }
            RoutineChange::SwitchOff { by, reason } => {
                if before.off.is_some() {
                    return refuse("It is off already.");
                }
                switch_off(&mut after, *by, reason, None, actor, now);
            }
            RoutineChange::Delete => {
                after.deleted = Some(Deletion {
                    actor: actor.to_owned(),
                    at: now,
                });
                leave_schedule(&mut after);
            }
            RoutineChange::Restore => {
                if before.deleted.is_none() {
                    return refuse("It is not deleted.");
                }
                after.deleted = None;
                place_from_now(&mut after, now)?;
            }
            RoutineChange::TryNow => retry::try_now(&mut after, now)?,
            RoutineChange::StopRetrying => retry::stop_retrying(&mut after, now)?,
            // Has come and gone above.
            RoutineChange::AtOnce(_) => {}
        }
        Ok(after)
    }
}

/// Where a live routine with this trigger stands when its schedule starts at `now`.
///
/// A `once` whose instant has passed does not fire for the past: it is done.
pub fn placement_from(trigger: &Trigger, now: Instant) -> Placement {
    let next_fire_at = trigger.next_after(now);
    Placement {
        next_fire_at,
        done_at: (trigger.is_timed() && next_fire_at.is_none()).then_some(now),
        ..Placement::default()
    }
}

fn apply_edit(
    after: &mut Routine,
    edit: &RoutineEdit,
    actor: &str,
    now: Instant,
) -> Result<(), ChangeRefusal> {
    let moves = after.trigger != edit.trigger || after.definition_id != edit.definition_id;
    let was_on = after.off.is_none();
    after.name.clone_from(&edit.name);
    after.instruction.clone_from(&edit.instruction);
    after.definition_id = edit.definition_id;
    after.input.clone_from(&edit.input);
    after.trigger = edit.trigger.clone();
    after.misfire = edit.misfire;
    after.overlap = edit.overlap;
    after.destination.clone_from(&edit.destination);
    match (was_on, edit.enabled) {
        (true, false) => pause(after, "", None, actor, now),
        (false, true) => revive(after, now),
        // An edit of what moves the schedule revives, but leaves a pause by a person alone.
        (true, true) if moves => revive(after, now),
        (false, false) if moves => {
            after.streaks = Streaks::default();
            after.placement = Placement::default();
            after.schedule_revision += 1;
            Ok(())
        }
        _ => Ok(()),
    }
}

fn pause(
    after: &mut Routine,
    reason: &str,
    resume_at: Option<Instant>,
    actor: &str,
    now: Instant,
) -> Result<(), ChangeRefusal> {
    if let Some(off) = &after.off {
        return Err(ChangeRefusal::State(format!(
            "It is off already, by {}.",
            off.actor
        )));
    }
    check_resume_at(resume_at, now)?;
    switch_off(after, OffBy::Person, reason, resume_at, actor, now);
    Ok(())
}

/// A pause ends by itself at a time to come, or not by itself.
pub fn check_resume_at(resume_at: Option<Instant>, now: Instant) -> Result<(), Invalid> {
    match resume_at {
        Some(at) if at <= now => Err(Invalid::new(
            "resume_at",
            "The time to resume has passed. Give one in the future.",
        )),
        _ => Ok(()),
    }
}

fn switch_off(
    after: &mut Routine,
    by: OffBy,
    reason: &str,
    resume_at: Option<Instant>,
    actor: &str,
    now: Instant,
) {
    after.off = Some(Off {
        by,
        actor: actor.to_owned(),
        reason: reason.to_owned(),
        at: now,
        resume_at,
    });
    leave_schedule(after);
}

fn revive(after: &mut Routine, now: Instant) -> Result<(), ChangeRefusal> {
    after.off = None;
    after.streaks = Streaks::default();
    after.placement.dead_lettered_at = None;
    place_from_now(after, now)
}

/// Out of the schedule: a waiting retry ends here, a dead letter and what is done stay.
fn leave_schedule(after: &mut Routine) {
    after.schedule_revision += 1;
    after.placement.next_fire_at = None;
    after.placement.retry = None;
}

/// Into the schedule as of now, as far as the routine may be in it.
fn place_from_now(after: &mut Routine, now: Instant) -> Result<(), ChangeRefusal> {
    after.schedule_revision += 1;
    if !after.is_live() {
        after.placement.next_fire_at = None;
        after.placement.retry = None;
        return Ok(());
    }
    let trigger = after.trigger.parse()?;
    let place = placement_from(&trigger, now);
    after.placement = Placement {
        newest_claimed_for: after.placement.newest_claimed_for,
        // What was done is done since then.
        done_at: place.done_at.and(after.placement.done_at).or(place.done_at),
        ..place
    };
    Ok(())
}

/// Why hardly anything may be done to a deleted routine.
pub(crate) const DELETED: &str = "It was deleted. Restore it first.";

fn refuse<T>(sentence: &str) -> Result<T, ChangeRefusal> {
    Err(ChangeRefusal::State(sentence.to_owned()))
}
