//! The day: what needs somebody now, and what happened and will happen around now.

use std::collections::HashMap;

use chrono::TimeDelta;
use routine_domain::{
    TenantId, TriggerSpec,
    shared_cause::shared_cause,
    timeline::{self, Planned, SLOT_SECONDS, held_back, plan, window},
};
use routine_store::model::{InSchedule, Outcomes, SweepSeen};

use crate::{
    CommandError, Desk, routines,
    wire::{Attention, FailingRow, PastSlot, PlannedSlot, Pulse, StatusCount, Timeline, Today},
};

/// Sweeps in the pulse.
const PULSE: u32 = 40;
/// Failing routines of each sort.
const FAILING: u32 = 6;
/// Failures that are compared with each other.
const COMPARED: u32 = 1_000;
/// Runs that are counted for the past day.
const COUNTED: u32 = 20_000;
/// Routines whose fires are looked ahead to.
const AHEAD: u32 = 20_000;
/// Fires that are computed; those of triggers written alike are computed once.
const FIRES: usize = 50_000;
/// Stopped routines whose fires are counted.
const STOPPED: u32 = 1_000;

pub async fn get(desk: &Desk, tenant: Option<TenantId>) -> Result<Today, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let attention = store.attention(tenant, now).await?;
    let counts = store.count_routines(tenant).await?;
    let fleet = store.fleet(PULSE, false, now).await?;
    let failing = store.failing(tenant, FAILING).await?;
    let groups = store
        .failure_groups(tenant, now - TimeDelta::days(1), COMPARED)
        .await?;
    Ok(Today {
        attention: Attention {
            backing_off: attention.backing_off,
            next_retry_at: attention.next_retry_at,
            dead_lettered: attention.dead_lettered,
            switched_off: attention.switched_off,
            cannot_fire: attention.cannot_fire,
            overdue: attention.overdue,
            open_breakers: attention.open_breakers,
            routines: counts.all,
        },
        pulse: fleet.sweeps.iter().rev().map(Pulse::from).collect(),
        failing: failing
            .into_iter()
            .map(|failing| FailingRow {
                routine: routines::row_of(failing.listing, Vec::new(), reading.protection, now),
                error: failing.error,
            })
            .collect(),
        shared_cause: shared_cause(&groups),
        now,
    })
}

pub async fn timeline(desk: &Desk, tenant: Option<TenantId>) -> Result<Timeline, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let (from, to) = window(now);
    let outcomes = store.outcomes(tenant, from, COUNTED).await?;
    let waiting = store.in_schedule(tenant, AHEAD).await?;
    let all_seen = waiting.len() < AHEAD as usize;
    let stopped = store.stopped_triggers(tenant, STOPPED).await?;
    let plan = plan(&planned(waiting), now, to, FIRES);
    Ok(Timeline {
        from,
        to,
        slot_seconds: u32::try_from(SLOT_SECONDS).unwrap_or(u32::MAX),
        past_cut_at: outcomes.cut_at,
        past: past(outcomes),
        planned: plan
            .slots
            .into_iter()
            .map(|(at, slot)| PlannedSlot {
                at,
                fires: slot.fires,
                once: slot.once,
                retries: slot.retries,
            })
            .collect(),
        planned_is_cut: plan.is_cut || !all_seen,
        stopped: u32::try_from(stopped.len()).unwrap_or(u32::MAX),
        held_back: match stopped.len() < STOPPED as usize {
            true => held_back(&together(stopped), now, to),
            false => None,
        },
        now,
    })
}

/// Routines that fire alike, together.
fn planned(waiting: Vec<InSchedule>) -> Vec<Planned> {
    let mut places: HashMap<_, usize> = HashMap::new();
    let mut planned: Vec<Planned> = Vec::new();
    for routine in waiting {
        let retries_at = routine.retries.then_some(routine.next_fire_at);
        let place = (routine.trigger.clone(), retries_at);
        match places.get(&place).and_then(|index| planned.get_mut(*index)) {
            Some(known) => known.routines += 1,
            None => {
                places.insert(place, planned.len());
                planned.push(Planned {
                    trigger: routine.trigger,
                    next_fire_at: routine.next_fire_at,
                    retries: routine.retries,
                    routines: 1,
                });
            }
        }
    }
    planned
}

fn together(triggers: Vec<TriggerSpec>) -> Vec<(TriggerSpec, u32)> {
    let mut counted: HashMap<TriggerSpec, u32> = HashMap::new();
    for trigger in triggers {
        *counted.entry(trigger).or_default() += 1;
    }
    counted.into_iter().collect()
}

fn past(outcomes: Outcomes) -> Vec<PastSlot> {
    let mut past: Vec<PastSlot> = Vec::new();
    for count in outcomes.slots {
        let counted = StatusCount {
            status: count.status,
            runs: count.runs,
        };
        match past.last_mut().filter(|slot| slot.at == count.slot) {
            Some(slot) => slot.counts.push(counted),
            None => past.push(PastSlot {
                at: timeline::slot_of(count.slot),
                counts: vec![counted],
            }),
        }
    }
    past
}

impl From<&SweepSeen> for Pulse {
    fn from(sweep: &SweepSeen) -> Self {
        Self {
            at: sweep.started_at,
            lag_ms: sweep.counts.lag_ms,
            failed: sweep.counts.error.is_some(),
        }
    }
}
