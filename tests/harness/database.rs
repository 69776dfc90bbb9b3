use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use routine_domain::SweepId;
use routine_store::{Address, ConnectOptions, Database, Engine, Store, StoreResult, connect};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;

use crate::{instant, postgres_server::Server};

/// A database of the present schema that nobody else uses, gone when its test ends.
#[derive(Clone)]
pub struct TestDatabase {
    pub engine: Engine,
    pub address: Address,
    /// With its password, where it has one.
    pub url: String,
    pub store: Arc<dyn Store>,
}

/// What must be taken away again.
enum Place {
    Folder(TempDir),
    Server { server: Server, name: String },
}

/// Runs one test on a database of its own, and takes the database away even if the test panics.
pub fn run<T, F: Future<Output = T>>(engine: Engine, test: impl FnOnce(TestDatabase) -> F) -> T {
    run_in(engine, &std::env::temp_dir(), true, test)
}

/// The same on a database that waits for no disk, and so would not survive the loss of its machine.
pub fn run_unsynced<T, F: Future<Output = T>>(
    engine: Engine,
    test: impl FnOnce(TestDatabase) -> F,
) -> T {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() {
        memory
    } else {
        std::env::temp_dir()
    };
    run_in(engine, &folder, false, test)
}

fn run_in<T, F: Future<Output = T>>(
    engine: Engine,
    folder: &Path,
    synced: bool,
    test: impl FnOnce(TestDatabase) -> F,
) -> T {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (db, place) = runtime.block_on(make(engine, folder, synced));
    let store = db.store.clone();
    let ended = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(db))));
    runtime.block_on(async {
        store.close().await;
        take_away(place).await;
    });
    ended.unwrap_or_else(|panic| resume_unwind(panic))
}

/// What the same work yields on SQLite and on PostgreSQL.
pub fn run_on_each<T, F: Future<Output = T>>(work: impl Fn(TestDatabase) -> F) -> [T; 2] {
    [run(Engine::Sqlite, &work), run(Engine::Postgres, &work)]
}

async fn make(engine: Engine, folder: &Path, synced: bool) -> (TestDatabase, Place) {
    let (url, place) = place(engine, folder, synced).await;
    let database = open(&url).await;
    database.migrate().await.expect("the database migrates");
    let db = TestDatabase {
        engine,
        address: Address::parse(&url).expect("the address is readable"),
        url,
        store: database.store().await.expect("the schema is current"),
    };
    (db, place)
}

/// An empty SQLite file, or a copy of a migrated PostgreSQL database.
async fn place(engine: Engine, folder: &Path, synced: bool) -> (String, Place) {
    match engine {
        Engine::Sqlite => {
            let folder = tempfile::tempdir_in(folder).expect("a temporary folder");
            let file: PathBuf = folder.path().join("desk.db");
            (format!("sqlite:{}", file.display()), Place::Folder(folder))
        }
        Engine::Postgres => {
            let server = Server::shared();
            let template = server.template().await;
            let name = unique("test");
            server
                .run(&format!("CREATE DATABASE {name} TEMPLATE {template}"))
                .await;
            if !synced {
                server
                    .run(&format!(
                        "ALTER DATABASE {name} SET synchronous_commit = off"
                    ))
                    .await;
            }
            (server.url(&name), Place::Server { server, name })
        }
    }
}

async fn take_away(place: Place) {
    match place {
        // A connection may still be closing its files; what it leaves is the system's to clear.
        Place::Folder(folder) => drop(folder),
        Place::Server { server, name } => {
            server
                .run(&format!("DROP DATABASE {name} WITH (FORCE)"))
                .await;
        }
    }
}

pub(crate) async fn open(url: &str) -> Database {
    try_open(url).await.expect("the database opens")
}

async fn try_open(url: &str) -> StoreResult<Database> {
    let address = Address::parse(url).expect("the address is readable");
    let options = ConnectOptions {
        create: true,
        ..ConnectOptions::default()
    };
    connect(&address, &options).await
}

/// A name no other database of the server has.
pub(crate) fn unique(prefix: &str) -> String {
    format!("{prefix}_{}", SweepId::new(instant(0)).0.simple())
}

impl TestDatabase {
    /// The same database as another process would open it.
    pub async fn open_again(&self) -> Database {
        open(&self.url).await
    }

    pub async fn try_open_again(&self) -> StoreResult<Database> {
        try_open(&self.url).await
    }

    /// Takes everything out of it, and answers the URL of what is left: an empty database.
    pub async fn emptied(&self) -> String {
        self.store.close().await;
        if self.engine == Engine::Sqlite {
            return self.url.replace("desk.db", "empty.db");
        }
        for sql in ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"] {
            self.execute(sql).await.expect("the schema can be dropped");
        }
        self.url.clone()
    }

    /// Runs SQL past the store, as someone with a console would; answers the rows touched.
    pub async fn execute(&self, sql: impl Into<String>) -> Result<u64, sqlx::Error> {
        let sql = AssertSqlSafe(sql.into());
        match self.engine {
            Engine::Sqlite => {
                let mut connection = SqliteConnection::connect(&self.url).await?;
                let done = sqlx::query(sql).execute(&mut connection).await?;
                connection.close().await?;
                Ok(done.rows_affected())
            }
            Engine::Postgres => {
                let mut connection = PgConnection::connect(&self.url).await?;
                let done = sqlx::query(sql).execute(&mut connection).await?;
                connection.close().await?;
                Ok(done.rows_affected())
            }
        }
    }

    /// The first column of every row, as text, read past the store.
    pub async fn texts(&self, sql: impl Into<String>) -> Vec<String> {
        let sql = AssertSqlSafe(sql.into());
        let texts = match self.engine {
            Engine::Sqlite => {
                let mut connection = SqliteConnection::connect(&self.url)
                    .await
                    .expect("it opens");
                sqlx::query_scalar(sql).fetch_all(&mut connection).await
            }
            Engine::Postgres => {
                let mut connection = PgConnection::connect(&self.url).await.expect("it opens");
                sqlx::query_scalar(sql).fetch_all(&mut connection).await
            }
        };
        texts.expect("the statement yields text")
    }
}
