use routine_domain::{
    Instant, ProfileColour, ProfileId, Protection,
    protection::{Asks, ChangeKind},
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::MigrationRow;
use crate::CommandError;

/// What the application shows before and around any page.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct AppStatus {
    pub version: String,
    /// The IANA zone of this desktop; times are shown in it.
    pub viewer_zone: String,
    pub connection: Option<ConnectionInfo>,
    /// What was opened last and could be opened again, when nothing is open now.
    pub remembered: Option<RememberedConnection>,
}

/// The last choice of connection, without its password.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct RememberedConnection {
    pub id: ProfileId,
    pub name: String,
    /// No keychain answered for its password: ask for it.
    pub needs_password: bool,
    /// Why opening it at the start failed.
    pub error: Option<CommandError>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DatabaseEngine {
    Sqlite,
    Postgres,
}

/// The schema found, against the one this program was built for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SchemaState {
    Current,
    /// No table of ours is there yet.
    Empty,
    Older {
        found: u32,
        expected: u32,
    },
    Newer {
        found: u32,
        expected: u32,
    },
}

/// What a kind of change asks for on this connection: its column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Asked {
    pub kind: ChangeKind,
    pub asks: Asks,
}

/// The open connection.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ConnectionInfo {
    /// None where it was opened by its address, as the command line does.
    pub profile_id: Option<ProfileId>,
    pub name: String,
    pub engine: DatabaseEngine,
    /// File or host:port/database, never with a password.
    pub address: String,
    pub colour: ProfileColour,
    /// How far it may be changed now: read-only until schema and rights are proven.
    pub protection: Protection,
    /// The level that was chosen for it, as far as its rights allow: setting it up is judged by this.
    pub level: Protection,
    /// What each kind of change asks for.
    pub asked: Vec<Asked>,
    /// So many at once are few; more, and all that match, are many.
    pub few: u32,
    pub schema: SchemaState,
    pub local_demo: bool,
    /// No tenant exists yet: the first one is to be created.
    pub without_tenants: bool,
    pub opened_at: Instant,
}

/// A database to test or to open by its address.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ConnectionRequest {
    /// `sqlite:PATH`, a plain path, or `postgres://user@host:port/database`.
    pub url: String,
    /// Kept in the system keychain only, and never written to a file.
    pub password: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Ok,
    Warning,
    Failed,
    NotReached,
}

/// One line of a connection test.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ConnectionCheck {
    pub name: String,
    pub verdict: Verdict,
    pub sentence: String,
}

/// How a connection stands, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionState {
    Ready,
    /// Nothing is in it yet.
    Empty,
    MigrationWaits,
    NewerThanApp,
    /// It may be looked at only, where more was chosen.
    NoRights,
    FileNotFound,
    /// It wants a password, or another one.
    NeedsPassword,
    /// No database of ours.
    NotUsable,
    Unreachable,
}

/// Where the password of a connection comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PasswordSource {
    Keychain,
    /// Typed since the start; no keychain took it yet.
    Typed,
    /// `PGPASSWORD`, `~/.pgpass`, or none is needed.
    Elsewhere,
}

/// The result of testing a connection; nothing is changed by it.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ConnectionReport {
    pub state: ConnectionState,
    pub checks: Vec<ConnectionCheck>,
    /// Present when the database was reached.
    pub schema: Option<SchemaState>,
    /// Engine and version, where it was reached: "PostgreSQL 16.4".
    pub version: Option<String>,
    /// Whether opening it makes sense.
    pub usable: bool,
    /// None where the database was not reached.
    pub migrations: Option<Vec<MigrationRow>>,
    pub password: PasswordSource,
    /// By the clock of this computer.
    pub tested_at: Instant,
    pub took_ms: u32,
}
