use routine_domain::{DefinitionId, Instant, Launcher, TenantId};
use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::{
    StoreError, StoreResult,
    model::{Actor, Definition},
    sql_store::{
        Arg, Args, Columns, Dialect, Session, SqlStore, args,
        journal::Entry,
        rows::{self, launcher},
    },
};

/// Whose definitions to fetch.
pub(super) enum Which {
    All,
    OfTenant(TenantId),
    One(DefinitionId),
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_definition(
        &self,
        tenant: TenantId,
        name: &str,
        launcher: &Launcher,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Definition> {
        let id = DefinitionId::new(now);
        let settings = rows::json(launcher)?;
        let mut session = self.db.write().await?;
        let written = session.execute(
            "INSERT INTO definitions
                (id, tenant_id, name, launcher, settings, secret_name, endpoint, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (tenant_id, name) DO NOTHING",
            args![
                id,
                tenant,
                name,
                launcher.kind().as_str(),
                Arg::json(settings.as_str()),
                launcher.secret_name(),
                launcher.endpoint(),
                now,
            ],
        );
        if written.await? == 0 {
            return Err(StoreError::Taken {
                field: "name",
                message: format!(
                    "The tenant already has a definition named \"{name}\". Choose another name."
                ),
            });
        }
        let entry = Entry {
            tenant: Some(tenant),
            actor: &actor.name,
            kind: "definition.created",
            subject: format!("definition:{id}"),
            before: None,
            after: Some(settings),
        };
        self.note(&mut session, entry, now).await?;
        let made = one::<D>(&mut session, id).await?;
        session.commit().await?;
        made.ok_or_else(|| StoreError::Internal(format!("The definition {id} vanished.")))
    }

    pub(super) async fn fetch_definitions(&self, which: Which) -> StoreResult<Vec<Definition>> {
        definitions::<D>(&mut self.db.read().await?, which).await
    }

    pub(super) async fn set_disabled(
        &self,
        id: DefinitionId,
        disabled: bool,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Definition>> {
        let mut session = self.db.write().await?;
        // What is so already keeps its time and leaves no trace.
        let changed = session.execute(
            "UPDATE definitions SET disabled_at = $2
              WHERE id = $1 AND (disabled_at IS NULL) = $3",
            args![id, disabled.then_some(now), disabled],
        );
        let changed = changed.await? == 1;
        let Some(definition) = one::<D>(&mut session, id).await? else {
            return Ok(None);
        };
        if changed {
            let word = |disabled: bool| Some(format!("{{\"disabled\":{disabled}}}"));
            let entry = Entry {
                tenant: Some(definition.tenant_id),
                actor: &actor.name,
                kind: if disabled {
                    "definition.disabled"
                } else {
                    "definition.enabled"
                },
                subject: format!("definition:{id}"),
                before: word(!disabled),
                after: word(disabled),
            };
            self.note(&mut session, entry, now).await?;
            session.wake();
        }
        session.commit().await?;
        Ok(Some(definition))
    }

    pub(super) async fn set_cap(
        &self,
        id: DefinitionId,
        cap: Option<u32>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Option<Definition>> {
        let mut session = self.db.write().await?;
        let Some(before) = one::<D>(&mut session, id).await? else {
            return Ok(None);
        };
        if before.concurrency_cap == cap {
            return Ok(Some(before));
        }
        let changed = session.execute(
            "UPDATE definitions SET concurrency_cap = $2 WHERE id = $1",
            args![id, cap],
        );
        changed.await?;
        let word = |cap: Option<u32>| Some(json!({ "concurrency_cap": cap }).to_string());
        let entry = Entry {
            tenant: Some(before.tenant_id),
            actor: &actor.name,
            kind: "definition.capped",
            subject: format!("definition:{id}"),
            before: word(before.concurrency_cap),
            after: word(cap),
        };
        self.note(&mut session, entry, now).await?;
        // A higher cap may let waiting runs go.
        session.wake();
        session.commit().await?;
        Ok(Some(Definition {
            concurrency_cap: cap,
            ..before
        }))
    }
}

async fn one<D: Dialect>(
    session: &mut D::Session,
    id: DefinitionId,
) -> StoreResult<Option<Definition>> {
    Ok(definitions::<D>(session, Which::One(id)).await?.pop())
}

async fn definitions<D: Dialect>(
    session: &mut D::Session,
    which: Which,
) -> StoreResult<Vec<Definition>> {
    let (condition, values) = match which {
        Which::All => ("", Args::new()),
        Which::OfTenant(tenant) => ("WHERE d.tenant_id = $1", args![tenant]),
        Which::One(id) => ("WHERE d.id = $1", args![id]),
    };
    let sql = format!(
        "SELECT d.id, d.tenant_id, d.name, d.settings, d.concurrency_cap, d.disabled_at,
                d.created_at,
                t.name AS tenant_name,
                (SELECT count(*) FROM routines AS r
                  WHERE r.definition_id = d.id AND r.deleted_at IS NULL) AS used_by
           FROM definitions AS d JOIN tenants AS t ON t.id = d.tenant_id
           {condition} ORDER BY t.name, d.name, d.id"
    );
    let rows = session.fetch(AssertSqlSafe(sql), values).await?;
    rows.iter().map(definition).collect()
}

fn definition(row: &impl Columns) -> StoreResult<Definition> {
    Ok(Definition {
        id: DefinitionId(row.id("id")?),
        tenant_id: TenantId(row.id("tenant_id")?),
        tenant_name: row.text("tenant_name")?,
        name: row.text("name")?,
        launcher: launcher(row)?,
        concurrency_cap: row.opt_int("concurrency_cap")?,
        disabled_at: row.opt_instant("disabled_at")?,
        used_by: row.int("used_by")?,
        created_at: row.instant("created_at")?,
    })
}
