//! The last look before a launch, leases, and who takes up what nobody holds.

mod beginning;
mod endpoints;
mod leases;
mod waiting;

use routine_domain::{RoutineChange, RoutineId};
use routine_tests::{Seed, TestDatabase};

use crate::acting::*;

pub async fn change(db: &TestDatabase, seed: &Seed, id: RoutineId, change: RoutineChange) {
    let changed = db
        .store
        .change_routine(id, None, &change, &seed.actor, minutes(1));
    changed.await.unwrap();
}

pub fn pause(reason: &str) -> RoutineChange {
    RoutineChange::Pause {
        reason: reason.into(),
        resume_at: None,
    }
}
