//! From the database to a file.

use std::collections::{HashMap, HashSet};

use routine_domain::{
    DefinitionId, Routine, RoutineId, TenantId,
    exchange::{DefinitionPart, Document, Origin, RoutinePart, TenantPart},
    redaction,
};
use routine_store::{
    Store,
    model::{Definition, RoutineFilter, RoutineMatch, RoutineOrder, Tenant},
};

use crate::{CommandError, ErrorCode, desk::Reading, routines, tenants, wire::ExchangeChoice};

/// More than this is no choice that a person can have looked at.
const MOST: u32 = 10_000;
/// Routines asked for at a time.
const PAGE: u32 = 1_000;

/// The presets of test launches belong to their definitions, which have ids of their own elsewhere.
const OF_TESTS: &str = "definition-test:";

/// A selection is without the policies of its tenants, unless they are wanted too.
pub async fn document(
    reading: &Reading,
    choice: ExchangeChoice,
    with_policies: bool,
) -> Result<Document, CommandError> {
    let store = reading.store.as_ref();
    let all = store.list_tenants().await?;
    let mut parts = Vec::new();
    match choice {
        ExchangeChoice::All => {
            for tenant in &all {
                parts.push(whole(store, tenant).await?);
            }
        }
        ExchangeChoice::Tenant { id } => {
            let tenant = all.iter().find(|tenant| tenant.id == id);
            let tenant = tenant.ok_or_else(|| tenants::not_found(id))?;
            parts.push(whole(store, tenant).await?);
        }
        ExchangeChoice::Routines { ids } => {
            parts = selections(store, &all, ids).await?;
        }
        ExchangeChoice::Matching { matching } => {
            let matching = routines::matching_of(matching, reading.now);
            let found = match &matching {
                Some(matching) => store.find_targets(matching, MOST + 1, reading.now).await?,
                None => Vec::new(),
            };
            let ids = found.into_iter().map(|target| target.id).collect();
            parts = selections(store, &all, ids).await?;
        }
    }
    if with_policies {
        for part in &mut parts {
            let tenant = all.iter().find(|tenant| tenant.name == part.name);
            part.policy = tenant.map(|tenant| tenant.policy.clone());
        }
    }
    Ok(Document::new(parts))
}

/// A part for each tenant that has some of these routines.
async fn selections(
    store: &dyn Store,
    tenants: &[Tenant],
    ids: Vec<RoutineId>,
) -> Result<Vec<TenantPart>, CommandError> {
    let mut chosen = chosen(store, ids).await?;
    let mut parts = Vec::new();
    for tenant in tenants {
        if let Some(routines) = chosen.remove(&tenant.id) {
            parts.push(selection(store, tenant, routines).await?);
        }
    }
    Ok(parts)
}

/// The routines of these ids by tenant. A deleted one is not exported, and neither is what is gone.
async fn chosen(
    store: &dyn Store,
    ids: Vec<RoutineId>,
) -> Result<HashMap<TenantId, Vec<Routine>>, CommandError> {
    if ids.len() > MOST as usize {
        return Err(CommandError::new(
            ErrorCode::Refused,
            "More than 10,000 routines are chosen. At most so many are exported at once: narrow the choice.",
        ));
    }
    let mut found: HashMap<TenantId, Vec<Routine>> = HashMap::new();
    for id in ids {
        let routine = store.get_routine(id).await?;
        if let Some(routine) = routine.filter(|routine| routine.deleted.is_none()) {
            found.entry(routine.tenant_id).or_default().push(routine);
        }
    }
    Ok(found)
}

/// A tenant with everything of it.
async fn whole(store: &dyn Store, tenant: &Tenant) -> Result<TenantPart, CommandError> {
    let routines = all_routines(store, tenant.id).await?;
    let definitions = store.list_definitions(Some(tenant.id)).await?;
    let presets = store.list_presets(tenant.id).await?;
    let origin = Origin {
        id: tenant.id,
        revision: tenant.revision,
    };
    Ok(TenantPart {
        name: tenant.name.clone(),
        origin: Some(origin),
        policy: Some(tenant.policy.clone()),
        routines: routine_parts(routines, &definitions, presets),
        definitions: definitions.into_iter().map(definition_part).collect(),
    })
}

/// A tenant with some routines, and of its definitions those that they run. Its policy is not theirs.
async fn selection(
    store: &dyn Store,
    tenant: &Tenant,
    routines: Vec<Routine>,
) -> Result<TenantPart, CommandError> {
    let definitions = store.list_definitions(Some(tenant.id)).await?;
    let presets = store.list_presets(tenant.id).await?;
    let used: HashSet<DefinitionId> = routines.iter().map(|each| each.definition_id).collect();
    let routines = routine_parts(routines, &definitions, presets);
    let used = |definition: &Definition| used.contains(&definition.id);
    Ok(TenantPart {
        name: tenant.name.clone(),
        origin: None,
        policy: None,
        definitions: definitions
            .into_iter()
            .filter(used)
            .map(definition_part)
            .collect(),
        routines,
    })
}

/// By name; the deleted ones are not among them.
pub async fn all_routines(
    store: &dyn Store,
    tenant: TenantId,
) -> Result<Vec<Routine>, CommandError> {
    let mut filter = RoutineFilter {
        matching: RoutineMatch {
            tenant_id: Some(tenant),
            ..RoutineMatch::default()
        },
        order: RoutineOrder::Name,
        after: None,
        limit: PAGE,
    };
    let now = store.now().await?;
    let mut all = Vec::new();
    loop {
        let page = store.list_routines(&filter, now).await?;
        all.extend(page.rows.into_iter().map(|listing| listing.routine));
        filter.after = page.next;
        if filter.after.is_none() {
            return Ok(all);
        }
    }
}

fn definition_part(definition: Definition) -> DefinitionPart {
    DefinitionPart {
        origin: Some(Origin {
            id: definition.id,
            revision: definition.revision,
        }),
        name: definition.name,
        launcher: definition.launcher,
        concurrency_cap: definition.concurrency_cap,
        disabled: definition.disabled_at.is_some(),
    }
}

fn routine_parts(
    routines: Vec<Routine>,
    definitions: &[Definition],
    presets: Vec<(RoutineId, String)>,
) -> Vec<RoutinePart> {
    let names: HashMap<_, _> = definitions
        .iter()
        .map(|each| (each.id, &each.name))
        .collect();
    let presets: HashMap<_, _> = presets.into_iter().collect();
    let is_test = |id| {
        presets
            .get(&id)
            .is_some_and(|key| key.starts_with(OF_TESTS))
    };
    let kept = routines.into_iter().filter(|routine| !is_test(routine.id));
    kept.map(|routine| RoutinePart {
        origin: Some(Origin {
            id: routine.id,
            revision: routine.revision,
        }),
        name: routine.name,
        instruction: routine.instruction,
        definition: names
            .get(&routine.definition_id)
            .map_or_else(String::new, ToString::to_string),
        input: routine.input,
        owner: Some(routine.owner),
        trigger: routine.trigger,
        misfire: routine.misfire,
        overlap: routine.overlap,
        destination: routine.destination,
        enabled: routine.off.is_none(),
        preset: presets.get(&routine.id).cloned(),
    })
    .collect()
}

/// Inputs are exported as they stand: whoever wrote a secret into one is told.
pub fn notes(document: &Document) -> Vec<String> {
    let routines = document.tenants.iter().flat_map(|tenant| &tenant.routines);
    let found = routines.filter_map(|routine| {
        let key = redaction::secret_key(&routine.input)?;
        Some(format!(
            "The input of \"{}\" holds a value under \"{key}\", and the file holds it too. Put a secret where the worker finds it, and only its name into an input.",
            routine.name
        ))
    });
    found.collect()
}
