//! The states of `RoutineState::derive`, as conditions of SQL: the one other place that knows them.
//! A test puts a routine into each state and asks both.

use chrono::Duration;
use routine_domain::{Instant, StateName, state::OVERDUE_AFTER_SECONDS};

/// Whether a run of `r` is open. The statuses are literals, or `runs_open` could not be used.
const IS_OPEN: &str = "EXISTS (SELECT 1 FROM runs AS u WHERE u.routine_id = r.id \
    AND u.status IN ('claimed', 'launching', 'running'))";

const IN_SCHEDULE: &str = "r.deleted_at IS NULL AND r.off_by IS NULL \
    AND r.dead_lettered_at IS NULL AND r.done_at IS NULL";

/// The condition on `r` for being in a state. `overdue` yields a placeholder bound to
/// [`overdue_before`], and is asked only by the states that need it.
pub(in crate::sql_store) fn predicate(
    state: StateName,
    overdue: &mut impl FnMut() -> String,
) -> String {
    let off_by = |who: &str| format!("r.deleted_at IS NULL AND r.off_by = '{who}'");
    let idle = |rest: &str| format!("{IN_SCHEDULE} AND NOT {IS_OPEN} AND {rest}");
    match state {
        StateName::Deleted => "r.deleted_at IS NOT NULL".to_owned(),
        StateName::CannotFire => off_by("unschedulable"),
        StateName::SwitchedOff => off_by("fatigue"),
        StateName::Off => off_by("person"),
        StateName::DeadLettered => {
            "r.deleted_at IS NULL AND r.off_by IS NULL AND r.dead_lettered_at IS NOT NULL"
                .to_owned()
        }
        StateName::Done => {
            "r.deleted_at IS NULL AND r.off_by IS NULL AND r.dead_lettered_at IS NULL \
             AND r.done_at IS NOT NULL"
                .to_owned()
        }
        StateName::Running => format!("{IN_SCHEDULE} AND {IS_OPEN}"),
        StateName::Overdue => idle(&format!("r.next_fire_at < {}", overdue())),
        StateName::BackingOff => idle(&format!(
            "r.next_fire_at >= {} AND r.retry_for IS NOT NULL",
            overdue()
        )),
        StateName::Scheduled => idle(&format!(
            "r.next_fire_at >= {} AND r.retry_for IS NULL",
            overdue()
        )),
        StateName::Manual => idle("r.next_fire_at IS NULL"),
    }
}

/// Routines that were due before this are overdue.
pub(in crate::sql_store) fn overdue_before(now: Instant) -> Instant {
    now - Duration::seconds(OVERDUE_AFTER_SECONDS)
}
