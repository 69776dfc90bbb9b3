use routine_domain::{
    DefinitionId, Destination, Routine, RoutineId, TenantId,
    routine::{Placement, Retry, Streaks},
    state::{Deletion, Off, OffBy},
};

use super::parsed;
use crate::{StoreResult, sql_store::Columns};

pub(crate) const ROUTINE_COLUMNS: &str = "r.id, r.tenant_id, r.name, r.instruction, r.definition_id, \
    r.input, r.owner, r.trigger_spec, r.misfire, r.overlap, r.destination, r.revision, r.schedule_revision, \
    r.off_by, r.off_actor, r.off_reason, r.off_at, r.resume_at, r.next_fire_at, r.done_at, \
    r.dead_lettered_at, r.retry_for, r.retry_attempt, r.newest_claimed_for, \
    r.consecutive_failures, r.last_failed_for, r.failed_runs, r.abandoned_runs, r.created_by, \
    r.created_at, r.updated_at, r.deleted_by, r.deleted_at";

pub(crate) fn routine(row: &impl Columns) -> StoreResult<Routine> {
    Ok(Routine {
        id: RoutineId(row.id("id")?),
        tenant_id: TenantId(row.id("tenant_id")?),
        name: row.text("name")?,
        instruction: row.text("instruction")?,
        definition_id: DefinitionId(row.id("definition_id")?),
        input: row.text("input")?,
        owner: row.text("owner")?,
        trigger: parsed(row, "trigger_spec")?,
        misfire: row.word("misfire")?,
        overlap: row.word("overlap")?,
        destination: destination(row)?,
        revision: row.int("revision")?,
        schedule_revision: row.int("schedule_revision")?,
        off: off(row)?,
        deleted: deletion(row)?,
        placement: placement(row)?,
        streaks: Streaks {
            consecutive_failures: row.int("consecutive_failures")?,
            last_failed_for: row.opt_instant("last_failed_for")?,
            failed_runs: row.int("failed_runs")?,
            abandoned_runs: row.int("abandoned_runs")?,
        },
        created_by: row.text("created_by")?,
        created_at: row.instant("created_at")?,
        updated_at: row.instant("updated_at")?,
    })
}

fn destination(row: &impl Columns) -> StoreResult<Option<Destination>> {
    match row.opt_text("destination")? {
        Some(_) => parsed(row, "destination").map(Some),
        None => Ok(None),
    }
}

fn off(row: &impl Columns) -> StoreResult<Option<Off>> {
    let Some(by) = row.opt_word::<OffBy>("off_by")? else {
        return Ok(None);
    };
    Ok(Some(Off {
        by,
        actor: row.text("off_actor")?,
        reason: row.text("off_reason")?,
        at: row.instant("off_at")?,
        resume_at: row.opt_instant("resume_at")?,
    }))
}

fn deletion(row: &impl Columns) -> StoreResult<Option<Deletion>> {
    let Some(at) = row.opt_instant("deleted_at")? else {
        return Ok(None);
    };
    let actor = row.text("deleted_by")?;
    Ok(Some(Deletion { actor, at }))
}

fn placement(row: &impl Columns) -> StoreResult<Placement> {
    let retry = match row.opt_instant("retry_for")? {
        Some(scheduled_for) => Some(Retry {
            scheduled_for,
            attempt: row.int("retry_attempt")?,
        }),
        None => None,
    };
    Ok(Placement {
        next_fire_at: row.opt_instant("next_fire_at")?,
        done_at: row.opt_instant("done_at")?,
        retry,
        newest_claimed_for: row.opt_instant("newest_claimed_for")?,
        dead_lettered_at: row.opt_instant("dead_lettered_at")?,
    })
}
