use serde::{Deserialize, Serialize};
use specta::Type;

use super::ExchangeChoice;

/// A copy of routines to try things on: a SQLite file of its own, in which nothing real is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TwinRequest {
    pub choice: ExchangeChoice,
    /// The file to make; beside the demo's where it is left out.
    pub file: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Twin {
    /// The file that was made: an address to open.
    pub file: String,
    pub tenants: u32,
    pub definitions: u32,
    pub routines: u32,
    /// What could not be copied; a sentence each.
    pub left_out: Vec<String>,
}
