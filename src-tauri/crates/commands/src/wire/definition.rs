use routine_domain::{DefinitionId, Instant, Launcher, TenantId, TenantPolicy};
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct TenantRow {
    pub id: TenantId,
    pub name: String,
    pub policy: TenantPolicy,
    pub routines: u32,
    pub revision: u32,
    pub created_at: Instant,
}

/// What the next round of pruning removes of a tenant's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Retention {
    pub tenant_id: TenantId,
    pub tenant_name: String,
    /// Finished runs that go; `or_more` where there are too many to count.
    pub runs: u32,
    pub or_more: bool,
    /// When the oldest of them was recorded.
    pub oldest: Option<Instant>,
    /// When the round begins, or the present one goes on, while a worker runs.
    pub next_at: Instant,
    /// What was recorded before may be gone; none while nothing ever was removed.
    pub runs_kept_since: Option<Instant>,
    pub pruned_at: Option<Instant>,
}

/// What another policy would do, before it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PolicyEffect {
    /// The value of the policy it comes from.
    pub field: String,
    /// One sentence.
    pub sentence: String,
    /// The first of the routines or owners it is about.
    pub names: Vec<String>,
    /// How many more there are.
    pub more: u32,
    /// Something that is there would not be accepted now, or stands before an end.
    pub warns: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct DefinitionRow {
    pub id: DefinitionId,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub name: String,
    pub launcher: Launcher,
    /// Runs of it that may be open at once; without, there is no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency_cap: Option<u32>,
    pub disabled_at: Option<Instant>,
    pub used_by: u32,
    pub revision: u32,
    pub created_at: Instant,
}

/// What an edit of a definition names: it, and the revision the person was looking at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DefinitionAt {
    pub id: DefinitionId,
    pub revision: u32,
}

/// What an edit of a tenant names: it, and the revision the person was looking at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TenantAt {
    pub id: TenantId,
    pub revision: u32,
}

/// A definition to be made.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct DefinitionDraft {
    pub tenant_id: TenantId,
    pub name: String,
    pub launcher: Launcher,
    /// Runs of it that may be open at once; without, there is no cap.
    #[serde(default)]
    pub concurrency_cap: Option<u32>,
}
