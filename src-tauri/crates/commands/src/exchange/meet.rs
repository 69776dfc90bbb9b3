//! What stands in the database that a file is about.

use std::collections::HashMap;

use routine_domain::exchange::{
    Document, Standing, StandingDefinition, StandingRoutine, StandingTenant, TenantPart,
};
use routine_store::{
    Store,
    model::{Definition, Tenant},
};

use super::collect::all_routines;
use crate::CommandError;

pub async fn standing(document: &Document, store: &dyn Store) -> Result<Standing, CommandError> {
    let tenants = store.list_tenants().await?;
    let mut found = Standing::default();
    for part in &document.tenants {
        let tenant = tenants
            .iter()
            .find(|tenant| tenant.name == part.name.trim());
        if let Some(tenant) = tenant {
            found.tenants.push(of_tenant(part, tenant, store).await?);
        }
    }
    Ok(found)
}

async fn of_tenant(
    part: &TenantPart,
    tenant: &Tenant,
    store: &dyn Store,
) -> Result<StandingTenant, CommandError> {
    let definitions = store.list_definitions(Some(tenant.id)).await?;
    let presets: HashMap<_, _> = store.list_presets(tenant.id).await?.into_iter().collect();
    let mut routines = all_routines(store, tenant.id).await?;
    // The deleted ones that the file could mean.
    let named = part.routines.iter();
    let named = named.filter_map(|routine| routine.origin.map(|origin| origin.id));
    for id in named.chain(presets.keys().copied()) {
        if routines.iter().all(|routine| routine.id != id)
            && let Some(routine) = store.get_routine(id).await?
            && routine.tenant_id == tenant.id
        {
            routines.push(routine);
        }
    }
    Ok(StandingTenant {
        id: tenant.id,
        name: tenant.name.clone(),
        revision: tenant.revision,
        policy: tenant.policy.clone(),
        definitions: definitions.into_iter().map(standing_definition).collect(),
        routines: routines
            .into_iter()
            .map(|routine| StandingRoutine {
                preset: presets.get(&routine.id).cloned(),
                routine,
            })
            .collect(),
    })
}

fn standing_definition(definition: Definition) -> StandingDefinition {
    StandingDefinition {
        id: definition.id,
        name: definition.name,
        revision: definition.revision,
        launcher: definition.launcher,
        concurrency_cap: definition.concurrency_cap,
        disabled: definition.disabled_at.is_some(),
    }
}
