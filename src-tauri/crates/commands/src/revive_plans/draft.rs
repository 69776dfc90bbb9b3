//! What a plan would do: whom it brings back, whom it leaves out, what is lost.

use std::collections::{BTreeSet, HashMap};

use routine_domain::{
    FailureLane, Instant, Invalid, RoutineId, RunStatus, TenantId, revive_plan::MOST_ROUTINES,
};
use routine_store::{Store, model::FailingRoutine};

use crate::{
    CommandError, Desk,
    failures::{lane_of, title_of},
    wire::{ReviveCandidate, ReviveDraft, ReviveLeftOut, ReviveScope},
};

/// Routines whose usual duration is looked up.
const TIMED: usize = 200;
/// Runs it is judged by.
const RUNS: u32 = 20;

pub async fn draft(desk: &Desk, scope: ReviveScope) -> Result<ReviveDraft, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let found = found(store, &scope).await?;
    let mut left_out = missing(store, &scope, &found).await?;
    let mut places = places(store, &found).await?;
    let subject = subject(&scope, &found);
    let tenants: BTreeSet<_> = found
        .iter()
        .map(|(_, row)| row.tenant_name.clone())
        .collect();
    let mut candidates = Vec::new();
    for (lane, row) in found {
        match candidate(lane, &row, &mut places, now) {
            Ok(candidate) if candidates.len() < MOST_ROUTINES => candidates.push(candidate),
            Ok(_) => left_out.push(without(
                &row,
                format!("One plan brings back at most {MOST_ROUTINES}. Revive it with the next."),
            )),
            Err(reason) => left_out.push(without(&row, reason)),
        }
    }
    let usual = usual_times(store, &candidates).await?;
    for candidate in &mut candidates {
        candidate.usual_ms = usual.get(&candidate.id).copied();
    }
    let cheapest = candidates
        .iter()
        .min_by_key(|candidate| candidate.usual_ms.unwrap_or(u32::MAX));
    Ok(ReviveDraft {
        subject,
        canary: cheapest.map(|candidate| candidate.id),
        lost_fires: candidates
            .iter()
            .fold(0, |sum, candidate| sum.saturating_add(candidate.lost_fires)),
        candidates,
        left_out,
        tenant_names: tenants.into_iter().collect(),
        now,
    })
}

async fn found(
    store: &dyn Store,
    scope: &ReviveScope,
) -> Result<Vec<(FailureLane, FailingRoutine)>, CommandError> {
    let lanes = match scope.lane {
        Some(lane) if !lane.can_be_revived() => {
            return Err(Invalid::new(
                "lane",
                "What is retrying comes back by itself. Revive what is dead or off.",
            )
            .into());
        }
        Some(lane) => vec![lane],
        None => vec![FailureLane::Dead, FailureLane::Off],
    };
    let asked: BTreeSet<_> = scope.routines.iter().collect();
    let mut found = Vec::new();
    for lane in lanes {
        let rows = lane_of(store, lane, scope.tenant_id).await?;
        let rows = rows.into_iter().filter(|row| {
            let error = scope.fingerprint.as_ref();
            error.is_none_or(|error| row.fingerprint == *error)
                && (asked.is_empty() || asked.contains(&row.id))
        });
        found.extend(rows.map(|row| (lane, row)));
    }
    Ok(found)
}

/// Those asked for that are not to be revived (any more), and why.
async fn missing(
    store: &dyn Store,
    scope: &ReviveScope,
    found: &[(FailureLane, FailingRoutine)],
) -> Result<Vec<ReviveLeftOut>, CommandError> {
    let found: BTreeSet<_> = found.iter().map(|(_, row)| row.id).collect();
    let mut missing = Vec::new();
    for id in scope.routines.iter().filter(|id| !found.contains(id)) {
        let routine = store.get_routine(*id).await?;
        let routine = routine.ok_or_else(|| crate::routines::not_found(*id))?;
        let reason = match (&routine.deleted, &routine.off) {
            (Some(deleted), _) => format!("It was deleted by {}.", deleted.actor),
            (None, Some(off)) => format!("It was switched off by {}.", off.actor),
            (None, None) => "It is neither dead-lettered nor switched off any more.".to_owned(),
        };
        missing.push(ReviveLeftOut {
            id: *id,
            name: routine.name,
            reason,
        });
    }
    Ok(missing)
}

type Places = HashMap<(TenantId, String), (u32, u32)>;

/// How many more routines each owner may have switched on, and how many in all.
async fn places(
    store: &dyn Store,
    found: &[(FailureLane, FailingRoutine)],
) -> Result<Places, CommandError> {
    let owners: BTreeSet<_> = found
        .iter()
        // A dead letter keeps its place.
        .filter(|(lane, _)| *lane == FailureLane::Off)
        .map(|(_, row)| (row.tenant_id, row.owner.clone()))
        .collect();
    let owners: Vec<_> = owners.into_iter().collect();
    let places = store.owner_places(&owners).await?.into_iter();
    Ok(places
        .map(|owner| {
            let free = owner.cap.saturating_sub(owner.taken);
            ((owner.tenant_id, owner.owner), (free, owner.cap))
        })
        .collect())
}

fn candidate(
    lane: FailureLane,
    row: &FailingRoutine,
    places: &mut Places,
    now: Instant,
) -> Result<ReviveCandidate, String> {
    let trigger = row.trigger.parse().map_err(|refused| refused.message)?;
    if let Some((free, cap)) = places.get_mut(&(row.tenant_id, row.owner.clone()))
        && lane == FailureLane::Off
    {
        if *free == 0 {
            return Err(format!(
                "{} already has {cap} routines switched on, the most this tenant allows.",
                row.owner
            ));
        }
        *free -= 1;
    }
    Ok(ReviveCandidate {
        id: row.id,
        revision: row.revision,
        name: row.name.clone(),
        tenant_name: row.tenant_name.clone(),
        lane,
        next_fire_at: trigger.next_after(now),
        lost_fires: trigger.count_between(row.since, now),
        usual_ms: None,
    })
}

/// The median of their good runs, in milliseconds.
async fn usual_times(
    store: &dyn Store,
    candidates: &[ReviveCandidate],
) -> Result<HashMap<RoutineId, u32>, CommandError> {
    let ids: Vec<_> = candidates.iter().take(TIMED).map(|it| it.id).collect();
    let mut times: HashMap<RoutineId, Vec<u32>> = HashMap::new();
    for run in store.recent_runs(&ids, RUNS).await? {
        if let (RunStatus::Succeeded, Some(ended)) = (run.status, run.finished_at) {
            let took = (ended - run.recorded_at).num_milliseconds().max(0);
            let took = u32::try_from(took).unwrap_or(u32::MAX);
            times.entry(run.routine_id).or_default().push(took);
        }
    }
    let median = |(id, mut times): (RoutineId, Vec<u32>)| {
        times.sort_unstable();
        (id, times[times.len() / 2])
    };
    Ok(times.into_iter().map(median).collect())
}

fn subject(scope: &ReviveScope, found: &[(FailureLane, FailingRoutine)]) -> String {
    match (&scope.fingerprint, found.first()) {
        (Some(_), Some((_, row))) => {
            format!("Group \"{}\"", title_of(&row.message, &row.error_code))
        }
        _ if !scope.routines.is_empty() => "Chosen routines".to_owned(),
        _ => match scope.lane {
            Some(FailureLane::Dead) => "All dead-lettered routines".to_owned(),
            Some(FailureLane::Off) => "All routines the system switched off".to_owned(),
            _ => "All dead-lettered and switched-off routines".to_owned(),
        },
    }
}

fn without(row: &FailingRoutine, reason: String) -> ReviveLeftOut {
    ReviveLeftOut {
        id: row.id,
        name: row.name.clone(),
        reason,
    }
}
