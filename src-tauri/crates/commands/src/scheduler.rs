//! The embedded scheduler, and what all workers of this database do.
use std::time::Duration;
use crate::{CommandError, Desk, wire::*};
pub(crate) struct Embedded;
impl Embedded { pub async fn stop(self, _deadline: Duration) {} }
pub async fn status(_desk: &Desk, _with_work: bool) -> Result<SchedulerStatus, CommandError> { todo!() }
pub async fn start(desk: &Desk) -> Result<SchedulerStatus, CommandError> { status(desk, false).await }
pub async fn stop(desk: &Desk) -> Result<SchedulerStatus, CommandError> { status(desk, false).await }
pub async fn sweep(desk: &Desk) -> Result<SchedulerStatus, CommandError> { status(desk, false).await }
