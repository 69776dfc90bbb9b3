//! What crosses the bridge to the screens and to `--json`, declared once. Times are RFC 3339 in UTC,
//! JSON payloads travel as text so that big integers survive, counts are `u32`.

mod bulk;
mod bundle;
mod connection;
mod crontab;
mod definition;
mod evidence;
mod exchange;
mod explain;
mod failures;
mod journal;
mod profile;
mod revive_plan;
mod routine;
mod routine_history;
mod run;
mod sandbox;
mod schedule;
mod scheduler;
mod settings;
mod simulate;
mod today;
mod twin;

pub use bulk::*;
pub use bundle::*;
pub use connection::*;
pub use crontab::*;
pub use definition::*;
pub use evidence::*;
pub use exchange::*;
pub use explain::*;
pub use failures::*;
pub use journal::*;
pub use profile::*;
pub use revive_plan::*;
pub use routine::*;
pub use routine_history::*;
pub use run::*;
pub use sandbox::*;
pub use schedule::*;
pub use scheduler::*;
pub use settings::*;
pub use simulate::*;
pub use today::*;
pub use twin::*;

pub use routine_domain::Protection;

use serde::{Deserialize, Serialize};
use specta::Type;

/// Which cached reads a change has made stale. Events carry these and never data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// The progress of a bulk action.
    Bulk,
    Connection,
    Tenants,
    Definitions,
    Routines,
    Runs,
    Scheduler,
}

impl Tag {
    pub const ALL: [Tag; 7] = [
        Tag::Bulk,
        Tag::Connection,
        Tag::Tenants,
        Tag::Definitions,
        Tag::Routines,
        Tag::Runs,
        Tag::Scheduler,
    ];
}
