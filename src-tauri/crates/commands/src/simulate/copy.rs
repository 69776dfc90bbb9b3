//! What is copied: the chosen routines, what they run, and the policies they run under.

use std::collections::{HashMap, HashSet};

use routine_domain::{
    Instant, Launcher, Routine, RoutineId, placed_at::placed_at, recorded_plan::Standing,
};
use routine_store::{
    Store,
    model::{Actor, Copied, Definition, RoutineFilter, RoutineMatch, RoutineOrder},
};

use crate::{CommandError, ErrorCode, wire::SimulateRequest};

/// More are too many to look at, and to wait for.
const MOST: usize = 2_000;
const PAGE: u32 = 200;

pub(super) struct Taken {
    pub copied: Copied,
    /// Why each of these does not fire at all.
    pub idle: HashMap<RoutineId, String>,
    pub notes: Vec<String>,
}

pub(super) fn actor() -> Actor {
    Actor::new("simulation")
}

pub(super) async fn take(
    store: &dyn Store,
    request: &SimulateRequest,
    (from, now): (Instant, Instant),
) -> Result<Taken, CommandError> {
    let chosen = match request.routines.is_empty() {
        true => all(store, now).await?,
        false => named(store, &request.routines).await?,
    };
    if chosen.len() > MOST {
        return Err(CommandError::new(
            ErrorCode::Refused,
            format!(
                "{} routines are too many to look ahead for at once. Choose at most {MOST}.",
                chosen.len()
            ),
        ));
    }
    let routines: Vec<_> = chosen
        .iter()
        .map(|routine| match from == now {
            true => routine.clone(),
            false => placed_at(routine, from),
        })
        .collect();
    let used: HashSet<_> = routines.iter().map(|each| each.definition_id).collect();
    let tenants: HashSet<_> = routines.iter().map(|each| each.tenant_id).collect();
    let definitions = store.list_definitions(None).await?.into_iter();
    let definitions: Vec<_> = definitions
        .filter(|definition| used.contains(&definition.id))
        .map(without_secret)
        .collect();
    let all_tenants = store.list_tenants().await?.into_iter();
    let idle = routines
        .iter()
        .filter_map(|routine| Some((routine.id, idle(routine)?)));
    Ok(Taken {
        idle: idle.collect(),
        notes: notes(&definitions),
        copied: Copied {
            tenants: all_tenants
                .filter(|tenant| tenants.contains(&tenant.id))
                .collect(),
            definitions,
            routines,
        },
    })
}

async fn named(store: &dyn Store, ids: &[RoutineId]) -> Result<Vec<Routine>, CommandError> {
    let mut found = Vec::with_capacity(ids.len());
    let mut seen = HashSet::new();
    for id in ids.iter().filter(|id| seen.insert(**id)) {
        match store.get_routine(*id).await? {
            Some(routine) if routine.deleted.is_none() => found.push(routine),
            _ => {
                return Err(CommandError::new(
                    ErrorCode::NotFound,
                    format!("There is no routine {id}, or it was deleted."),
                ));
            }
        }
    }
    Ok(found)
}

/// Whatever waits in the schedule.
async fn all(store: &dyn Store, now: Instant) -> Result<Vec<Routine>, CommandError> {
    let mut found = Vec::new();
    let mut filter = RoutineFilter {
        matching: RoutineMatch::default(),
        order: RoutineOrder::NextFire,
        after: None,
        limit: PAGE,
    };
    loop {
        let page = store.list_routines(&filter, now).await?;
        let routines = page.rows.into_iter().map(|listing| listing.routine);
        found.extend(routines.filter(|routine| {
            routine.placement.next_fire_at.is_some()
                || routine
                    .off
                    .as_ref()
                    .is_some_and(|off| off.resume_at.is_some())
        }));
        filter.after = page.next;
        if filter.after.is_none() || found.len() > MOST {
            return Ok(found);
        }
    }
}

fn without_secret(mut definition: Definition) -> Definition {
    if let Launcher::Http { secret_name, .. } = &mut definition.launcher {
        *secret_name = None;
    }
    definition
}

fn idle(routine: &Routine) -> Option<String> {
    let resumes = routine
        .off
        .as_ref()
        .is_some_and(|off| off.resume_at.is_some());
    let sentence = match Standing::of(routine) {
        Standing::Deleted => "It is deleted.",
        Standing::Off if resumes => return None,
        Standing::Off => "It is off.",
        Standing::DeadLettered => "It is dead-lettered.",
        Standing::On if routine.placement.done_at.is_some() => "It is done.",
        Standing::On if routine.placement.next_fire_at.is_none() => "It fires by hand only.",
        Standing::On => return None,
    };
    Some(sentence.to_owned())
}

fn notes(definitions: &[Definition]) -> Vec<String> {
    let real = definitions
        .iter()
        .filter(|definition| !matches!(definition.launcher, Launcher::Simulated(_)))
        .count();
    let mut notes = vec!["Runs that are open now were left out of the copy.".to_owned()];
    match real {
        0 => {}
        1 => notes.push(
            "1 definition calls a hub or starts a program; here it was only simulated, and succeeds."
                .to_owned(),
        ),
        count => notes.push(format!(
            "{count} definitions call hubs or start programs; here they were only simulated, and succeed."
        )),
    }
    notes
}
