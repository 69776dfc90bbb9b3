//! Tenants and their policies.

use routine_domain::{Instant, RoutineId, RunId, TenantId};

use crate::{CommandError, Desk, wire::*};

pub async fn list(desk: &Desk) -> Result<Vec<TenantRow>, CommandError> {
    todo!()
}

pub async fn create(desk: &Desk, name: String) -> Result<TenantRow, CommandError> {
    todo!()
}
