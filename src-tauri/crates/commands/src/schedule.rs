//! What a trigger will do, before it is saved.

use routine_domain::{Instant, RoutineId, RunId, TenantId};

use crate::{CommandError, Desk, wire::*};

pub async fn preview(desk: &Desk, request: PreviewRequest) -> Result<TriggerPreview, CommandError> {
    todo!()
}

pub async fn zones(desk: &Desk) -> Result<Vec<String>, CommandError> {
    todo!()
}
