use routine_domain::{DefinitionId, Instant, Launcher, TenantId, TenantPolicy};
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct TenantRow {
    pub id: TenantId,
    pub name: String,
    pub policy: TenantPolicy,
    pub routines: u32,
    pub created_at: Instant,
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
    pub created_at: Instant,
}

/// A definition to be made.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct DefinitionDraft {
    pub tenant_id: TenantId,
    pub name: String,
    pub launcher: Launcher,
}
