use std::collections::{HashMap, HashSet};

use routine_domain::{
    DefinitionId, Launcher, TenantId, TriggerSpec, crontab::cut, text::NAME_LIMIT,
};
use routine_store::{
    Store,
    model::{RoutineFilter, RoutineMatch, RoutineOrder},
};

use super::Draft;
use crate::CommandError;

/// Routines asked for at a time.
const PAGE: u32 = 1_000;

/// What the tenant has, from before or from lines above.
#[derive(Default)]
pub(super) struct Taken {
    names: HashSet<String>,
    /// The number last tried behind a name, so that many lines alike cost no search each.
    numbers: HashMap<String, u32>,
    /// Names of routines by what they run and when.
    twins: HashMap<String, String>,
}

impl Taken {
    pub async fn of(store: &dyn Store, tenant_id: TenantId) -> Result<Self, CommandError> {
        let definitions = store.list_definitions(Some(tenant_id)).await?;
        let mut taken = Self::default();
        let names = definitions.iter().map(|definition| definition.name.clone());
        taken.names.extend(names);
        let launchers: HashMap<DefinitionId, Launcher> = definitions
            .into_iter()
            .map(|definition| (definition.id, definition.launcher))
            .collect();
        let mut filter = RoutineFilter {
            matching: RoutineMatch {
                tenant_id: Some(tenant_id),
                ..RoutineMatch::default()
            },
            order: RoutineOrder::Name,
            after: None,
            limit: PAGE,
        };
        let now = store.now().await?;
        loop {
            let page = store.list_routines(&filter, now).await?;
            for routine in page.rows.into_iter().map(|listing| listing.routine) {
                if let Some(launcher) = launchers.get(&routine.definition_id) {
                    let key = key(launcher, &routine.trigger);
                    taken.twins.insert(key, routine.name.clone());
                }
                taken.names.insert(routine.name);
            }
            filter.after = page.next;
            if filter.after.is_none() {
                return Ok(taken);
            }
        }
    }

    /// The routine that does the same at the same times.
    pub fn twin_of(&self, draft: &Draft) -> Option<&str> {
        let key = key(&draft.launcher, &draft.trigger);
        self.twins.get(&key).map(String::as_str)
    }

    /// Makes its name the only one, and remembers it.
    pub fn give_name(&mut self, draft: &mut Draft) {
        let number = self.numbers.entry(draft.name.clone()).or_insert(1);
        let mut name = draft.name.clone();
        while self.names.contains(&name) {
            *number += 1;
            let end = format!(" ({number})");
            name = cut(&draft.name, NAME_LIMIT - end.chars().count()) + &end;
        }
        draft.name = name;
        self.names.insert(draft.name.clone());
        let key = key(&draft.launcher, &draft.trigger);
        self.twins.insert(key, draft.name.clone());
    }
}

fn key(launcher: &Launcher, trigger: &TriggerSpec) -> String {
    format!("{launcher:?} {trigger:?}")
}
