//! Where a measurement takes place: a database of its own that is gone afterwards.

use std::{path::Path, sync::Arc};

use routine_domain::SweepId;
use routine_engine::wall_clock;
use routine_store::{Address, ConnectOptions, Database, Engine, Store, connect};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection, postgres::PgConnectOptions};
use tempfile::TempDir;

use crate::{
    BenchError, BenchResult,
    raw::{Raw, path_of},
};

/// A fresh database of the present schema. `take_away` removes it.
pub struct Place {
    pub engine: Engine,
    pub url: String,
    /// Engine and version.
    pub version: String,
    kept: Kept,
}

enum Kept {
    Folder(TempDir),
    /// A database on a server, and the one beside it to drop it from.
    Server {
        name: String,
        beside: String,
    },
}

impl Place {
    /// Beside the database named, or a temporary SQLite file. What stands there is not touched.
    pub async fn beside(database: Option<&str>) -> BenchResult<Self> {
        let (engine, url, kept) = match database {
            None => temporary(None)?,
            Some(text) => match Address::parse(text)?.engine() {
                Engine::Sqlite => temporary(folder_of(text))?,
                Engine::Postgres => on_server(text).await?,
            },
        };
        let mut place = Self {
            engine,
            url,
            version: String::new(),
            kept,
        };
        match place.open().await {
            Ok(database) => {
                database.migrate().await?;
                place.version = database.version;
                Ok(place)
            }
            Err(error) => {
                place.take_away().await?;
                Err(error)
            }
        }
    }

    async fn open(&self) -> BenchResult<Database> {
        let options = ConnectOptions {
            create: true,
            ..ConnectOptions::default()
        };
        Ok(connect(&Address::parse(&self.url)?, &options).await?)
    }

    /// With connections of its own, as another process would have them.
    pub async fn store(&self) -> BenchResult<Arc<dyn Store>> {
        Ok(self.open().await?.store().await?)
    }

    pub async fn raw(&self) -> BenchResult<Raw> {
        Raw::open(self.engine, &self.url).await
    }

    pub async fn take_away(self) -> BenchResult<()> {
        if let Kept::Server { name, beside } = &self.kept {
            let mut server = beside.parse::<PgConnectOptions>()?.connect().await?;
            let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
            sqlx::query(AssertSqlSafe(drop))
                .execute(&mut server)
                .await?;
            server.close().await?;
        }
        if let Kept::Folder(folder) = self.kept {
            // A connection may still be closing its files; what it leaves is the system's to clear.
            drop(folder);
        }
        Ok(())
    }
}

/// The folder of a SQLite address.
fn folder_of(text: &str) -> Option<&Path> {
    let folder = Path::new(path_of(text)).parent();
    folder.filter(|folder| !folder.as_os_str().is_empty())
}

fn temporary(folder: Option<&Path>) -> BenchResult<(Engine, String, Kept)> {
    let made = match folder {
        Some(folder) => tempfile::tempdir_in(folder),
        None => tempfile::tempdir(),
    };
    let folder = made.map_err(|error| {
        BenchError::Place(format!(
            "A folder for a temporary database could not be made: {error}. Name a database in a folder that can be written to."
        ))
    })?;
    let url = format!("sqlite:{}", folder.path().join("bench.db").display());
    Ok((Engine::Sqlite, url, Kept::Folder(folder)))
}

async fn on_server(url: &str) -> BenchResult<(Engine, String, Kept)> {
    let name = format!("routine_bench_{}", SweepId::new(wall_clock()).0.simple());
    let mut server = url.parse::<PgConnectOptions>()?.connect().await?;
    let made = sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}")))
        .execute(&mut server)
        .await;
    server.close().await?;
    made.map_err(|error| {
        BenchError::Place(format!(
            "No database to measure in could be made beside {}: {error}. Name a role that may create databases.",
            Address::parse(url).map_or_else(|_| "it".into(), |address| address.to_string())
        ))
    })?;
    let kept = Kept::Server {
        name: name.clone(),
        beside: url.to_owned(),
    };
    Ok((Engine::Postgres, named(url, &name), kept))
}

/// The URL of another database of the same server.
fn named(url: &str, database: &str) -> String {
    let (server, query) = url.split_once('?').unwrap_or((url, ""));
    let after_scheme = server.find("://").map_or(0, |at| at + 3);
    let end = server[after_scheme..]
        .find('/')
        .map_or(server.len(), |at| after_scheme + at);
    format!("{}/{database}?{query}", &server[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_database_of_the_same_server_is_named() {
        assert_eq!(
            named("postgres://a:b@h:1/x?sslmode=off", "y"),
            "postgres://a:b@h:1/y?sslmode=off"
        );
        assert_eq!(named("postgres://h", "y"), "postgres://h/y?");
        assert_eq!(folder_of("sqlite:///tmp/a.db"), Some(Path::new("/tmp")));
        assert_eq!(folder_of("a.db"), None);
    }
}
