use async_trait::async_trait;
use routine_domain::{Instant, explain::Swept};

use crate::{
    StoreResult,
    model::{RecordedFilter, RecordedRoutine, RoutineTrace, TraceFilter},
};

/// What can be proven of the past: the records of plans, and the traces of what became of them.
#[async_trait]
pub trait Evidence: Send + Sync {
    /// A page of routines with every recorded change of their plans, by id.
    async fn recorded_routines(&self, filter: &RecordedFilter)
    -> StoreResult<Vec<RecordedRoutine>>;

    /// The first pass that began at an instant or later.
    async fn first_sweep_from(&self, at: Instant) -> StoreResult<Option<Swept>>;

    /// The rows that touch a window, in no particular order; `limit` of them at most.
    async fn traces(&self, filter: &TraceFilter) -> StoreResult<Vec<RoutineTrace>>;
}
