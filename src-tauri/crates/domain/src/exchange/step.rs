//! What the plan of an import says of each part of the file, and what is to be written for it.

use crate::{
    DefinitionId, Destination, Launcher, Misfire, Overlap, RoutineId, TenantId, TenantPolicy,
    TriggerSpec, words::words,
};

words! {
    /// What an import does with one part of its file.
    ImportVerdict, "verdict" {
        Create = "create",
        Update = "update",
        /// It was changed since it was exported, and is left as it is.
        Conflict = "conflict",
        Unchanged = "unchanged",
        Refused = "refused",
    }
}

words! {
    ItemKind, "kind" {
        Tenant = "tenant",
        Definition = "definition",
        Routine = "routine",
    }
}

/// One part of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub kind: ItemKind,
    pub tenant: String,
    pub name: String,
    pub verdict: ImportVerdict,
    /// One sentence: what is made, what changes, or why not.
    pub sentence: String,
    /// None where nothing is to be written.
    pub step: Option<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Tenant(TenantStep),
    Definition(DefinitionStep),
    Routine(RoutineStep),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TenantStep {
    Create {
        policy: TenantPolicy,
    },
    SetPolicy {
        id: TenantId,
        revision: u32,
        policy: TenantPolicy,
    },
}

/// A definition as it is to be; `was` is where it stands now, none when it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionStep {
    pub was: Option<(DefinitionId, u32)>,
    pub launcher: Launcher,
    pub renamed_or_set: bool,
    /// The cap to set, where it is another one than before.
    pub cap: Option<Option<u32>>,
    /// The turn to give it, where it is another one than before.
    pub disabled: Option<bool>,
}

/// A routine as it is to be, its definition by name: it may be made by the same import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutineStep {
    pub was: Option<(RoutineId, u32)>,
    pub instruction: String,
    pub definition: String,
    pub input: String,
    pub owner: String,
    pub trigger: TriggerSpec,
    pub misfire: Misfire,
    pub overlap: Overlap,
    pub destination: Option<Destination>,
    pub enabled: bool,
    pub preset: Option<String>,
}

impl Step {
    /// The row it was planned against, as `id@revision`; none where it makes one.
    pub fn seen(&self) -> Option<String> {
        match self {
            Step::Tenant(TenantStep::Create { .. }) => None,
            Step::Tenant(TenantStep::SetPolicy { id, revision, .. }) => {
                Some(format!("{id}@{revision}"))
            }
            Step::Definition(step) => step.was.map(|(id, revision)| format!("{id}@{revision}")),
            Step::Routine(step) => step.was.map(|(id, revision)| format!("{id}@{revision}")),
        }
    }
}
