//! What an import meets.

use crate::{DefinitionId, Launcher, Routine, TenantId, TenantPolicy};

/// The tenants that the file names, and of them everything it could be about.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    pub tenants: Vec<StandingTenant>,
}

#[derive(Debug, Clone)]
pub struct StandingTenant {
    pub id: TenantId,
    pub name: String,
    pub revision: u32,
    pub policy: TenantPolicy,
    pub definitions: Vec<StandingDefinition>,
    /// Those that are not deleted, and the deleted ones that the file names by id or by preset.
    pub routines: Vec<StandingRoutine>,
}

#[derive(Debug, Clone)]
pub struct StandingDefinition {
    pub id: DefinitionId,
    pub name: String,
    pub revision: u32,
    pub launcher: Launcher,
    pub concurrency_cap: Option<u32>,
    pub disabled: bool,
}

#[derive(Debug, Clone)]
pub struct StandingRoutine {
    pub routine: Routine,
    pub preset: Option<String>,
}

impl Standing {
    pub fn tenant(&self, name: &str) -> Option<&StandingTenant> {
        self.tenants.iter().find(|tenant| tenant.name == name)
    }
}

impl StandingTenant {
    pub fn definition_name(&self, id: DefinitionId) -> &str {
        let found = self.definitions.iter().find(|each| each.id == id);
        found.map_or("", |definition| &definition.name)
    }

    /// How many places of the cap of `owner` are taken.
    pub fn places_of(&self, owner: &str) -> u32 {
        let counted = self.routines.iter().filter(|each| {
            let routine = &each.routine;
            routine.owner == owner && routine.takes_a_place()
        });
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    }
}
