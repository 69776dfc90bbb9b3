//! A run with all that its hub needs, from the stored rows alone.

use routine_domain::{DefinitionId, RoutineId, RunId, RunStatus, TenantId};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{HandOff, LaunchOrder, Lease},
    sql_store::{Columns, Dialect, Session, args, rows::launcher, runs::REVISION_OF_RUN},
};

/// The run and how it stands, locked until the transaction ends.
pub(super) async fn lock<D: Dialect>(
    session: &mut D::Session,
    run: RunId,
) -> StoreResult<Option<(HandOff, RunStatus)>> {
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR NO KEY UPDATE OF u");
    let sql = format!(
        "SELECT u.id, u.tenant_id, u.routine_id, u.scheduled_for, u.attempt, u.idempotency_key,
                u.cause, u.status, u.lease_epoch, u.take_overs,
                coalesce(u.input_override, v.input) AS input, v.instruction,
                r.name AS routine_name, r.owner, t.launch_timeout_seconds,
                d.id AS definition_id, d.settings
           FROM runs AS u
           JOIN routines AS r ON r.id = u.routine_id
           JOIN tenants AS t ON t.id = u.tenant_id
           JOIN routine_revisions AS v ON {REVISION_OF_RUN}
           JOIN definitions AS d ON d.id = v.definition_id
          WHERE u.id = $1 {lock}"
    );
    let row = session
        .fetch_optional(AssertSqlSafe(sql), args![run])
        .await?;
    row.as_ref().map(hand_off).transpose()
}

fn hand_off(row: &impl Columns) -> StoreResult<(HandOff, RunStatus)> {
    let order = LaunchOrder {
        lease: Lease {
            run_id: RunId(row.id("id")?),
            epoch: row.int("lease_epoch")?,
        },
        tenant_id: TenantId(row.id("tenant_id")?),
        routine_id: RoutineId(row.id("routine_id")?),
        routine_name: row.text("routine_name")?,
        definition_id: DefinitionId(row.id("definition_id")?),
        launcher: launcher(row)?,
        idempotency_key: row.text("idempotency_key")?,
        scheduled_for: row.opt_instant("scheduled_for")?,
        attempt: row.int("attempt")?,
        cause: row.word("cause")?,
        instruction: row.text("instruction")?,
        input: row.text("input")?,
        launch_timeout_seconds: row.int("launch_timeout_seconds")?,
        may_have_started: false,
        take_overs: row.int("take_overs")?,
        cancel_requested_by: None,
    };
    let owner = row.text("owner")?;
    Ok((HandOff { order, owner }, row.word("status")?))
}
