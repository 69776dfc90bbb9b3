//! The embedded scheduler, and what all workers of this database do.

use routine_domain::{Instant, RoutineId, RunId, TenantId};

use crate::{CommandError, Desk, wire::*};

pub async fn status(desk: &Desk, with_work: bool) -> Result<SchedulerStatus, CommandError> {
    todo!()
}

pub async fn start(desk: &Desk) -> Result<SchedulerStatus, CommandError> {
    todo!()
}

pub async fn stop(desk: &Desk) -> Result<SchedulerStatus, CommandError> {
    todo!()
}

pub async fn sweep(desk: &Desk) -> Result<SchedulerStatus, CommandError> {
    todo!()
}
