//! History.

use routine_domain::{Instant, RoutineId, RunId, TenantId};

use crate::{CommandError, Desk, wire::*};

pub async fn list(desk: &Desk, query: RunQuery) -> Result<RunPage, CommandError> {
    todo!()
}

pub async fn get(desk: &Desk, id: RunId) -> Result<RunDetail, CommandError> {
    todo!()
}
