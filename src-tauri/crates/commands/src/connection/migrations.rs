//! The schema of a database: which migrations it has, what each says, and applying those that wait.

use routine_domain::{Mutation, ProfileId, protection::Guard, protection::Reach, text};
use routine_store::{Address, ConnectOptions, Engine, MigrationFound, connect, migration_text};

use super::open;
use crate::{
    CommandError, Desk, ErrorCode, passwords, profiles,
    wire::{ConnectionInfo, DatabaseEngine, MigrationRow, MigrationText, Tag},
};

/// Brings the open database to the present schema, and makes its first tenant where it has none.
pub async fn migrate(
    desk: &Desk,
    first_tenant: Option<String>,
) -> Result<ConnectionInfo, CommandError> {
    let first_tenant = first_tenant
        .map(|name| text::name("name", &name))
        .transpose()?;
    let session = desk.permit(Mutation::MigrateConnection, Reach::One).await?;
    let database = connect(&session.address, &writing(session.password.clone(), true)).await?;
    database.migrate().await?;
    let store = database.store().await?;
    if let Some(name) = first_tenant
        && store.list_tenants().await?.is_empty()
    {
        let now = store.now().await?;
        store
            .create_tenant(&name, &session.tenant_policy(), &desk.actor(), now)
            .await?;
    }
    database.close().await;
    open::look_again(desk, &session).await
}

/// Brings the database of a profile to the present schema, whether it is open or not.
pub async fn migrate_profile(desk: &Desk, id: ProfileId) -> Result<(), CommandError> {
    let profile = profiles::find(desk, id)?;
    let address = Address::of(&profile.details.place);
    let guard = Guard {
        name: &profile.details.name,
        protection: profile.details.protection,
        sandbox: false,
    };
    guard.permit(
        Mutation::MigrateProfile.kind(Reach::One),
        desk.confirmation(),
    )?;
    let session = desk.open_session().await;
    let open = session.filter(|session| session.target().profile == Some(id));
    let password = match &open {
        Some(session) => session.password.clone(),
        None => passwords::find(desk, &address.account()).await.0,
    };
    let database = connect(&address, &writing(password, false)).await?;
    let migrated = database.migrate().await;
    database.close().await;
    migrated?;
    if let Some(session) = open {
        open::look_again(desk, &session).await?;
    }
    desk.announce(&[Tag::Connection]);
    Ok(())
}

fn writing(password: Option<String>, create: bool) -> ConnectOptions {
    ConnectOptions {
        password,
        create,
        read_only: false,
    }
}

/// What a migration would run.
pub fn migration(engine: DatabaseEngine, number: u32) -> Result<MigrationText, CommandError> {
    let of = match engine {
        DatabaseEngine::Sqlite => Engine::Sqlite,
        DatabaseEngine::Postgres => Engine::Postgres,
    };
    let (name, sql) = migration_text(of, number).ok_or_else(|| {
        CommandError::new(
            ErrorCode::NotFound,
            format!("There is no migration {number:04}."),
        )
    })?;
    Ok(MigrationText {
        number,
        name: title(&name),
        sql,
    })
}

pub(super) fn rows(engine: Engine, found: Vec<MigrationFound>) -> Vec<MigrationRow> {
    let row = |migration: MigrationFound| MigrationRow {
        name: title(&migration.name),
        note: migration_text(engine, migration.number).and_then(|(_, sql)| note(&sql)),
        number: migration.number,
        applied_at: migration.applied_at,
    };
    found.into_iter().map(row).collect()
}

/// "Catalog revisions".
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => words,
    }
}

/// The comment that a migration begins with.
fn note(sql: &str) -> Option<String> {
    let lines = sql.lines().map_while(|line| line.strip_prefix("--"));
    let text = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_migration_is_told_by_its_name_and_its_first_words() {
        let text = migration(DatabaseEngine::Sqlite, 2).unwrap();
        assert_eq!(text.name, "Cancel requests");
        let said = note(&text.sql).unwrap();
        assert!(
            said.starts_with("A person asked that a run be ended"),
            "{said}"
        );
        assert_eq!(note("CREATE TABLE a (id INTEGER);"), None);
        let absent = migration(DatabaseEngine::Postgres, 9_999).unwrap_err();
        assert_eq!(absent.code, ErrorCode::NotFound);
    }
}
