use routine_domain::{DefinitionId, Instant, Launcher, TenantId};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::edits::last_editor;
use crate::{
    StoreError, StoreResult,
    model::{Actor, Definition, DefinitionEdit, EditOutcome},
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

/// Who edits which definition, when, and at which revision they saw it.
pub(super) struct Edit<'a> {
    pub(super) id: DefinitionId,
    pub(super) expected_revision: Option<u32>,
    pub(super) actor: &'a Actor,
    pub(super) now: Instant,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_definition(
        &self,
        tenant: TenantId,
        name: &str,
        launcher: &Launcher,
        cap: Option<u32>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<Definition> {
        let id = DefinitionId::new(now);
        let settings = rows::json(launcher)?;
        let mut session = self.db.write().await?;
        let written = session.execute(
            "INSERT INTO definitions
                (id, tenant_id, name, launcher, settings, secret_name, endpoint, concurrency_cap,
                 created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (tenant_id, name) DO NOTHING",
            args![
                id,
                tenant,
                name,
                launcher.kind().as_str(),
                Arg::json(settings.as_str()),
                launcher.secret_name(),
                launcher.endpoint(),
                cap,
                now,
            ],
        );
        if written.await? == 0 {
            return Err(name_taken(name));
        }
        let mut told = json!(launcher);
        if let Some(cap) = cap {
            told["concurrency_cap"] = json!(cap);
        }
        let entry = Entry {
            tenant: Some(tenant),
            actor: &actor.name,
            kind: "definition.created",
            subject: format!("definition:{id}"),
            before: None,
            after: Some(told.to_string()),
        };
        self.note(&mut session, entry, now).await?;
        let made = one::<D>(&mut session, id).await?;
        session.commit().await?;
        made.ok_or_else(|| StoreError::Internal(format!("The definition {id} vanished.")))
    }

    pub(super) async fn fetch_definitions(&self, which: Which) -> StoreResult<Vec<Definition>> {
        definitions::<D>(&mut self.db.read().await?, which).await
    }

    pub(super) async fn update_definition(
        &self,
        edit: Edit<'_>,
        wanted: DefinitionEdit<'_>,
    ) -> StoreResult<EditOutcome<Definition>> {
        let mut session = self.db.write().await?;
        let before = match expected::<D>(&mut session, &edit).await? {
            Ok(before) => before,
            Err(outcome) => return Ok(outcome),
        };
        let Edit { id, actor, now, .. } = edit;
        let DefinitionEdit { name, launcher, .. } = wanted;
        let cap = wanted.cap.unwrap_or(before.concurrency_cap);
        let taken = session.fetch_optional(
            "SELECT id FROM definitions WHERE tenant_id = $1 AND name = $2 AND id <> $3",
            args![before.tenant_id, name, id],
        );
        if taken.await?.is_some() {
            return Err(name_taken(name));
        }
        let settings = rows::json(launcher)?;
        session
            .execute(
                "UPDATE definitions SET name = $2, launcher = $3, settings = $4, secret_name = $5,
                    endpoint = $6, concurrency_cap = $7, revision = revision + 1 WHERE id = $1",
                args![
                    id,
                    name,
                    launcher.kind().as_str(),
                    Arg::json(settings.as_str()),
                    launcher.secret_name(),
                    launcher.endpoint(),
                    cap,
                ],
            )
            .await?;
        let is_capped_anew = cap != before.concurrency_cap;
        let told = |name: &str, launcher: &Launcher, cap: Option<u32>| {
            let mut told = json!({ "name": name, "launcher": launcher });
            if is_capped_anew {
                told["concurrency_cap"] = json!(cap);
            }
            Some(told.to_string())
        };
        let entry = Entry {
            tenant: Some(before.tenant_id),
            actor: &actor.name,
            kind: "definition.edited",
            subject: format!("definition:{id}"),
            before: told(&before.name, &before.launcher, before.concurrency_cap),
            after: told(name, launcher, cap),
        };
        self.note(&mut session, entry, now).await?;
        // A worker that knows another secret, or a higher cap, may now let go what waits.
        session.wake();
        let edited = one::<D>(&mut session, id).await?;
        session.commit().await?;
        Ok(edited.map_or(EditOutcome::NotFound, EditOutcome::Edited))
    }

    pub(super) async fn set_disabled(
        &self,
        edit: Edit<'_>,
        disabled: bool,
    ) -> StoreResult<EditOutcome<Definition>> {
        let mut session = self.db.write().await?;
        let before = match expected::<D>(&mut session, &edit).await? {
            Ok(before) => before,
            Err(outcome) => return Ok(outcome),
        };
        // What is so already keeps its time and leaves no trace.
        if before.disabled_at.is_some() == disabled {
            return Ok(EditOutcome::Edited(before));
        }
        let Edit { id, actor, now, .. } = edit;
        session
            .execute(
                "UPDATE definitions SET disabled_at = $2, revision = revision + 1 WHERE id = $1",
                args![id, disabled.then_some(now)],
            )
            .await?;
        let word = |disabled: bool| Some(json!({ "disabled": disabled }).to_string());
        let entry = Entry {
            tenant: Some(before.tenant_id),
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
        let edited = one::<D>(&mut session, id).await?;
        session.commit().await?;
        Ok(edited.map_or(EditOutcome::NotFound, EditOutcome::Edited))
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
            "UPDATE definitions SET concurrency_cap = $2, revision = revision + 1 WHERE id = $1",
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
            revision: before.revision + 1,
            ..before
        }))
    }
}

/// The definition under its lock, where it still is what the editor saw.
async fn expected<D: Dialect>(
    session: &mut D::Session,
    edit: &Edit<'_>,
) -> StoreResult<Result<Definition, EditOutcome<Definition>>> {
    // SQLite has one writer at a time. `NO KEY` lets routines refer to it meanwhile.
    let lock = D::pick("", "FOR NO KEY UPDATE");
    let sql = format!("SELECT d.id FROM definitions AS d WHERE d.id = $1 {lock}");
    session
        .fetch_optional(AssertSqlSafe(sql), args![edit.id])
        .await?;
    let Some(current) = one::<D>(session, edit.id).await? else {
        return Ok(Err(EditOutcome::NotFound));
    };
    if edit
        .expected_revision
        .is_none_or(|expected| expected == current.revision)
    {
        return Ok(Ok(current));
    }
    let changed_by = last_editor::<D>(session, &format!("definition:{}", edit.id)).await?;
    Ok(Err(EditOutcome::Conflict {
        current,
        changed_by,
    }))
}

fn name_taken(name: &str) -> StoreError {
    StoreError::Taken {
        field: "name",
        message: format!(
            "The tenant already has a definition named \"{name}\". Choose another name."
        ),
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
                d.revision, d.created_at,
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
        revision: row.int("revision")?,
        created_at: row.instant("created_at")?,
    })
}
