use chrono::TimeDelta;
use routine_domain::{
    Destination, Instant, Invalid, Routine, RoutineEdit, TenantPolicy, TriggerSpec, text,
};
use routine_store::{Store, model::NewRoutine};

use crate::{CommandError, schedule, tenants, wire::RoutineDraft};

/// A draft within all limits, as a new routine of `owner`.
pub(super) async fn new_routine(
    draft: RoutineDraft,
    owner: String,
    store: &dyn Store,
    now: Instant,
) -> Result<NewRoutine, CommandError> {
    let edit = checked(&draft, None, store, now).await?;
    Ok(NewRoutine {
        tenant_id: draft.tenant_id,
        name: edit.name,
        instruction: edit.instruction,
        definition_id: edit.definition_id,
        input: edit.input,
        owner,
        trigger: edit.trigger,
        misfire: edit.misfire,
        overlap: edit.overlap,
        destination: edit.destination,
        enabled: edit.enabled,
        preset_key: None,
    })
}

/// A draft within all limits, as an edit of `routine`.
pub(super) async fn edit_of(
    draft: RoutineDraft,
    routine: &Routine,
    store: &dyn Store,
    now: Instant,
) -> Result<RoutineEdit, CommandError> {
    if draft.tenant_id != routine.tenant_id {
        return Err(Invalid::new(
            "tenant_id",
            "A routine stays in its tenant. Create it anew in the other one.",
        )
        .into());
    }
    checked(&draft, Some(routine), store, now).await
}

async fn checked(
    draft: &RoutineDraft,
    before: Option<&Routine>,
    store: &dyn Store,
    now: Instant,
) -> Result<RoutineEdit, CommandError> {
    let name = text::name("name", &draft.name)?;
    let instruction = text::instruction(&draft.instruction)?;
    let input = text::input(&draft.input)?;
    draft
        .destination
        .as_ref()
        .map_or(Ok(()), Destination::check)?;
    let tenant = store
        .get_tenant(draft.tenant_id)
        .await?
        .ok_or_else(|| tenants::not_found(draft.tenant_id))?;
    // A trigger that was accepted once stays accepted, whatever became of the policy since.
    let trigger = planned(draft, now);
    if before.is_none_or(|routine| routine.trigger != trigger) {
        check_trigger(&trigger, &tenant.policy, now)?;
    }
    check_definition(draft, before, store).await?;
    Ok(RoutineEdit {
        name,
        instruction,
        definition_id: draft.definition_id,
        input,
        trigger,
        misfire: draft.misfire,
        overlap: draft.overlap,
        destination: draft.destination.clone(),
        enabled: draft.enabled,
    })
}

/// The trigger as it is to be kept: a `once` for the past that is wanted all the same is planned for
/// the next millisecond, since nothing is planned for a time that has passed.
fn planned(draft: &RoutineDraft, now: Instant) -> TriggerSpec {
    match &draft.trigger {
        TriggerSpec::Once { at } if draft.run_at_once && *at <= now => TriggerSpec::Once {
            at: now + TimeDelta::milliseconds(1),
        },
        trigger => trigger.clone(),
    }
}

fn check_trigger(
    trigger: &TriggerSpec,
    policy: &TenantPolicy,
    now: Instant,
) -> Result<(), CommandError> {
    schedule::check(trigger, policy)?;
    match trigger {
        TriggerSpec::Once { at } if *at <= now => Err(Invalid::new(
            "trigger.at",
            format!(
                "{} has passed. Choose a time in the future, or to run it at once.",
                at.format("%Y-%m-%d %H:%M:%S UTC")
            ),
        )
        .into()),
        _ => Ok(()),
    }
}

async fn check_definition(
    draft: &RoutineDraft,
    before: Option<&Routine>,
    store: &dyn Store,
) -> Result<(), CommandError> {
    let refused = |message: String| Err(Invalid::new("definition_id", message).into());
    let definition = store
        .get_definition(draft.definition_id)
        .await?
        .filter(|definition| definition.tenant_id == draft.tenant_id);
    match definition {
        None => refused("The tenant has no such definition. Choose one from its list.".into()),
        Some(definition)
            if definition.disabled_at.is_some()
                && before.is_none_or(|routine| routine.definition_id != definition.id) =>
        {
            refused(format!(
                "The definition {} is disabled, so nothing of it would be launched. Choose another one.",
                definition.name
            ))
        }
        Some(_) => Ok(()),
    }
}
