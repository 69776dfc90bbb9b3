//! The steps of a plan, one after the other.

use std::collections::HashMap;

use routine_domain::{
    DefinitionId, Instant, RoutineChange, RoutineEdit, TenantId,
    exchange::{DefinitionStep, ImportVerdict, Item, RoutineStep, Step, TenantStep},
};
use routine_store::{
    Store, StoreError, StoreResult,
    model::{Actor, ChangeOutcome, CreateOutcome, DefinitionEdit, EditOutcome, NewRoutine},
};

use super::shown;
use crate::{CommandError, routines::cap_sentence, wire::ImportItem};

/// Why a step was not written.
enum Left {
    /// Someone changed it after the plan was made.
    Conflict(String),
    Refused(String),
    /// The database failed.
    Failed(StoreError),
}

impl From<StoreError> for Left {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken { message, .. } => Left::Refused(message),
            error => Left::Failed(error),
        }
    }
}

/// What became of each item. A database that fails ends it; what was written stays, and a second
/// import finds it unchanged.
pub async fn apply(
    items: &[Item],
    store: &dyn Store,
    actor: &Actor,
) -> Result<Vec<ImportItem>, CommandError> {
    let mut writer = Writer {
        store,
        actor,
        tenants: HashMap::new(),
        definitions: HashMap::new(),
    };
    for tenant in store.list_tenants().await? {
        writer.tenants.insert(tenant.name, tenant.id);
    }
    for definition in store.list_definitions(None).await? {
        let name = (definition.tenant_id, definition.name);
        writer.definitions.insert(name, definition.id);
    }
    let mut done = Vec::with_capacity(items.len());
    for item in items {
        let mut said = shown(item);
        if let Some(step) = &item.step {
            // Items wait for those before them: each is written at its own time.
            let now = store.now().await?;
            match writer.write(item, step, now).await {
                Ok(()) => {}
                Err(Left::Conflict(sentence)) => {
                    (said.verdict, said.sentence) = (ImportVerdict::Conflict, sentence);
                }
                Err(Left::Refused(sentence)) => {
                    (said.verdict, said.sentence) = (ImportVerdict::Refused, sentence);
                }
                Err(Left::Failed(error)) => return Err(error.into()),
            }
        }
        done.push(said);
    }
    Ok(done)
}

struct Writer<'a> {
    store: &'a dyn Store,
    actor: &'a Actor,
    tenants: HashMap<String, TenantId>,
    definitions: HashMap<(TenantId, String), DefinitionId>,
}

impl Writer<'_> {
    async fn write(&mut self, item: &Item, step: &Step, now: Instant) -> Result<(), Left> {
        if let Step::Tenant(step) = step {
            return self.tenant(&item.name, step, now).await;
        }
        let tenant = self.tenants.get(&item.tenant).copied();
        let Some(tenant) = tenant else {
            return Err(Left::Refused("Its tenant was not made.".to_owned()));
        };
        match step {
            Step::Definition(step) => self.definition(tenant, &item.name, step, now).await,
            Step::Routine(step) => self.routine(tenant, &item.name, step, now).await,
            Step::Tenant(_) => Ok(()),
        }
    }

    async fn tenant(&mut self, name: &str, step: &TenantStep, now: Instant) -> Result<(), Left> {
        match step {
            TenantStep::Create { policy } => {
                let made = self.store.create_tenant(name, policy, self.actor, now);
                self.tenants.insert(name.to_owned(), made.await?.id);
                Ok(())
            }
            TenantStep::SetPolicy {
                id,
                revision,
                policy,
            } => edited(
                self.store
                    .set_tenant_policy(*id, Some(*revision), policy, self.actor, now)
                    .await,
            ),
        }
    }

    async fn definition(
        &mut self,
        tenant: TenantId,
        name: &str,
        step: &DefinitionStep,
        now: Instant,
    ) -> Result<(), Left> {
        let (store, actor) = (self.store, self.actor);
        // The first write checks the revision; those after it follow on what that one made.
        let mut revision = None;
        let id = match step.was {
            None => {
                let (launcher, cap) = (&step.launcher, step.cap.flatten());
                let made = store.create_definition(tenant, name, launcher, cap, actor, now);
                made.await?.id
            }
            Some((id, seen)) => {
                revision = Some(seen);
                if step.renamed_or_set || step.cap.is_some() {
                    let wanted = DefinitionEdit {
                        name,
                        launcher: &step.launcher,
                        cap: step.cap,
                    };
                    let edit = store.edit_definition(id, revision.take(), wanted, actor, now);
                    edited(edit.await)?;
                }
                id
            }
        };
        self.definitions.insert((tenant, name.to_owned()), id);
        if let Some(disabled) = step.disabled {
            let turned = store.disable_definition(id, revision.take(), disabled, actor, now);
            edited(turned.await)?;
        }
        Ok(())
    }

    async fn routine(
        &mut self,
        tenant: TenantId,
        name: &str,
        step: &RoutineStep,
        now: Instant,
    ) -> Result<(), Left> {
        let named = (tenant, step.definition.clone());
        let Some(definition) = self.definitions.get(&named).copied() else {
            return Err(Left::Refused(format!(
                "Its definition \"{}\" was not made.",
                step.definition
            )));
        };
        match step.was {
            None => {
                let new = new_routine(tenant, definition, name, step);
                created(self.store.create_routine(&new, self.actor, now).await?)
            }
            Some((id, revision)) => {
                let edit = RoutineEdit {
                    name: name.to_owned(),
                    instruction: step.instruction.clone(),
                    definition_id: definition,
                    input: step.input.clone(),
                    trigger: step.trigger.clone(),
                    misfire: step.misfire,
                    overlap: step.overlap,
                    destination: step.destination.clone(),
                    enabled: step.enabled,
                };
                let change = RoutineChange::Edit(Box::new(edit));
                let outcome = self
                    .store
                    .change_routine(id, Some(revision), &change, self.actor, now)
                    .await?;
                changed(outcome)
            }
        }
    }
}

fn new_routine(
    tenant_id: TenantId,
    definition_id: DefinitionId,
    name: &str,
    step: &RoutineStep,
) -> NewRoutine {
    NewRoutine {
        tenant_id,
        name: name.to_owned(),
        instruction: step.instruction.clone(),
        definition_id,
        input: step.input.clone(),
        owner: step.owner.clone(),
        trigger: step.trigger.clone(),
        misfire: step.misfire,
        overlap: step.overlap,
        destination: step.destination.clone(),
        enabled: step.enabled,
        preset_key: step.preset.clone(),
    }
}

fn edited<T>(outcome: StoreResult<EditOutcome<T>>) -> Result<(), Left> {
    match outcome? {
        EditOutcome::Edited(_) => Ok(()),
        EditOutcome::Conflict { changed_by, .. } => Err(Left::Conflict(format!(
            "{changed_by} changed it meanwhile. It was left as it is."
        ))),
        EditOutcome::NotFound => Err(gone()),
    }
}

fn created(outcome: CreateOutcome) -> Result<(), Left> {
    let sentence = match outcome {
        CreateOutcome::Created(_) => return Ok(()),
        CreateOutcome::CapReached { owner, cap } => cap_sentence(&owner, cap),
        CreateOutcome::PresetExists(_) => "Its preset was made meanwhile.".to_owned(),
        CreateOutcome::NoSuchDefinition => "Its definition is not there.".to_owned(),
    };
    Err(Left::Refused(sentence))
}

fn changed(outcome: ChangeOutcome) -> Result<(), Left> {
    match outcome {
        ChangeOutcome::Changed(_) => Ok(()),
        ChangeOutcome::Conflict { changed_by, .. } => Err(Left::Conflict(format!(
            "{changed_by} changed it meanwhile. It was left as it is."
        ))),
        ChangeOutcome::Refused(refusal) => Err(Left::Refused(refusal.to_string())),
        ChangeOutcome::CapReached { owner, cap } => Err(Left::Refused(cap_sentence(&owner, cap))),
        ChangeOutcome::NotFound => Err(gone()),
    }
}

fn gone() -> Left {
    Left::Refused("It is not there any more.".to_owned())
}
