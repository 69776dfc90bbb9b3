use routine_domain::{AuditId, Instant, TenantId, field_changes::FieldChange};
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Default, Serialize, Deserialize, Type)]
pub struct JournalQuery {
    /// `routine:<id>`, `tenant:<id>`, …
    pub subject: Option<String>,
    pub actor: Option<String>,
    /// Any of these; none means all.
    pub kinds: Vec<String>,
    pub tenant_id: Option<TenantId>,
    /// At or after.
    pub from: Option<Instant>,
    /// Before.
    pub to: Option<Instant>,
    pub cursor: Option<String>,
    /// 1 to 200.
    pub limit: u32,
}

/// Who changed what, when, and from what to what.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct JournalRow {
    pub id: AuditId,
    pub at: Instant,
    pub actor: String,
    pub database_role: Option<String>,
    /// `routine.paused`, `tenant.created`, …
    pub kind: String,
    pub subject: JournalSubject,
    pub tenant_id: Option<TenantId>,
    pub tenant_name: Option<String>,
    pub changes: Vec<FieldChange>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct JournalSubject {
    /// As it is filtered by.
    pub subject: String,
    /// `routine`, `run`, `tenant`, `definition`, …
    pub kind: String,
    pub id: String,
    /// As it is called now, where it still exists.
    pub name: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct JournalPage {
    pub rows: Vec<JournalRow>,
    pub next_cursor: Option<String>,
    pub now: Instant,
}
