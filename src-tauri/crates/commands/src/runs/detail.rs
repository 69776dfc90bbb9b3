use routine_domain::{
    Instant, Routine, RunAction, RunId, RunStatus, TenantPolicy, action::RunFacts,
};
use routine_store::model::{Run, RunKey};

use super::{delivery, hand_off, not_found};
use crate::{
    CommandError, Desk,
    routines::READ_ONLY,
    wire::{CancelNote, Protection, RunDetail, RunError, RunOffer, RunRow},
};

pub async fn get(desk: &Desk, id: RunId) -> Result<RunDetail, CommandError> {
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let run = store.get_run(id).await?.ok_or_else(|| not_found(id))?;
    let attempts = match run.scheduled_for {
        Some(at) => store.list_attempts(run.routine_id, at).await?,
        None => vec![run.clone()],
    };
    let routine = store.get_routine(run.routine_id).await?;
    let next_attempt_at = routine
        .as_ref()
        .and_then(|routine| next_attempt(routine, &run));
    let definition = store.get_definition(run.definition_id).await?;
    let neighbours = store.run_neighbours(run.routine_id, key(&run)).await?;
    let delivery_attempts = store.list_delivery_attempts(id).await?;
    let destination = routine
        .as_ref()
        .and_then(|routine| routine.destination.clone());
    let facts = RunFacts {
        status: run.status,
        launcher: run.launcher,
        cancel_requested: run.cancel_requested_at.is_some(),
        retry_waits: next_attempt_at.is_some(),
        deleted: routine
            .as_ref()
            .is_none_or(|routine| routine.deleted.is_some()),
    };
    let policy = store
        .get_tenant(run.tenant_id)
        .await?
        .map_or_else(TenantPolicy::default, |tenant| tenant.policy);
    Ok(RunDetail {
        idempotency_key: run.idempotency_key.clone(),
        revision: run.revision,
        error: error_of(&run),
        input: run
            .input_override
            .clone()
            .unwrap_or_else(|| run.input.clone()),
        input_overridden: run.input_override.is_some(),
        instruction: run.instruction.clone(),
        output: run.output.clone(),
        delivery: delivery::note(&run, destination.as_ref(), delivery_attempts, reading.now),
        definition_name: run.definition_name.clone(),
        launcher: run.launcher.to_string(),
        claimed_at: (run.status != RunStatus::Missed).then_some(run.recorded_at),
        launched_at: run.launched_at,
        lease_until: run.lease_until,
        take_overs: run.take_overs,
        attempts: attempts.into_iter().map(RunRow::from).collect(),
        next_attempt_at,
        dead_letter_after: policy.dead_letter_after,
        offers: offers(&facts, reading.protection),
        routine_revision: routine.map_or(0, |routine| routine.revision),
        hand_off: definition.map_or_else(Vec::new, |definition| {
            hand_off::facts(&definition.launcher, policy.launch_timeout_seconds)
        }),
        cancel_requested: run
            .cancel_requested_at
            .zip(run.cancel_requested_by.clone())
            .map(|(at, by)| CancelNote { at, by }),
        replay_of: run.replay_of,
        previous: neighbours.previous.map(RunRow::from),
        next: neighbours.next.map(RunRow::from),
        now: reading.now,
        row: run.into(),
    })
}

/// Where a run stands in history.
pub(super) fn key(run: &Run) -> RunKey {
    RunKey {
        recorded_at: run.recorded_at,
        id: run.id,
    }
}

fn offers(facts: &RunFacts, protection: Protection) -> Vec<RunOffer> {
    let offer = |action: RunAction| RunOffer {
        action,
        why_not: match protection {
            Protection::ReadOnly => Some(READ_ONLY.to_owned()),
            Protection::Confirm | Protection::Full => action.why_not(facts),
        },
    };
    RunAction::ALL.iter().copied().map(offer).collect()
}

/// When the occurrence of this run will be launched again, where a retry of it waits.
fn next_attempt(routine: &Routine, run: &Run) -> Option<Instant> {
    let placement = &routine.placement;
    placement
        .retry
        .filter(|retry| Some(retry.scheduled_for) == run.scheduled_for)
        .and(placement.next_fire_at)
}

fn error_of(run: &Run) -> Option<RunError> {
    Some(RunError {
        code: run.error_code.clone()?,
        fingerprint: run.fingerprint.clone(),
        message: run.message.clone().unwrap_or_default(),
        detail: run.detail.clone(),
    })
}
