//! Which schema a database has, and how it comes to the present one. Forward only.

use routine_domain::{Instant, instant::truncate};
use sqlx::{AssertSqlSafe, migrate::Migrator};

use super::SchemaFound;
use crate::{
    StoreError, StoreResult,
    failure::failure,
    sql_store::{Columns, Dialect, Session, args},
};

/// Looks, and changes nothing. A database that is somebody else's is `NotUsable`.
pub(super) async fn look<D: Dialect>(db: &D) -> StoreResult<SchemaFound> {
    // Each keeps the list of its tables elsewhere.
    let tables = D::pick(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
    );
    let mut session = db.read().await?;
    let tables = session.fetch(tables, args![]).await?;
    let tables: Vec<String> = tables
        .iter()
        .map(|row| row.text("name"))
        .collect::<Result<_, _>>()?;
    if tables.is_empty() {
        return Ok(SchemaFound::Empty);
    }
    if !tables.iter().any(|name| name == "_sqlx_migrations") {
        return Err(StoreError::NotUsable(format!(
            "The database already holds tables of another program (\"{}\"). Choose an empty one.",
            tables[0]
        )));
    }
    // Bytes have no common function either.
    let checksum = D::pick("lower(hex(checksum))", "encode(checksum, 'hex')");
    let applied = format!(
        "SELECT version, {checksum} AS checksum FROM _sqlx_migrations WHERE success ORDER BY version"
    );
    let applied = session.fetch(AssertSqlSafe(applied), args![]).await?;
    let known: Vec<_> = D::migrations().iter().collect();
    for (row, ours) in applied.iter().zip(&known) {
        let checksum: String = ours
            .checksum
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        if i64::from(row.int("version")?) != ours.version || row.text("checksum")? != checksum {
            return Err(StoreError::NotUsable(format!(
                "Migration {} of the database is not the one this program knows. It belongs to another program, or to another build of this one.",
                row.int("version")?
            )));
        }
    }
    let found = applied.last().map_or(Ok(0), |row| row.int("version"))?;
    let expected = newest(D::migrations());
    Ok(match found {
        0 if tables.len() == 1 => SchemaFound::Empty,
        found if found == expected => SchemaFound::Current,
        found if found > expected => SchemaFound::Newer { found, expected },
        found => SchemaFound::Older { found, expected },
    })
}

/// Applies what is missing, and answers the schema the database then has.
pub(super) async fn migrate<D: Dialect>(db: &D) -> StoreResult<u32> {
    if let SchemaFound::Newer { found, expected } = look(db).await? {
        return Err(StoreError::NewerSchema { found, expected });
    }
    if let Err(error) = db.migrate().await {
        // Another process may have done it at the same moment.
        if look(db).await? != SchemaFound::Current {
            return Err(failure(sqlx::Error::from(error)));
        }
    }
    Ok(newest(D::migrations()))
}

/// Refuses any schema but the present one.
pub(super) async fn demand_current<D: Dialect>(db: &D) -> StoreResult<()> {
    match look(db).await? {
        SchemaFound::Current => Ok(()),
        SchemaFound::Empty => Err(StoreError::OlderSchema {
            found: 0,
            expected: newest(D::migrations()),
        }),
        SchemaFound::Older { found, expected } => Err(StoreError::OlderSchema { found, expected }),
        SchemaFound::Newer { found, expected } => Err(StoreError::NewerSchema { found, expected }),
    }
}

fn newest(migrations: &Migrator) -> u32 {
    let versions = migrations.iter().map(|migration| migration.version);
    versions
        .max()
        .map_or(0, |version| u32::try_from(version).unwrap_or(u32::MAX))
}

/// A migration of this program, and when it was applied to a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MigrationFound {
    pub number: u32,
    /// In words: "catalog revisions".
    pub name: String,
    pub applied_at: Option<Instant>,
}

pub(super) async fn migrations<D: Dialect>(db: &D) -> StoreResult<Vec<MigrationFound>> {
    let applied = match look(db).await? {
        SchemaFound::Empty => Vec::new(),
        _ => {
            // One keeps text without milliseconds, the other an instant.
            let applied = D::pick(
                "SELECT version, CAST(unixepoch(installed_on) * 1000 AS INTEGER) AS applied_at
                   FROM _sqlx_migrations WHERE success",
                "SELECT version, installed_on AS applied_at FROM _sqlx_migrations WHERE success",
            );
            let mut session = db.read().await?;
            let rows = session.fetch(applied, args![]).await?;
            rows.iter()
                .map(|row| Ok((row.int("version")?, row.instant("applied_at")?)))
                .collect::<StoreResult<Vec<_>>>()?
        }
    };
    let found = D::migrations().iter().map(|migration| {
        let number = u32::try_from(migration.version).unwrap_or(u32::MAX);
        let applied_at = applied.iter().find(|(version, _)| *version == number);
        MigrationFound {
            number,
            name: migration.description.to_string(),
            applied_at: applied_at.map(|(_, at)| *at),
        }
    });
    Ok(found.collect())
}

pub(super) fn text_of<D: Dialect>(number: u32) -> Option<(String, String)> {
    let mut all = D::migrations().iter();
    let wanted = all.find(|migration| migration.version == i64::from(number))?;
    Some((
        wanted.description.to_string(),
        wanted.sql.as_str().to_owned(),
    ))
}

/// The clock of the database itself, which needs no table of ours.
pub(super) async fn clock<D: Dialect>(db: &D) -> StoreResult<Instant> {
    let clock = D::pick(
        "SELECT CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER) AS now",
        "SELECT clock_timestamp() AS now",
    );
    let row = db.read().await?.fetch_optional(clock, args![]).await?;
    let row = row.ok_or_else(|| StoreError::Internal("The database tells no time.".into()))?;
    Ok(truncate(row.instant("now")?))
}
