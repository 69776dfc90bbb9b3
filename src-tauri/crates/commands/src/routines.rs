//! Routines: reading, writing and every action of an administrator on them.

mod actions;
mod change;
mod draft;
mod list;
mod row;

pub(crate) use actions::READ_ONLY;
pub use actions::consequence;
pub use change::{
    bring_back_at_once, create, delete, pause, restore, resume, revive, run, stop_retrying,
    try_now, update,
};
pub use list::{get, list};

pub(crate) use change::created;

use routine_domain::RoutineId;

use crate::{CommandError, ErrorCode};

pub(crate) fn not_found(id: RoutineId) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("There is no routine with the id {id}."),
    )
}
