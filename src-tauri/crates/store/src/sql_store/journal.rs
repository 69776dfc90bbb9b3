use routine_domain::{AuditId, Instant, TenantId};

use sqlx::AssertSqlSafe;

use super::{
    Arg, Columns, Dialect, Session, SqlStore, args,
    batch::{Batch, Kind},
};
use crate::{StoreResult, model::AuditEvent};

const ENTRIES: Batch = Batch(&[
    ("id", Kind::Id),
    ("tenant_id", Kind::Id),
    ("actor", Kind::Text),
    ("kind", Kind::Text),
    ("subject", Kind::Text),
    ("before", Kind::Text),
    ("after", Kind::Text),
]);

/// What is written down about a change, in the transaction that makes it.
pub(super) struct Entry<'a> {
    pub(super) tenant: Option<TenantId>,
    pub(super) actor: &'a str,
    /// `routine.paused`, `tenant.created`, …
    pub(super) kind: &'a str,
    /// `routine:<id>`, `tenant:<id>`, …
    pub(super) subject: String,
    /// JSON text.
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn note(
        &self,
        session: &mut D::Session,
        entry: Entry<'_>,
        now: Instant,
    ) -> StoreResult<()> {
        let written = session.execute(
            "INSERT INTO audit_events
                (id, at, tenant_id, actor, database_role, kind, subject, before, after)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            args![
                AuditId::new(now),
                now,
                entry.tenant,
                entry.actor,
                self.role.clone(),
                entry.kind,
                entry.subject,
                Arg::Json(entry.before),
                Arg::Json(entry.after),
            ],
        );
        written.await.map(|_| ())
    }

    /// The same for many changes, in one statement.
    pub(super) async fn note_all(
        &self,
        session: &mut D::Session,
        entries: &[Entry<'_>],
        now: Instant,
    ) -> StoreResult<()> {
        if entries.is_empty() {
            return Ok(());
        }
        // In a batch JSON is text, which PostgreSQL turns into no other type by itself.
        let (before, after) = D::pick(
            ("b.before", "b.after"),
            ("CAST(b.before AS json)", "CAST(b.after AS json)"),
        );
        let sql = format!(
            "INSERT INTO audit_events
                (id, at, tenant_id, actor, database_role, kind, subject, before, after)
             SELECT b.id, $2, b.tenant_id, b.actor, $3, b.kind, b.subject, {before}, {after}
               FROM {} AS b",
            ENTRIES.rows_of::<D>("$1")
        );
        let rows = ENTRIES.bind::<D>(entries.iter().map(|entry| {
            args![
                AuditId::new(now),
                entry.tenant,
                entry.actor,
                entry.kind,
                entry.subject.as_str(),
                entry.before.clone(),
                entry.after.clone(),
            ]
        }));
        session
            .execute(AssertSqlSafe(sql), args![rows, now, self.role.clone()])
            .await?;
        Ok(())
    }

    /// Newest first; of one subject, or of all.
    pub(super) async fn fetch_audit_events(
        &self,
        subject: Option<&str>,
        limit: u32,
    ) -> StoreResult<Vec<AuditEvent>> {
        let (condition, values) = match subject {
            None => ("", args![limit]),
            Some(subject) => ("WHERE subject = $2", args![limit, subject]),
        };
        let sql = format!(
            "SELECT id, at, tenant_id, actor, database_role, kind, subject, before, after
               FROM audit_events {condition} ORDER BY at DESC, id DESC LIMIT $1"
        );
        let rows = self
            .db
            .read()
            .await?
            .fetch(AssertSqlSafe(sql), values)
            .await?;
        rows.iter().map(audit_event).collect()
    }
}

pub(super) fn audit_event(row: &impl Columns) -> StoreResult<AuditEvent> {
    Ok(AuditEvent {
        id: AuditId(row.id("id")?),
        at: row.instant("at")?,
        tenant_id: row.opt_id("tenant_id")?.map(TenantId),
        actor: row.text("actor")?,
        database_role: row.opt_text("database_role")?,
        kind: row.text("kind")?,
        subject: row.text("subject")?,
        before: row.opt_text("before")?,
        after: row.opt_text("after")?,
    })
}
