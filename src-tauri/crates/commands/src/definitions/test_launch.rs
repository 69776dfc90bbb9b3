//! A test launch of a definition: a run by hand of a routine that exists for nothing else.
//!
//! History belongs to routines, so a run without one could not be recorded. Each definition gets one
//! routine for its tests, made from a preset when it is first needed: manual and off, so that it
//! takes no place under a cap and never fires by itself. No other routine's streak can be touched.

use routine_domain::{
    Cause, DefinitionId, Misfire, Mutation, Overlap, Routine, RoutineChange, TriggerSpec, text,
};
use routine_store::{
    StoreError,
    model::{ChangeOutcome, Definition, NewRoutine},
};

use super::not_found;
use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    routines,
    wire::{RunRow, Tag},
};

/// Asks for a run of the definition with this input, which any able worker takes up.
pub async fn test(desk: &Desk, id: DefinitionId, input: String) -> Result<RunRow, CommandError> {
    let input = text::input(&input)?;
    let writing = desk.writing(Mutation::TestDefinition).await?;
    let Writing { store, now, actor } = &writing;
    let definition = store
        .get_definition(id)
        .await?
        .ok_or_else(|| not_found(id))?;
    if definition.disabled_at.is_some() {
        return Err(CommandError::new(
            ErrorCode::Refused,
            format!(
                "{} is disabled, so nothing of it would be launched. Enable it first.",
                definition.name
            ),
        ));
    }
    let routine = routine_of(&writing, &definition).await?;
    let run = store
        .request_run(routine.id, Cause::Manual, Some(&input), actor, *now)
        .await?
        .ok_or_else(|| routines::not_found(routine.id))?;
    desk.announce(&[Tag::Runs, Tag::Routines, Tag::Definitions]);
    Ok(run.into())
}

/// The routine of its tests, as it must be: there, not deleted, and running this definition.
async fn routine_of(writing: &Writing, definition: &Definition) -> Result<Routine, CommandError> {
    let Writing { store, now, actor } = writing;
    let key = format!("definition-test:{}", definition.id);
    let found = store.find_preset(definition.tenant_id, &key).await?;
    let routine = match found {
        Some(routine) => routine,
        None => {
            let new = preset(definition, actor.name.clone(), &key);
            match store.create_routine(&new, actor, *now).await {
                // Someone tested it at the same moment.
                Err(StoreError::Taken { .. }) => store
                    .find_preset(definition.tenant_id, &key)
                    .await?
                    .ok_or_else(|| not_found(definition.id))?,
                made => return routines::created(made?),
            }
        }
    };
    if routine.definition_id != definition.id {
        return Err(CommandError::new(
            ErrorCode::Refused,
            format!(
                "\"{}\" was made to test {}, but runs another definition now. Give it its definition back.",
                routine.name, definition.name
            ),
        ));
    }
    if routine.deleted.is_none() {
        return Ok(routine);
    }
    let restore = RoutineChange::Restore;
    match store
        .change_routine(routine.id, None, &restore, actor, *now)
        .await?
    {
        ChangeOutcome::Changed(routine) => Ok(*routine),
        _ => Err(routines::not_found(routine.id)),
    }
}

fn preset(definition: &Definition, owner: String, key: &str) -> NewRoutine {
    let name: String = format!("Test of {}", definition.name)
        .chars()
        .take(text::NAME_LIMIT)
        .collect();
    NewRoutine {
        tenant_id: definition.tenant_id,
        name: name.trim_end().to_owned(),
        instruction: "A test launch. Nothing is expected of it.".to_owned(),
        definition_id: definition.id,
        input: "{}".to_owned(),
        owner,
        trigger: TriggerSpec::Manual,
        misfire: Misfire::FireOnce,
        overlap: Overlap::Allow,
        destination: None,
        enabled: false,
        preset_key: Some(key.to_owned()),
    }
}
