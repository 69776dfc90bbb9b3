//! Routines: reading, writing and every action of an administrator on them.

use routine_domain::{Instant, RoutineId, RunId, TenantId};

use crate::{CommandError, Desk, wire::*};

pub async fn list(desk: &Desk, query: RoutineQuery) -> Result<RoutinePage, CommandError> {
    todo!()
}

pub async fn get(desk: &Desk, id: RoutineId) -> Result<RoutineDetail, CommandError> {
    todo!()
}

pub async fn create(desk: &Desk, draft: RoutineDraft) -> Result<RoutineDetail, CommandError> {
    todo!()
}

pub async fn update(
    desk: &Desk,
    at: RoutineAt,
    draft: RoutineDraft,
) -> Result<RoutineDetail, CommandError> {
    todo!()
}

pub async fn pause(
    desk: &Desk,
    at: RoutineAt,
    reason: String,
    resume_at: Option<Instant>,
) -> Result<RoutineDetail, CommandError> {
    todo!()
}

pub async fn resume(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    todo!()
}

pub async fn run(
    desk: &Desk,
    id: RoutineId,
    input: Option<String>,
) -> Result<RunRow, CommandError> {
    todo!()
}

pub async fn revive(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    todo!()
}

pub async fn delete(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    todo!()
}

pub async fn restore(desk: &Desk, at: RoutineAt) -> Result<RoutineDetail, CommandError> {
    todo!()
}
