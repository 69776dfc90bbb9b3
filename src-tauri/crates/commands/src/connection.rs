//! Opening, testing and migrating the database that everything else works on.

use routine_domain::{Instant, RoutineId, RunId, TenantId};

use crate::{CommandError, Desk, wire::*};

pub async fn status(desk: &Desk) -> Result<AppStatus, CommandError> {
    todo!()
}

pub async fn open_demo(desk: &Desk) -> Result<ConnectionInfo, CommandError> {
    todo!()
}

pub async fn test(
    desk: &Desk,
    request: ConnectionRequest,
) -> Result<ConnectionReport, CommandError> {
    todo!()
}

pub async fn open(desk: &Desk, request: ConnectionRequest) -> Result<ConnectionInfo, CommandError> {
    todo!()
}

pub async fn open_remembered(
    desk: &Desk,
    password: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    todo!()
}

pub async fn migrate(
    desk: &Desk,
    first_tenant: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    todo!()
}

pub async fn close(desk: &Desk) -> Result<(), CommandError> {
    todo!()
}
