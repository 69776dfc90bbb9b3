//! From an address to an open database, and from there to a [`Store`] of the present schema.

mod address;
mod postgres;
mod schema;
mod sqlite;

use std::sync::Arc;

use async_trait::async_trait;

pub use address::Address;
use address::Place;

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
    /// It can be looked at, not changed.
    pub read_only: bool,
    /// The role signed in; SQLite has none.
    pub role: Option<String>,
    /// Engine and version, such as `PostgreSQL 15.4`.
    pub version: String,
    opened: Arc<dyn Opened>,
}

/// Opens a database and looks at it. Changes nothing but to create a missing file where told to.
pub async fn connect(address: &Address, options: &ConnectOptions) -> StoreResult<Database> {
    match &address.place {
        Place::File(path) => {
            let (db, read_only) = sqlite::open(path, options).await?;
            of_sqlite(db, read_only).await
        }
        Place::Memory => of_sqlite(sqlite::in_memory(), false).await,
        Place::Server { url } => {
            let db = postgres::open(url, address, options).await?;
            let (role, version, read_only) = postgres::introduce(&db).await?;
            Ok(Database {
                engine: Engine::Postgres,
                schema: schema::look(&db).await?,
                read_only,
                role: Some(role.clone()),
                version,
                opened: Arc::new(PostgresStore::new(db, Some(role))),
            })
        }
    }
}

async fn of_sqlite(db: Sqlite, read_only: bool) -> StoreResult<Database> {
    Ok(Database {
        engine: Engine::Sqlite,
        schema: schema::look(&db).await?,
        read_only,
        role: None,
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

    /// Where tests let it fail; all its stores share them.
    pub fn faults(&self) -> Faults {
        self.opened.faults()
    }
}

/// Both kinds of database behind one face.
#[async_trait]
trait Opened: Send + Sync {
    async fn migrate(&self) -> StoreResult<u32>;
    async fn store(self: Arc<Self>) -> StoreResult<Arc<dyn Store>>;
    fn faults(&self) -> Faults;
}

#[async_trait]
impl<D: Dialect> Opened for SqlStore<D> {
    async fn migrate(&self) -> StoreResult<u32> {
        schema::migrate(self.db()).await
    }

    async fn store(self: Arc<Self>) -> StoreResult<Arc<dyn Store>> {
        schema::demand_current(self.db()).await?;
        Ok(self)
    }

    fn faults(&self) -> Faults {
        self.db().faults().clone()
    }
}
