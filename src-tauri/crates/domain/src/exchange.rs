//! Tenants, definitions and routines as a file: what it holds, and what bringing it into a database
//! would do. Nothing of a run, of a count or of a secret is in it; `docs/exchange.md` says more.

mod plan;
mod routine;
mod standing;
mod step;

pub use plan::{Terms, plan};
pub use standing::{Standing, StandingDefinition, StandingRoutine, StandingTenant};
pub use step::{DefinitionStep, ImportVerdict, Item, ItemKind, RoutineStep, Step, TenantStep};

use serde::{Deserialize, Serialize};

use crate::{
    DefinitionId, Destination, Invalid, Launcher, Misfire, Overlap, RoutineId, TenantId,
    TenantPolicy, TriggerSpec,
};

/// What such a file calls itself.
pub const FORMAT: &str = "routine-desk";
/// The version that is written. A later one adds what this program cannot heed, so it is refused.
pub const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub format: String,
    pub version: u32,
    pub tenants: Vec<TenantPart>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TenantPart {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin<TenantId>>,
    /// Without one, the tenant keeps its policy, or begins with the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<TenantPolicy>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<DefinitionPart>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routines: Vec<RoutinePart>,
}

impl Document {
    /// How many tenants, definitions and routines it holds.
    pub fn parts(&self) -> usize {
        let of = |tenant: &TenantPart| 1 + tenant.definitions.len() + tenant.routines.len();
        self.tenants.iter().map(of).sum()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefinitionPart {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin<DefinitionId>>,
    pub launcher: Launcher,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency_cap: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoutinePart {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin<RoutineId>>,
    pub instruction: String,
    /// The name of a definition of its tenant.
    pub definition: String,
    /// JSON as text, so that its numbers stay as they were written.
    #[serde(default = "empty_input")]
    pub input: String,
    /// Whoever imports it, where it is left out. What is there already keeps its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    pub trigger: TriggerSpec,
    #[serde(default = "usual_misfire")]
    pub misfire: Misfire,
    #[serde(default = "usual_overlap")]
    pub overlap: Overlap,
    /// Where results go; left out, nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<Destination>,
    #[serde(default = "on")]
    pub enabled: bool,
    /// The preset it was made from: at most one routine of a tenant has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
}

/// What a part was in the database it came from. There it is found by its id, and a later revision
/// says that somebody changed it since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin<Id> {
    pub id: Id,
    pub revision: u32,
}

fn empty_input() -> String {
    "{}".to_owned()
}

fn usual_misfire() -> Misfire {
    Misfire::FireOnce
}

fn usual_overlap() -> Overlap {
    Overlap::Skip
}

fn on() -> bool {
    true
}

impl Document {
    pub fn new(tenants: Vec<TenantPart>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            tenants,
        }
    }

    /// The same without where it came from: what two databases can have in common.
    pub fn content(mut self) -> Self {
        for tenant in &mut self.tenants {
            tenant.origin = None;
            for definition in &mut tenant.definitions {
                definition.origin = None;
            }
            for routine in &mut tenant.routines {
                routine.origin = None;
            }
        }
        self
    }
}

/// Refuses what is no such file, or one of a later version, before its parts are looked at.
pub fn check_head(format: Option<&str>, version: Option<u32>) -> Result<(), Invalid> {
    match (format, version) {
        (Some(FORMAT), Some(VERSION)) => Ok(()),
        (Some(FORMAT), Some(version)) if version > VERSION => Err(Invalid::new(
            "version",
            format!(
                "The file is of version {version} of its format, and this program reads version {VERSION}. Use a newer Routine Desk."
            ),
        )),
        (Some(FORMAT), _) => Err(Invalid::new(
            "version",
            format!("The file names no version that there is. Write version: {VERSION}."),
        )),
        _ => Err(Invalid::new(
            "format",
            format!(
                "The file was not exported by Routine Desk: it does not begin with format: {FORMAT}. For a crontab use `routinectl import --crontab`."
            ),
        )),
    }
}
