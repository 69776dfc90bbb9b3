//! How runs move: the first outcome wins, whoever brings it, and only what is legal happens.

mod batches;
mod deliveries;
mod moves;

use routine_domain::RunStatus;
use routine_store::model::{Lease, ReportOutcome, RunEvent, RunReport};
use routine_tests::TestDatabase;

use crate::acting::*;

pub async fn status(db: &TestDatabase, lease: Lease) -> RunStatus {
    let run = db.store.get_run(lease.run_id).await.unwrap().unwrap();
    run.status
}

pub fn by_anyone(lease: Lease, event: RunEvent) -> RunReport {
    RunReport {
        run_id: lease.run_id,
        epoch: None,
        at: minutes(2),
        event,
    }
}

pub fn lost(status: RunStatus) -> ReportOutcome {
    ReportOutcome::LostTheRace { status }
}
