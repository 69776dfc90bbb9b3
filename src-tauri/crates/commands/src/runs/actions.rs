use routine_domain::{Mutation, RunId, text};
use routine_store::model::{CancelOutcome, ReplayOutcome};

use super::not_found;
use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    wire::{CancelResult, RunRow, Tag},
};

/// Ends a run where it can be ended: in the database, or by the worker that holds it.
pub async fn cancel(desk: &Desk, id: RunId) -> Result<CancelResult, CommandError> {
    let Writing { store, now, actor } = desk.writing(Mutation::CancelRun).await?;
    let result = match store.cancel_run(id, &actor, now).await? {
        CancelOutcome::Cancelled => CancelResult::Cancelled,
        CancelOutcome::Requested => CancelResult::Requested,
        CancelOutcome::Refused(reason) => return Err(refused(reason)),
        CancelOutcome::NotFound => return Err(not_found(id)),
    };
    desk.announce(&[Tag::Runs, Tag::Routines]);
    Ok(result)
}

/// A new run of what an ended one was told, with the same input or another.
pub async fn replay(desk: &Desk, id: RunId, input: Option<String>) -> Result<RunRow, CommandError> {
    let input = input.as_deref().map(text::input).transpose()?;
    let Writing { store, now, actor } = desk.writing(Mutation::ReplayRun).await?;
    let outcome = store.replay_run(id, input.as_deref(), &actor, now).await?;
    match outcome {
        ReplayOutcome::Requested(run) => {
            desk.announce(&[Tag::Runs, Tag::Routines]);
            Ok((*run).into())
        }
        ReplayOutcome::Refused(reason) => Err(refused(reason)),
        ReplayOutcome::NotFound => Err(not_found(id)),
    }
}

fn refused(reason: String) -> CommandError {
    CommandError::new(ErrorCode::Refused, reason)
}
