use routine_domain::RunId;
use routine_store::model::Run;

use super::{detail::key, not_found};
use crate::{
    CommandError, Desk,
    wire::{ComparedAspect, RunComparison, RunRow},
};

/// A run beside the newest success of its routine before it.
pub async fn compare(desk: &Desk, id: RunId) -> Result<RunComparison, CommandError> {
    let store = desk.reading().await?.store;
    let run = store.get_run(id).await?.ok_or_else(|| not_found(id))?;
    let success = store.last_success(run.routine_id, key(&run)).await?;
    Ok(RunComparison {
        aspects: success
            .as_ref()
            .map_or_else(Vec::new, |success| aspects(success, &run)),
        success: success.map(RunRow::from),
    })
}

fn aspects(success: &Run, this: &Run) -> Vec<ComparedAspect> {
    let aspect = |name: &str, of: fn(&Run) -> String| {
        let (success, this) = (of(success), of(this));
        ComparedAspect {
            aspect: name.to_owned(),
            same: success == this,
            success,
            this,
        }
    };
    vec![
        aspect("input", |run| {
            run.input_override.as_ref().unwrap_or(&run.input).clone()
        }),
        aspect("instruction", |run| run.instruction.clone()),
        aspect("revision", |run| run.revision.to_string()),
        aspect("definition", |run| run.definition_name.clone()),
        aspect("worker", |run| {
            run.worker.clone().unwrap_or_else(|| "none".to_owned())
        }),
        aspect("output", |run| {
            run.output.clone().unwrap_or_else(|| "none".to_owned())
        }),
    ]
}
