//! Tenants, definitions and routines of another database, written as they are.

use routine_domain::{Instant, recorded_plan::CREATED};

use crate::{
    StoreResult,
    model::{Actor, Copied, Definition},
    sql_store::{Arg, Dialect, Session, SqlStore, args, catalog::policy_args, rows},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn insert_copy(
        &self,
        copied: &Copied,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        let mut session = self.db.write().await?;
        for tenant in &copied.tenants {
            let mut values = args![tenant.id];
            values.extend(policy_args(&tenant.policy));
            values.extend(args![tenant.name.as_str(), tenant.created_at]);
            session
                .execute(
                    "INSERT INTO tenants (id, minimum_interval_seconds, enabled_cap, grace_seconds,
                        dead_letter_after, fatigue_after, lease_seconds, launch_timeout_seconds,
                        concurrency_cap, breaker, retention_days, failure_retention_days,
                        keep_newest_runs, name, created_at)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
                    values,
                )
                .await?;
        }
        for definition in &copied.definitions {
            insert_definition::<D>(&mut session, definition).await?;
        }
        for routine in &copied.routines {
            self.insert_routine(&mut session, routine, None).await?;
            self.insert_revision(&mut session, routine, actor, now)
                .await?;
            let made = (CREATED, actor.name.as_str());
            self.record_change(&mut session, None, routine, made, now)
                .await?;
        }
        session.wake();
        session.commit().await
    }
}

async fn insert_definition<D: Dialect>(
    session: &mut D::Session,
    definition: &Definition,
) -> StoreResult<()> {
    let launcher = &definition.launcher;
    session
        .execute(
            "INSERT INTO definitions (id, tenant_id, name, launcher, settings, secret_name, endpoint,
                concurrency_cap, disabled_at, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            args![
                definition.id,
                definition.tenant_id,
                definition.name.as_str(),
                launcher.kind().as_str(),
                Arg::json(rows::json(launcher)?),
                launcher.secret_name(),
                launcher.endpoint(),
                definition.concurrency_cap,
                definition.disabled_at,
                definition.created_at,
            ],
        )
        .await?;
    Ok(())
}
