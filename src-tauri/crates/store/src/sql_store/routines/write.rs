//! The statements that write a routine, each whole: what is in the model is in the row.

use routine_domain::{
    Instant, Routine,
    routine::{Placement, Retry},
    state::{Deletion, Off},
    zone::TZDB_VERSION,
};

use crate::{
    StoreResult,
    model::Actor,
    sql_store::{Arg, Args, Columns, Dialect, Session, SqlStore, args, catalog::lock_policy, rows},
};

impl<D: Dialect> SqlStore<D> {
    /// False when the tenant has a routine of that preset, deleted or not.
    pub(in crate::sql_store) async fn insert_routine(
        &self,
        session: &mut D::Session,
        routine: &Routine,
        preset_key: Option<&str>,
    ) -> StoreResult<bool> {
        let mut values = changing(routine)?;
        values.extend(args![
            routine.tenant_id,
            routine.owner.as_str(),
            preset_key,
            routine.created_by.as_str(),
            routine.created_at,
        ]);
        let written = session
            .execute(
                "INSERT INTO routines (id, name, instruction, definition_id, input, search_text,
                    trigger_kind, trigger_spec, misfire, overlap, revision, schedule_revision,
                    off_by, off_actor, off_reason, off_at, resume_at, next_fire_at, zone_data,
                    done_at, dead_lettered_at, retry_for, retry_attempt, newest_claimed_for,
                    consecutive_failures, last_failed_for, failed_runs, updated_at, deleted_by,
                    deleted_at, abandoned_runs, destination, tenant_id, owner, preset_key, created_by, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                    $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33,
                    $34, $35, $36, $37)
                 ON CONFLICT (tenant_id, preset_key) WHERE preset_key IS NOT NULL DO NOTHING",
                values,
            )
            .await?;
        Ok(written > 0)
    }

    /// The row is locked, so it is written whatever it held.
    pub(in crate::sql_store) async fn update_routine(
        &self,
        session: &mut D::Session,
        routine: &Routine,
    ) -> StoreResult<()> {
        session
            .execute(
                "UPDATE routines SET name = $2, instruction = $3, definition_id = $4, input = $5,
                    search_text = $6, trigger_kind = $7, trigger_spec = $8, misfire = $9,
                    overlap = $10, revision = $11, schedule_revision = $12, off_by = $13,
                    off_actor = $14, off_reason = $15, off_at = $16, resume_at = $17,
                    next_fire_at = $18, zone_data = $19, done_at = $20, dead_lettered_at = $21,
                    retry_for = $22, retry_attempt = $23, newest_claimed_for = $24,
                    consecutive_failures = $25, last_failed_for = $26, failed_runs = $27,
                    updated_at = $28, deleted_by = $29, deleted_at = $30, abandoned_runs = $31, destination = $32
                  WHERE id = $1",
                changing(routine)?,
            )
            .await?;
        Ok(())
    }

    /// What the routine is told from now on; runs find it by the newest revision not above theirs.
    pub(in crate::sql_store) async fn insert_revision(
        &self,
        session: &mut D::Session,
        routine: &Routine,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        session
            .execute(
                "INSERT INTO routine_revisions (routine_id, revision, schedule_revision, name,
                    instruction, definition_id, input, trigger_spec, changed_by, changed_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                args![
                    routine.id,
                    routine.revision,
                    routine.schedule_revision,
                    routine.name.as_str(),
                    routine.instruction.as_str(),
                    routine.definition_id,
                    Arg::json(routine.input.as_str()),
                    Arg::json(rows::json(&routine.trigger)?),
                    actor.name.as_str(),
                    now,
                ],
            )
            .await?;
        Ok(())
    }

    pub(super) async fn definition_exists(
        &self,
        session: &mut D::Session,
        routine: &Routine,
    ) -> StoreResult<bool> {
        let found = session.fetch_optional(
            "SELECT d.id FROM definitions AS d WHERE d.id = $1 AND d.tenant_id = $2",
            args![routine.definition_id, routine.tenant_id],
        );
        Ok(found.await?.is_some())
    }

    /// The cap, if one more enabled routine of this owner would be beyond it. Takes the tenant's
    /// lock, which holds until the transaction ends.
    pub(super) async fn cap_reached(
        &self,
        session: &mut D::Session,
        routine: &Routine,
    ) -> StoreResult<Option<u32>> {
        let policy = lock_policy::<D>(session, routine.tenant_id).await?;
        let cap = policy.map_or(0, |policy| policy.enabled_cap);
        // A statement of its own: on PostgreSQL it then sees what the lock waited for.
        let counted = session.fetch_optional(
            "SELECT count(*) AS enabled FROM routines AS r
              WHERE r.tenant_id = $1 AND r.owner = $2 AND r.deleted_at IS NULL
                AND (r.off_by IS NULL OR r.resume_at IS NOT NULL) AND r.id <> $3",
            args![routine.tenant_id, routine.owner.as_str(), routine.id],
        );
        let enabled = match counted.await? {
            Some(row) => row.int("enabled")?,
            None => 0,
        };
        Ok((enabled >= cap).then_some(cap))
    }
}

/// The columns that a change may touch, in the order in which both statements name them.
fn changing(routine: &Routine) -> StoreResult<Args> {
    let Placement {
        next_fire_at,
        done_at,
        retry,
        newest_claimed_for,
        dead_lettered_at,
    } = &routine.placement;
    let off = |part: fn(&Off) -> String| routine.off.as_ref().map(part);
    let deletion = routine.deleted.as_ref();
    Ok(args![
        routine.id,
        routine.name.as_str(),
        routine.instruction.as_str(),
        routine.definition_id,
        Arg::json(routine.input.as_str()),
        search_text(routine),
        routine.trigger.kind().as_str(),
        Arg::json(rows::json(&routine.trigger)?),
        routine.misfire.as_str(),
        routine.overlap.as_str(),
        routine.revision,
        routine.schedule_revision,
        off(|off| off.by.to_string()),
        off(|off| off.actor.clone()),
        off(|off| off.reason.clone()),
        routine.off.as_ref().map(|off| off.at),
        routine.off.as_ref().and_then(|off| off.resume_at),
        *next_fire_at,
        TZDB_VERSION,
        *done_at,
        *dead_lettered_at,
        retry.map(|Retry { scheduled_for, .. }| scheduled_for),
        retry.map(|Retry { attempt, .. }| attempt),
        *newest_claimed_for,
        routine.streaks.consecutive_failures,
        routine.streaks.last_failed_for,
        routine.streaks.failed_runs,
        routine.updated_at,
        deletion.map(|Deletion { actor, .. }| actor.as_str()),
        deletion.map(|Deletion { at, .. }| *at),
        routine.streaks.abandoned_runs,
        Arg::Json(routine.destination.as_ref().map(rows::json).transpose()?),
    ])
}

/// A part a line, so that no search finds the end of one and the beginning of the next.
fn search_text(routine: &Routine) -> String {
    let Routine {
        name,
        instruction,
        owner,
        ..
    } = routine;
    format!("{name}\n{instruction}\n{owner}").to_lowercase()
}
