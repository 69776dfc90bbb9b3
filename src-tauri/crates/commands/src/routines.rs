//! Routines: reading, writing and every action of an administrator on them.

mod actions;
mod change;
mod draft;
mod list;
mod row;

pub use actions::allowed;
pub use change::{create, delete, pause, restore, resume, revive, run, update};
pub use list::{get, list};

pub(crate) use change::created;
pub(crate) use row::of as row_of;

use routine_domain::RoutineId;

use crate::{CommandError, ErrorCode};

pub(crate) fn not_found(id: RoutineId) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("There is no routine with the id {id}."),
    )
}
