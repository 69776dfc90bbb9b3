//! What can be run.

use routine_domain::{Instant, RoutineId, RunId, TenantId};

use crate::{CommandError, Desk, wire::*};

pub async fn list(
    desk: &Desk,
    tenant_id: Option<TenantId>,
) -> Result<Vec<DefinitionRow>, CommandError> {
    todo!()
}

pub async fn create(desk: &Desk, draft: DefinitionDraft) -> Result<DefinitionRow, CommandError> {
    todo!()
}
