use routine_domain::{
    Instant, Routine, RoutineId, TenantId, evidence::Trace, recorded_plan::ScheduleChange,
};

/// A routine with all that says what it had to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedRoutine {
    pub routine: Routine,
    pub tenant_name: String,
    /// In the order they were made.
    pub changes: Vec<ScheduleChange>,
    /// Nothing that was recorded since then has been removed; none: nothing ever was.
    pub runs_kept_since: Option<Instant>,
}

/// Which routines, deleted ones included; by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedFilter {
    pub tenant_id: Option<TenantId>,
    pub routine_id: Option<RoutineId>,
    /// The last one of the page before.
    pub after: Option<RoutineId>,
    pub limit: u32,
}

/// Rows of history that touch a window: planned in it, or standing for an occurrence in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceFilter {
    pub routines: Vec<RoutineId>,
    pub from: Instant,
    /// The window's end, excluded.
    pub to: Instant,
    pub limit: u32,
}

/// A row, and whose it is.
pub type RoutineTrace = (RoutineId, Trace);
