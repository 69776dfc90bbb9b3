use routine_domain::{AuditId, DefinitionId, Instant, Launcher, TenantId, TenantPolicy};

/// Who makes a change: a person as user@host, a worker by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub name: String,
}

impl Actor {
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenant {
    pub id: TenantId,
    pub name: String,
    pub policy: TenantPolicy,
    /// Routines that are not deleted.
    pub routines: u32,
    pub created_at: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    pub id: DefinitionId,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub name: String,
    pub launcher: Launcher,
    /// Runs of it that may be open at once; none means no cap.
    pub concurrency_cap: Option<u32>,
    pub disabled_at: Option<Instant>,
    /// Routines that run it and are not deleted.
    pub used_by: u32,
    pub created_at: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    pub id: AuditId,
    pub at: Instant,
    pub tenant_id: Option<TenantId>,
    pub actor: String,
    pub database_role: Option<String>,
    /// `routine.paused`, `tenant.created`, …
    pub kind: String,
    /// `routine:<id>`, `tenant:<id>`, …
    pub subject: String,
    /// JSON text.
    pub before: Option<String>,
    pub after: Option<String>,
}
