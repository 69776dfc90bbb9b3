use routine_domain::{Cause, Instant, Invalid, Mutation, Routine, RoutineChange, RoutineId, text};
use routine_store::model::{ChangeOutcome, CreateOutcome};

use super::{draft, list::detail, not_found};
use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    wire::{RoutineAt, RoutineDetail, RoutineDraft, RunRow, Tag, WayBack},
};

pub async fn create(desk: &Desk, draft: RoutineDraft) -> Result<RoutineDetail, CommandError> {
    let Writing { store, now, actor } = desk.writing(Mutation::CreateRoutine).await?;
    let new = draft::new_routine(draft, actor.name.clone(), store.as_ref(), now).await?;
    let routine = created(store.create_routine(&new, &actor, now).await?)?;
    desk.announce(&[Tag::Routines, Tag::Tenants, Tag::Definitions]);
    detail(&desk.reading().await?, routine.id).await
}

/// The routine, where the store made it.
pub(crate) fn created(outcome: CreateOutcome) -> Result<Routine, CommandError> {
    match outcome {
        CreateOutcome::Created(routine) => Ok(*routine),
        CreateOutcome::CapReached { owner, cap } => Err(cap_reached(&owner, cap)),
        CreateOutcome::PresetExists(routine) => Err(preset_exists(&routine)),
        CreateOutcome::NoSuchDefinition => Err(Invalid::new(
            "definition_id",
            "The tenant has no such definition. Choose one from its list.",
        )
        .into()),
    }
}

pub async fn update(
    desk: &Desk,
    at: RoutineAt,
    draft: RoutineDraft,
) -> Result<RoutineDetail, CommandError> {
    let Writing { store, now, .. } = desk.writing(Mutation::UpdateRoutine).await?;
    let routine = store
        .get_routine(at.id)
        .await?
        .ok_or_else(|| not_found(at.id))?;
    let edit = draft::edit_of(draft, &routine, store.as_ref(), now).await?;
    change(
        desk,
        Mutation::UpdateRoutine,
        at,
        RoutineChange::Edit(Box::new(edit)),
    )
    .await
}

pub async fn pause(
    desk: &Desk,
    at: RoutineAt,
    reason: String,
    resume_at: Option<Instant>,
) -> Result<RoutineDetail, CommandError> {
    let pause = RoutineChange::Pause {
        reason: text::reason(&reason)?,
        resume_at: resume_at.map(routine_domain::instant::truncate),
    };
    change(desk, Mutation::PauseRoutine, at, pause).await
}

pub async fn resume(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    change(desk, Mutation::ResumeRoutine, at, RoutineChange::Resume).await
}

pub async fn revive(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    change(desk, Mutation::ReviveRoutine, at, RoutineChange::Revive).await
}

pub async fn delete(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    change(desk, Mutation::DeleteRoutine, at, RoutineChange::Delete).await
}

pub async fn restore(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    change(desk, Mutation::RestoreRoutine, at, RoutineChange::Restore).await
}

/// Skips the waiting time of a retry: the same occurrence, under the same key.
pub async fn try_now(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    change(desk, Mutation::TryRoutineNow, at, RoutineChange::TryNow).await
}

/// Ends a waiting retry as schedule-failed and goes on with the next planned time.
pub async fn stop_retrying(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    change(
        desk,
        Mutation::StopRetryingRoutine,
        at,
        RoutineChange::StopRetrying,
    )
    .await
}

/// Brings a routine back whose single fire passed without a launch, and fires it at once.
pub async fn bring_back_at_once(
    desk: &Desk,
    at: RoutineAt,
    way: WayBack,
) -> Result<RoutineDetail, CommandError> {
    let back = match way {
        WayBack::Resume => RoutineChange::Resume,
        WayBack::Revive => RoutineChange::Revive,
        WayBack::Restore => RoutineChange::Restore,
    };
    change(
        desk,
        Mutation::BringBackRoutineAtOnce,
        at,
        RoutineChange::AtOnce(Box::new(back)),
    )
    .await
}

/// Asks for a run by hand, which any able worker takes up.
pub async fn run(
    desk: &Desk,
    id: RoutineId,
    input: Option<String>,
) -> Result<RunRow, CommandError> {
    let input = input.as_deref().map(text::input).transpose()?;
    let Writing { store, now, actor } = desk.writing(Mutation::RunRoutine).await?;
    let requested = store
        .request_run(id, Cause::Manual, input.as_deref(), &actor, now)
        .await?;
    match requested {
        Some(run) => {
            desk.announce(&[Tag::Runs, Tag::Routines]);
            Ok(run.into())
        }
        None => Err(match store.get_routine(id).await? {
            Some(_) => CommandError::new(ErrorCode::Refused, "It was deleted. Restore it first."),
            None => not_found(id),
        }),
    }
}

async fn change(
    desk: &Desk,
    mutation: Mutation,
    at: RoutineAt,
    change: RoutineChange,
) -> Result<RoutineDetail, CommandError> {
    let Writing { store, now, actor } = desk.writing(mutation).await?;
    let outcome = store
        .change_routine(at.id, Some(at.revision), &change, &actor, now)
        .await?;
    match outcome {
        ChangeOutcome::Changed(_) => {
            desk.announce(&[Tag::Routines, Tag::Tenants, Tag::Definitions, Tag::Runs]);
            detail(&desk.reading().await?, at.id).await
        }
        ChangeOutcome::Conflict {
            current,
            changed_by,
        } => Err(conflict(&current, &changed_by)),
        ChangeOutcome::Refused(refusal) => Err(refusal.into()),
        ChangeOutcome::CapReached { owner, cap } => Err(cap_reached(&owner, cap)),
        ChangeOutcome::NotFound => Err(not_found(at.id)),
    }
}

fn preset_exists(routine: &Routine) -> CommandError {
    let sentence = match &routine.deleted {
        None => format!(
            "The preset was made before: it is the routine \"{}\".",
            routine.name
        ),
        Some(deletion) => format!(
            "The preset was made before, as \"{}\", and {} deleted it. Restore that routine to have it back.",
            routine.name, deletion.actor
        ),
    };
    CommandError::new(ErrorCode::Refused, sentence)
}

fn conflict(current: &Routine, changed_by: &str) -> CommandError {
    CommandError::new(
        ErrorCode::Conflict,
        format!(
            "{changed_by} changed it at {} (revision {}). Nothing was written.",
            current.updated_at.format("%Y-%m-%d %H:%M:%S UTC"),
            current.revision
        ),
    )
}

fn cap_reached(owner: &str, cap: u32) -> CommandError {
    CommandError::new(ErrorCode::Refused, cap_sentence(owner, cap))
}

pub(crate) fn cap_sentence(owner: &str, cap: u32) -> String {
    format!(
        "{owner} already has {cap} routines switched on, the most this tenant allows. Switch one off, or raise its enabled_cap."
    )
}
