pub use routine_domain::exchange::{ImportVerdict, ItemKind};
use routine_domain::{RoutineId, TenantId};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::RoutineMatch;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ExchangeFormat {
    Json,
    Yaml,
}

/// What to export, or to copy into a local twin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExchangeChoice {
    /// All tenants with their policies, definitions and routines.
    All,
    /// One tenant with the same.
    Tenant { id: TenantId },
    /// These routines, and the definitions they run.
    Routines { ids: Vec<RoutineId> },
    /// All routines that match, and the definitions they run.
    Matching { matching: RoutineMatch },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportRequest {
    pub choice: ExchangeChoice,
    pub format: ExchangeFormat,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Exported {
    /// What to call the file.
    pub file_name: String,
    pub text: String,
    pub tenants: u32,
    pub definitions: u32,
    pub routines: u32,
    /// What somebody should know before the file is passed on; a sentence each.
    pub notes: Vec<String>,
}

/// An export that was saved on this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SavedExport {
    pub file: String,
    pub tenants: u32,
    pub definitions: u32,
    pub routines: u32,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportRequest {
    /// The file as it was read: JSON or YAML.
    pub text: String,
    /// What was changed since its export is overwritten instead of left as it is.
    pub overwrite: bool,
    /// The seal of the preview that a person looked at: another plan than that one is not applied.
    /// None applies whatever the plan is now.
    pub seal: Option<String>,
}

/// One part of the file, and what is or was done for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportItem {
    pub kind: ItemKind,
    pub tenant: String,
    pub name: String,
    pub verdict: ImportVerdict,
    /// What is made, what changes, or why not.
    pub sentence: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportReport {
    pub items: Vec<ImportItem>,
    pub created: u32,
    pub updated: u32,
    pub conflicts: u32,
    pub unchanged: u32,
    pub refused: u32,
    /// False in a preview: nothing was written.
    pub applied: bool,
    pub seal: String,
}
