use routine_domain::{Instant, TenantId, TenantPolicy};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::edits::last_editor;
use crate::{
    StoreError, StoreResult,
    model::{Actor, EditOutcome, Tenant},
    sql_store::{
        Args, Columns, Dialect, Session, SqlStore, args,
        journal::Entry,
        rows::{self, POLICY_COLUMNS, policy},
    },
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_tenant(
        &self,
        name: &str,
        policy: &TenantPolicy,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Tenant> {
        let id = TenantId::new(now);
        let mut session = self.db.write().await?;
        let mut values = args![id];
        values.extend(policy_args(policy));
        values.extend(args![name, now]);
        let written = session.execute(
            "INSERT INTO tenants (id, minimum_interval_seconds, enabled_cap, grace_seconds,
                dead_letter_after, fatigue_after, lease_seconds, launch_timeout_seconds,
                concurrency_cap, breaker, retention_days, failure_retention_days,
                keep_newest_runs, name, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
             ON CONFLICT (name) DO NOTHING",
            values,
        );
        if written.await? == 0 {
            return Err(StoreError::Taken {
                field: "name",
                message: format!(
                    "There is already a tenant named \"{name}\". Choose another name."
                ),
            });
        }
        let entry = Entry {
            tenant: Some(id),
            actor: &actor.name,
            kind: "tenant.created",
            subject: format!("tenant:{id}"),
            before: None,
            after: Some(json!({ "name": name, "policy": policy }).to_string()),
        };
        self.note(&mut session, entry, now).await?;
        session.commit().await?;
        Ok(Tenant {
            id,
            name: name.to_owned(),
            policy: policy.clone(),
            routines: 0,
            revision: 1,
            created_at: now,
        })
    }

    pub(super) async fn fetch_tenants(&self, id: Option<TenantId>) -> StoreResult<Vec<Tenant>> {
        tenants::<D>(&mut self.db.read().await?, id).await
    }

    pub(super) async fn update_policy(
        &self,
        id: TenantId,
        expected_revision: Option<u32>,
        new: &TenantPolicy,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<EditOutcome<Tenant>> {
        let subject = format!("tenant:{id}");
        let mut session = self.db.write().await?;
        let Some(before) = lock_policy::<D>(&mut session, id).await? else {
            return Ok(EditOutcome::NotFound);
        };
        if let Some(current) = one::<D>(&mut session, id).await?
            && expected_revision.is_some_and(|expected| expected != current.revision)
        {
            let changed_by = last_editor::<D>(&mut session, &subject).await?;
            return Ok(EditOutcome::Conflict {
                current,
                changed_by,
            });
        }
        let mut values = args![id];
        values.extend(policy_args(new));
        session
            .execute(
                "UPDATE tenants SET minimum_interval_seconds = $2, enabled_cap = $3,
                    grace_seconds = $4, dead_letter_after = $5, fatigue_after = $6,
                    lease_seconds = $7, launch_timeout_seconds = $8, concurrency_cap = $9,
                    breaker = $10, retention_days = $11, failure_retention_days = $12,
                    keep_newest_runs = $13, revision = revision + 1
                  WHERE id = $1",
                values,
            )
            .await?;
        let entry = Entry {
            tenant: Some(id),
            actor: &actor.name,
            kind: "tenant.policy_set",
            subject,
            before: Some(rows::json(&before)?),
            after: Some(rows::json(new)?),
        };
        self.note(&mut session, entry, now).await?;
        // A higher cap may let waiting runs go.
        session.wake();
        let edited = one::<D>(&mut session, id).await?;
        session.commit().await?;
        Ok(edited.map_or(EditOutcome::NotFound, EditOutcome::Edited))
    }
}

async fn one<D: Dialect>(session: &mut D::Session, id: TenantId) -> StoreResult<Option<Tenant>> {
    Ok(tenants::<D>(session, Some(id)).await?.pop())
}

async fn tenants<D: Dialect>(
    session: &mut D::Session,
    id: Option<TenantId>,
) -> StoreResult<Vec<Tenant>> {
    let one = if id.is_some() { "WHERE t.id = $1" } else { "" };
    let sql = format!(
        "SELECT t.id, t.name, t.revision, t.created_at, {POLICY_COLUMNS},
            (SELECT count(*) FROM routines AS r
              WHERE r.tenant_id = t.id AND r.deleted_at IS NULL) AS routines
           FROM tenants AS t {one} ORDER BY t.name, t.id"
    );
    let values = id.map_or_else(Args::new, |id| args![id]);
    let rows = session.fetch(AssertSqlSafe(sql), values).await?;
    rows.iter().map(tenant).collect()
}

/// The policy of a tenant, under the lock that every count against one of its caps is made.
pub(crate) async fn lock_policy<D: Dialect>(
    session: &mut D::Session,
    id: TenantId,
) -> StoreResult<Option<TenantPolicy>> {
    // SQLite has one writer at a time. `NO KEY` lets others refer to the tenant meanwhile.
    let lock = D::pick("", "FOR NO KEY UPDATE");
    let sql = format!("SELECT {POLICY_COLUMNS} FROM tenants AS t WHERE t.id = $1 {lock}");
    let row = session
        .fetch_optional(AssertSqlSafe(sql), args![id])
        .await?;
    row.as_ref().map(policy).transpose()
}

/// In the order in which both statements above name them.
pub(in crate::sql_store) fn policy_args(policy: &TenantPolicy) -> Args {
    args![
        policy.minimum_interval_seconds,
        policy.enabled_cap,
        policy.grace_seconds,
        policy.dead_letter_after,
        policy.fatigue_after,
        policy.lease_seconds,
        policy.launch_timeout_seconds,
        policy.concurrency_cap,
        policy.breaker,
        policy.retention_days,
        policy.failure_retention_days,
        policy.keep_newest_runs,
    ]
}

fn tenant(row: &impl Columns) -> StoreResult<Tenant> {
    Ok(Tenant {
        id: TenantId(row.id("id")?),
        name: row.text("name")?,
        policy: policy(row)?,
        routines: row.int("routines")?,
        revision: row.int("revision")?,
        created_at: row.instant("created_at")?,
    })
}
