//! What came of it, read back from the copy.

use std::collections::HashMap;

use routine_domain::{Instant, RoutineId, RunStatus};
use routine_store::{
    Store,
    model::{Run, RunFilter},
};

use super::copy::Taken;
use crate::{
    CommandError,
    evidence::{self, Filter},
    wire::{SimulateReport, SimulateRequest, SimulatedRoutine, SimulatedTrouble},
};

/// Parts of a timeline for each day, and at most.
const PARTS_A_DAY: u32 = 12;
const MOST_PARTS: u32 = 120;
const TROUBLES: usize = 200;
const PAGE: u32 = 500;

pub(super) async fn of(
    store: &dyn Store,
    request: &SimulateRequest,
    taken: Taken,
    (from, reached): (Instant, Instant),
    to: Instant,
) -> Result<SimulateReport, CommandError> {
    let filter = Filter {
        parts: Some((request.days * PARTS_A_DAY).min(MOST_PARTS) as usize),
        ..Filter::default()
    };
    // What is planned for the very end belongs to it.
    let window = (from, reached + chrono::Duration::milliseconds(1));
    let proof = evidence::gather(store, filter, window, reached).await?;
    let failed = failed(store).await?;
    let mut failed_runs: HashMap<RoutineId, u32> = HashMap::new();
    let mut dead: HashMap<RoutineId, Instant> = HashMap::new();
    for run in &failed {
        if run.status == RunStatus::Failed {
            *failed_runs.entry(run.routine_id).or_default() += 1;
        }
        if run.dead_lettered {
            dead.insert(run.routine_id, run.finished_at.unwrap_or(run.recorded_at));
        }
    }
    let mut routines: Vec<_> = proof
        .routines
        .into_iter()
        .map(|told| SimulatedRoutine {
            failed_runs: failed_runs.get(&told.routine_id).copied().unwrap_or(0),
            dead_lettered_at: dead.get(&told.routine_id).copied(),
            idle: taken.idle.get(&told.routine_id).cloned(),
            routine_id: told.routine_id,
            routine_name: told.routine_name,
            tenant_name: told.tenant_name,
            tally: told.tally,
            strip: told.strip,
        })
        .collect();
    routines.sort_by(|a, b| (&a.routine_name, a.routine_id).cmp(&(&b.routine_name, b.routine_id)));
    Ok(SimulateReport {
        from,
        to: reached,
        stopped: reached < to,
        faults: request.faults,
        tally: proof.tally,
        failed_runs: failed_runs.values().sum(),
        dead_lettered: u32::try_from(dead.len()).unwrap_or(u32::MAX),
        routines,
        troubles: failed.into_iter().take(TROUBLES).map(trouble).collect(),
        notes: taken.notes,
    })
}

/// Every run that went wrong, oldest first.
async fn failed(store: &dyn Store) -> Result<Vec<Run>, CommandError> {
    let mut filter = RunFilter {
        statuses: vec![
            RunStatus::Failed,
            RunStatus::ScheduleFailed,
            RunStatus::Abandoned,
        ],
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: None,
        tenant_id: None,
        from: None,
        to: None,
        after: None,
        limit: PAGE,
    };
    let mut failed = Vec::new();
    loop {
        let page = store.list_runs(&filter).await?;
        failed.extend(page.rows);
        filter.after = page.next;
        if filter.after.is_none() {
            failed.reverse();
            return Ok(failed);
        }
    }
}

fn trouble(run: Run) -> SimulatedTrouble {
    SimulatedTrouble {
        at: run.finished_at.unwrap_or(run.recorded_at),
        routine_id: run.routine_id,
        routine_name: run.routine_name,
        status: run.status,
        dead_lettered: run.dead_lettered,
        message: run.message,
    }
}
