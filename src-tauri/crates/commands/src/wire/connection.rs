use routine_domain::Instant;
use serde::{Deserialize, Serialize};
use specta::Type;

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
    /// The address without a password.
    pub url: String,
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

/// How far this connection may change things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Protection {
    ReadOnly,
    Confirm,
    Full,
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

/// The open connection.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ConnectionInfo {
    pub name: String,
    pub engine: DatabaseEngine,
    /// File or host:port/database, never with a password.
    pub address: String,
    /// One of the identity colours of the design tokens (`moss`, `ochre`, …).
    pub colour: String,
    pub protection: Protection,
    pub schema: SchemaState,
    pub local_demo: bool,
    /// No tenant exists yet: the first one is to be created.
    pub without_tenants: bool,
    pub opened_at: Instant,
}

/// A database to test or to open.
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

/// The result of testing a connection; nothing is changed by it.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct ConnectionReport {
    pub checks: Vec<ConnectionCheck>,
    /// Present when the database was reached.
    pub schema: Option<SchemaState>,
    /// Whether opening it makes sense.
    pub usable: bool,
}
