//! From an address to an open database, and from there to a [`Store`] of the present schema.

mod address;
mod postgres;
mod schema;
mod sqlite;

use std::sync::Arc;

use async_trait::async_trait;
use routine_domain::Instant;

pub use address::Address;
use address::Place;
use postgres::Introduced;
pub use schema::MigrationFound;

use crate::{
    Store, StoreError, StoreResult,
    faults::Faults,
    sql_store::{Dialect, PostgresStore, SqlStore, Sqlite, SqliteStore},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// As its makers write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Engine::Sqlite => "SQLite",
            Engine::Postgres => "PostgreSQL",
        }
    }
}

#[derive(Clone, Default)]
pub struct ConnectOptions {
    /// Goes before the one in the address, `PGPASSWORD` and `~/.pgpass`.
    pub password: Option<String>,
    /// Create a missing SQLite file.
    pub create: bool,
    /// Refuse all changes, whatever the file's or role's rights.
    pub read_only: bool,
}

/// What the account that opened a database may do with it; each includes those after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rights {
    Migrates,
    Changes,
    Reads,
}

/// The schema of a database beside the one this program needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaFound {
    Empty,
    Older { found: u32, expected: u32 },
    Current,
    Newer { found: u32, expected: u32 },
}

/// An open database; not yet known to be of the present schema.
pub struct Database {
    pub engine: Engine,
    /// As it was found when the connection was made.
    pub schema: SchemaFound,
    /// It can be looked at, not changed: it was opened so, or there are no rights for more.
    pub read_only: bool,
    /// Of the account, however it was opened; not known of a file that was opened for reading only.
    pub rights: Option<Rights>,
    /// The role signed in; SQLite has none.
    pub role: Option<String>,
    /// Whether the connection is encrypted; SQLite needs none.
    pub encrypted: Option<bool>,
    /// Engine and version, such as `PostgreSQL 15.4`.
    pub version: String,
    opened: Arc<dyn Opened>,
}

/// The name and the statements of a migration, as they would be applied.
pub fn migration_text(engine: Engine, number: u32) -> Option<(String, String)> {
    match engine {
        Engine::Sqlite => schema::text_of::<Sqlite>(number),
        Engine::Postgres => schema::text_of::<Postgres>(number),
    }
}

/// Opens a database and looks at it. Changes nothing but to create a missing file where told to.
pub async fn connect(address: &Address, options: &ConnectOptions) -> StoreResult<Database> {
    match &address.place {
        Place::File(path) => {
            let (db, read_only) = sqlite::open(path, options).await?;
            of_sqlite(db, read_only, options.read_only).await
        }
        Place::Memory => of_sqlite(sqlite::in_memory(), false, false).await,
        Place::Server { url } => {
            let db = postgres::open(url, address, options).await?;
            let Introduced {
                role,
                version,
                rights,
                read_only,
                encrypted,
            } = postgres::introduce(&db).await?;
            // A standby takes no changes from anybody.
            let is_standby = read_only && !options.read_only;
            Ok(Database {
                engine: Engine::Postgres,
                schema: schema::look(&db).await?,
                read_only,
                rights: Some(if is_standby { Rights::Reads } else { rights }),
                role: Some(role.clone()),
                encrypted: Some(encrypted),
                version,
                opened: Arc::new(PostgresStore::new(db, Some(role))),
            })
        }
    }
}

async fn of_sqlite(db: Sqlite, read_only: bool, was_asked: bool) -> StoreResult<Database> {
    Ok(Database {
        engine: Engine::Sqlite,
        schema: schema::look(&db).await?,
        read_only,
        rights: match (read_only, was_asked) {
            (_, true) => None,
            (true, false) => Some(Rights::Reads),
            (false, false) => Some(Rights::Migrates),
        },
        role: None,
        encrypted: None,
        version: sqlite::version(&db).await?,
        opened: Arc::new(SqliteStore::new(db, None)),
    })
}

impl Database {
    /// Brings the schema to the present one and answers its number; nothing happens if it has it.
    /// `NewerSchema` if it is beyond.
    pub async fn migrate(&self) -> StoreResult<u32> {
        if self.read_only {
            return Err(StoreError::ReadOnly(
                "The database is open for reading only, so it cannot be migrated.".into(),
            ));
        }
        self.opened.migrate().await
    }

    /// `OlderSchema` or `NewerSchema` unless it has the present one. All stores of one `Database`
    /// share its connections, and close together.
    pub async fn store(&self) -> StoreResult<Arc<dyn Store>> {
        self.opened.clone().store().await
    }

    /// The database's own clock, whatever its schema.
    pub async fn now(&self) -> StoreResult<Instant> {
        self.opened.clock().await
    }

    /// Every migration this program knows, in order, and when each was applied here.
    pub async fn migrations(&self) -> StoreResult<Vec<MigrationFound>> {
        self.opened.migrations().await
    }

    /// Ends its connections.
    pub async fn close(&self) {
        self.opened.end().await;
    }

    /// Where tests let it fail; all its stores share them.
    pub fn faults(&self) -> Faults {
        self.opened.faults()
    }
}

/// Both kinds of database behind one face.
#[async_trait]
trait Opened: Send + Sync {
    async fn migrate(&self) -> StoreResult<u32>;
    async fn clock(&self) -> StoreResult<Instant>;
    async fn migrations(&self) -> StoreResult<Vec<MigrationFound>>;
    async fn end(&self);
    async fn store(self: Arc<Self>) -> StoreResult<Arc<dyn Store>>;
    fn faults(&self) -> Faults;
}

#[async_trait]
impl<D: Dialect> Opened for SqlStore<D> {
    async fn migrate(&self) -> StoreResult<u32> {
        schema::migrate(self.db()).await
    }

    async fn clock(&self) -> StoreResult<Instant> {
        schema::clock(self.db()).await
    }

    async fn migrations(&self) -> StoreResult<Vec<MigrationFound>> {
        schema::migrations(self.db()).await
    }

    async fn end(&self) {
        self.db().close().await;
    }

    async fn store(self: Arc<Self>) -> StoreResult<Arc<dyn Store>> {
        schema::demand_current(self.db()).await?;
        Ok(self)
    }

    fn faults(&self) -> Faults {
        self.db().faults().clone()
    }
}
