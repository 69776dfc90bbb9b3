//! Opening, testing and migrating the database that everything else works on.

mod open;
mod place;
mod report;

pub use open::{close, fill_demo, migrate, open, open_demo, open_remembered};
pub use report::test;

pub(crate) use place::{is_local, is_missing_file};

use routine_store::{Engine, SchemaFound};

use crate::{
    CommandError, Desk, ErrorCode,
    session::Session,
    wire::{AppStatus, ConnectionInfo, DatabaseEngine, RememberedConnection, SchemaState},
};

pub async fn status(desk: &Desk) -> Result<AppStatus, CommandError> {
    let connection = match desk.open_session().await {
        Some(session) => Some(info(&session).await),
        None => None,
    };
    let remembered = match &connection {
        Some(_) => None,
        None => remembered(desk).await,
    };
    Ok(AppStatus {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        viewer_zone: viewer_zone(desk),
        connection,
        remembered,
    })
}

/// The zone a person chose, else that of the desktop.
fn viewer_zone(desk: &Desk) -> String {
    let chosen = desk.host.settings().settings.zone;
    chosen.unwrap_or_else(|| desk.host.viewer_zone())
}

async fn remembered(desk: &Desk) -> Option<RememberedConnection> {
    let url = desk.host.remembered()?;
    let error = desk.reopen_error().await;
    Some(RememberedConnection {
        name: place::name(desk, &url),
        needs_password: error
            .as_ref()
            .is_some_and(|error| error.code == ErrorCode::NeedsPassword),
        error,
        url,
    })
}

async fn info(session: &Session) -> ConnectionInfo {
    let without_tenants = match session.store() {
        // A database that stopped answering is reported by the reads of each page.
        Ok(store) => store
            .list_tenants()
            .await
            .is_ok_and(|tenants| tenants.is_empty()),
        Err(_) => true,
    };
    ConnectionInfo {
        name: match session.local_demo {
            true => place::DEMO_NAME.to_owned(),
            false => session.address.name(),
        },
        engine: match session.address.engine() {
            Engine::Sqlite => DatabaseEngine::Sqlite,
            Engine::Postgres => DatabaseEngine::Postgres,
        },
        address: place::shown(&session.address),
        colour: place::colour(session).to_owned(),
        protection: session.protection,
        schema: session.schema.clone(),
        local_demo: session.local_demo,
        without_tenants,
        opened_at: session.opened_at,
    }
}

impl From<SchemaFound> for SchemaState {
    fn from(found: SchemaFound) -> Self {
        match found {
            SchemaFound::Empty => SchemaState::Empty,
            SchemaFound::Current => SchemaState::Current,
            SchemaFound::Older { found, expected } => SchemaState::Older { found, expected },
            SchemaFound::Newer { found, expected } => SchemaState::Newer { found, expected },
        }
    }
}
