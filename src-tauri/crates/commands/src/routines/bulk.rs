//! Pause, resume, revive, run, delete or restore many routines.

use routine_domain::{Cause, Instant, Mutation, RoutineChange, protection::Reach, text};
use routine_store::{
    StoreResult,
    model::{ChangeOutcome, RoutineTarget},
};

use super::{change::cap_sentence, matching};
use crate::{
    CommandError, Desk, ErrorCode,
    bulk::{Bulk, Handled},
    desk::Writing,
    wire::{BulkAction, BulkConflict, BulkLeftOut, BulkReport, BulkRequest, BulkTarget, Tag},
};

/// More than this is no choice that a person can have looked at.
const MOST: u32 = 10_000;

const STALE: &[Tag] = &[Tag::Routines, Tag::Runs, Tag::Tenants, Tag::Definitions];

/// Each item is a transaction of its own, against the revision it was found or seen at: what was
/// done before a stop, an error or the end of the program stays done.
pub async fn run(desk: &Desk, request: BulkRequest) -> Result<BulkReport, CommandError> {
    let (verb, step) = step_of(request.action)?;
    let reach = match &request.target {
        BulkTarget::Chosen { items } => Reach::Several(items.len()),
        BulkTarget::Matching { .. } => Reach::AllMatching,
    };
    let writing = desk.writing_to(Mutation::RunBulk, reach).await?;
    let targets = targets(&writing, request.target).await?;
    let mut bulk = Bulk::begin(desk, verb, targets.len(), STALE)?;
    for target in targets {
        if !bulk.goes_on() {
            break;
        }
        // Items wait for those before them: each is changed at its own time.
        let now = writing.store.now().await?;
        bulk.record(take(&writing, &step, target, now).await?);
    }
    Ok(bulk.end())
}

enum Step {
    Change(RoutineChange),
    Run,
}

/// The verb of the button, and what is done to each.
fn step_of(action: BulkAction) -> Result<(&'static str, Step), CommandError> {
    Ok(match action {
        BulkAction::Pause { reason, resume_at } => (
            "Pause",
            Step::Change(RoutineChange::Pause {
                reason: text::reason(&reason)?,
                resume_at: resume_at.map(routine_domain::instant::truncate),
            }),
        ),
        BulkAction::Resume => ("Resume", Step::Change(RoutineChange::Resume)),
        BulkAction::Revive => ("Revive", Step::Change(RoutineChange::Revive)),
        BulkAction::Delete => ("Delete", Step::Change(RoutineChange::Delete)),
        BulkAction::Restore => ("Restore", Step::Change(RoutineChange::Restore)),
        BulkAction::RunNow => ("Run now", Step::Run),
        BulkAction::TryNow => ("Try now", Step::Change(RoutineChange::TryNow)),
    })
}

async fn targets(
    Writing { store, now, .. }: &Writing,
    target: BulkTarget,
) -> Result<Vec<RoutineTarget>, CommandError> {
    let refused = |message| Err(CommandError::new(ErrorCode::Refused, message));
    match target {
        BulkTarget::Chosen { items } if items.len() > MOST as usize => refused(format!(
            "{} routines are chosen. At most 10,000 are changed at once.",
            items.len()
        )),
        BulkTarget::Chosen { items } => Ok(items
            .into_iter()
            .map(|at| RoutineTarget {
                id: at.id,
                name: String::new(),
                revision: at.revision,
            })
            .collect()),
        BulkTarget::Matching { at_most, .. } if at_most > MOST => refused(
            "More than 10,000 routines match. At most so many are changed at once: narrow the filter."
                .to_owned(),
        ),
        BulkTarget::Matching { matching, at_most } => {
            let Some(asked) = matching::of(matching, *now) else {
                return Ok(Vec::new());
            };
            let found = store.find_targets(&asked, at_most.saturating_add(1), *now).await?;
            if found.len() > at_most as usize {
                return refused(format!(
                    "More routines match now than the {at_most} that were counted, so none was changed. Look at the list again."
                ));
            }
            Ok(found)
        }
    }
}

async fn take(
    Writing { store, actor, .. }: &Writing,
    step: &Step,
    target: RoutineTarget,
    now: Instant,
) -> StoreResult<Handled> {
    let RoutineTarget { id, revision, .. } = target;
    let outcome = match step {
        Step::Change(change) => {
            store
                .change_routine(id, Some(revision), change, actor, now)
                .await?
        }
        Step::Run => {
            if store
                .request_run(id, Cause::Manual, None, actor, now)
                .await?
                .is_some()
            {
                return Ok(Handled::Done);
            }
            ChangeOutcome::Refused(routine_domain::ChangeRefusal::State(
                "It was deleted. Restore it first.".to_owned(),
            ))
        }
    };
    let reason = match outcome {
        ChangeOutcome::Changed(_) => return Ok(Handled::Done),
        ChangeOutcome::Conflict {
            current,
            changed_by,
        } => {
            return Ok(Handled::Conflict(BulkConflict {
                id,
                name: current.name,
                changed_by,
            }));
        }
        ChangeOutcome::Refused(refusal) => refusal.to_string(),
        ChangeOutcome::CapReached { owner, cap } => cap_sentence(&owner, cap),
        ChangeOutcome::NotFound => "There is no such routine.".to_owned(),
    };
    // Chosen ones travel without their names.
    let name = match target.name.is_empty() {
        true => store.get_routine(id).await?.map(|routine| routine.name),
        false => Some(target.name),
    };
    Ok(Handled::LeftOut(BulkLeftOut {
        id,
        name: name.unwrap_or_else(|| id.to_string()),
        reason,
    }))
}
