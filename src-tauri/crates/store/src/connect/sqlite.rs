use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    ConnectOptions as _, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{ConnectOptions, schema};
use crate::{
    StoreError, StoreResult, faults,
    sql_store::{Columns, Dialect, Session, Sqlite, args},
};

const READERS: u32 = 4;
/// Rows handed over before whoever reads them must have taken one: those of a whole claim.
const ROW_BUFFER: usize = 1_000;
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Longer than the busy time-out: waiting writers queue for the one connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(15);

/// The open file, and whether it may only be read.
pub(super) async fn open(path: &Path, options: &ConnectOptions) -> StoreResult<(Sqlite, bool)> {
    check_path(path, options.create)?;
    let mut plain = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(options.create && !options.read_only)
        .read_only(options.read_only)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .row_buffer_size(ROW_BUFFER)
        .disable_statement_logging();
    // A first look before any setting is written: the file may be somebody else's.
    let mut first = Sqlite::new(pool(1, &plain), pool(1, &plain));
    let mut looked = schema::look(&first).await;
    if matches!(looked, Err(StoreError::ReadOnly(_))) && !has_log(path) {
        // Even a reader writes beside a file in WAL mode, unless it trusts that nobody changes it:
        // this one and its folder are protected (sqlite.org/wal.html, "Read-Only Databases").
        first.close().await;
        plain = plain.immutable(true).read_only(true);
        first = Sqlite::new(pool(1, &plain), pool(1, &plain));
        looked = schema::look(&first).await;
    }
    let read_only = match &looked {
        Ok(_) => options.read_only || is_read_only(&first).await?,
        Err(_) => false,
    };
    first.close().await;
    looked?;
    let mut tuned = plain
        .pragma("cache_size", "-65536")
        .pragma("mmap_size", "268435456")
        .pragma("temp_store", "memory");
    if !read_only {
        tuned = tuned
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        if let Some(pages) = faults::disk_pages() {
            tuned = tuned.pragma("max_page_count", pages);
        }
    }
    let db = Sqlite::new(pool(1, &tuned), pool(READERS, &tuned));
    db.listen().await;
    Ok((db, read_only))
}

/// One connection is the whole database, so it reads and writes.
pub(super) fn in_memory() -> Sqlite {
    let options = SqliteConnectOptions::new()
        .filename(":memory:")
        .foreign_keys(true)
        .row_buffer_size(ROW_BUFFER)
        .pragma("temp_store", "memory")
        .disable_statement_logging();
    let only = pool(1, &options);
    Sqlite::new(only.clone(), only)
}

fn pool(connections: u32, options: &SqliteConnectOptions) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // A file does not go away as a server does.
        .test_before_acquire(false)
        // A connection keeps its cache and what it knows of others' changes.
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(options.clone())
}

/// Whether changes lie beside the file that are not in it yet: beside itself, not beside a link to it.
fn has_log(path: &Path) -> bool {
    let Ok(mut log) = path.canonicalize().map(PathBuf::into_os_string) else {
        return true;
    };
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// SQLite says "unable to open" to all of these.
fn check_path(path: &Path, create: bool) -> StoreResult<()> {
    let shown = path.display();
    if path.is_dir() {
        return Err(StoreError::NotUsable(format!(
            "{shown} is a folder. Name a file in it."
        )));
    }
    if path.exists() {
        return Ok(());
    }
    if !create {
        return Err(StoreError::NotUsable(format!(
            "There is no database at {shown}. Check the path, or create it."
        )));
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => Err(StoreError::NotUsable(format!(
            "The folder {} does not exist. Create it, or choose another path.",
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Tries to write, and takes it back: only SQLite can tell, as opening the file beside it would
/// drop its locks.
async fn is_read_only(db: &Sqlite) -> StoreResult<bool> {
    let mut session = match db.write().await {
        Ok(session) => session,
        // Somebody is writing to it.
        Err(StoreError::Unavailable(_)) => return Ok(false),
        Err(error) => return Err(error),
    };
    match session.execute("PRAGMA user_version = 1", args![]).await {
        Ok(_) => Ok(false),
        Err(StoreError::ReadOnly(_)) => Ok(true),
        Err(error) => Err(error),
    }
}

pub(super) async fn version(db: &Sqlite) -> StoreResult<String> {
    let row = db
        .read()
        .await?
        .fetch_optional("SELECT sqlite_version() AS version", args![])
        .await?;
    let version = row.map(|row| row.text("version")).transpose()?;
    Ok(format!("SQLite {}", version.unwrap_or_default()))
}
