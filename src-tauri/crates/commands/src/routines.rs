//! Routines: reading, writing and every action of an administrator on them.

mod actions;
mod bulk;
mod bulk_consequence;
mod change;
mod changes;
mod draft;
mod fires;
mod health;
mod list;
mod matching;
mod row;

pub(crate) use actions::READ_ONLY;
pub use actions::consequence;
pub use bulk::run as run_bulk;
pub use bulk_consequence::bulk_consequence;
pub use change::{
    bring_back_at_once, create, delete, pause, restore, resume, revive, run, stop_retrying,
    try_now, update,
};
pub use changes::changes;
pub use fires::fires;
pub use health::health;
pub use list::{get, list};
pub use matching::{count, owners};

pub(crate) use change::{cap_sentence, created};
pub(crate) use matching::of as matching_of;
pub(crate) use row::of as row_of;

use routine_domain::RoutineId;

use crate::{CommandError, ErrorCode};

pub(crate) fn not_found(id: RoutineId) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("There is no routine with the id {id}."),
    )
}
