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
    /// Counts every edit: the token of people.
    pub revision: u32,
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
    /// Counts every edit: the token of people.
    pub revision: u32,
    pub created_at: Instant,
}

/// How a definition is to be from now on.
#[derive(Debug, Clone, Copy)]
pub struct DefinitionEdit<'a> {
    pub name: &'a str,
    pub launcher: &'a Launcher,
    /// The cap, or that there is none any more; left out, it stays as it is.
    pub cap: Option<Option<u32>>,
}

/// What became of an edit of a tenant or a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditOutcome<T> {
    Edited(T),
    /// Someone changed it first; this is how it stands now, and who changed it last.
    Conflict {
        current: T,
        changed_by: String,
    },
    NotFound,
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
