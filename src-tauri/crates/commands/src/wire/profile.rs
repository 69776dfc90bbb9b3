use routine_domain::{Instant, Profile, protection::Asks};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::DatabaseEngine;

/// A profile in the list of connections.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ProfileRow {
    pub profile: Profile,
    pub engine: DatabaseEngine,
    /// Short: host and port, or the end of a path.
    pub location: String,
    pub local_demo: bool,
    /// It is the one that is open.
    pub open: bool,
    /// What its level asks for before a migration is applied.
    pub migrating_asks: Asks,
}

/// A migration of this program beside a database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MigrationRow {
    pub number: u32,
    /// In words: "Catalog revisions".
    pub name: String,
    /// None while it waits.
    pub applied_at: Option<Instant>,
    /// What it says of itself.
    pub note: Option<String>,
}

/// The statements of one migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MigrationText {
    pub number: u32,
    pub name: String,
    pub sql: String,
}

/// What a file of connections brought.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ProfilesImported {
    pub added: Vec<Profile>,
    /// A sentence for each entry that was not taken.
    pub left_out: Vec<String>,
}
