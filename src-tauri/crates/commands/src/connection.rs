//! Opening, testing and migrating the database that everything else works on.

mod migrations;
mod open;
mod place;
mod protection;
mod report;
mod surroundings;

pub use migrations::{migrate, migrate_profile, migration};
pub use open::{close, fill_demo, open, open_demo, open_last, open_profile};
pub use protection::lower;
pub use report::{CHECKS, examine, test, test_details, test_profile};
pub use surroundings::Surroundings;

pub(crate) use place::{engine, is_demo, is_local, is_missing_file, location};
pub(crate) use protection::apply;

use routine_domain::protection::{ChangeKind, FEW, asks};
use routine_store::SchemaFound;

use crate::{
    CommandError, Desk, ErrorCode, profiles,
    session::Session,
    wire::{AppStatus, Asked, ConnectionInfo, RememberedConnection, SchemaState},
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
    let profile = profiles::last(desk)?;
    let error = desk.reopen_error().await;
    Some(RememberedConnection {
        id: profile.id,
        name: profile.details.name,
        needs_password: error
            .as_ref()
            .is_some_and(|error| error.code == ErrorCode::NeedsPassword),
        error,
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
    let target = session.target();
    let (protection, level) = (session.protection(), session.level());
    let asked = ChangeKind::ALL.iter().map(|kind| Asked {
        kind: *kind,
        asks: asks(
            *kind,
            match kind {
                ChangeKind::SetUp => level,
                _ => protection,
            },
        ),
    });
    ConnectionInfo {
        profile_id: target.profile,
        name: target.name,
        engine: engine(&session.address),
        address: place::shown(&session.address),
        colour: target.colour,
        protection,
        level,
        asked: asked.collect(),
        few: u32::try_from(FEW).unwrap_or(u32::MAX),
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
