//! The database that a command works on.

use std::sync::Arc;

use routine_commands::{
    CommandError, Desk, Host, connection,
    wire::{ConnectionInfo, ConnectionRequest},
};
use routine_domain::Confirmation;
use routine_store::{Address, ConnectOptions, Store, connect};

use crate::host::Terminal;

/// A desk with the database open; the local demo's where none is named.
pub async fn desk(database: Option<&str>) -> Result<Desk, CommandError> {
    let (desk, request) = closed(database)?;
    connection::open(&desk, request).await?;
    Ok(desk)
}

/// A desk with nothing open, and what `desk` would open.
pub fn closed(database: Option<&str>) -> Result<(Desk, ConnectionRequest), CommandError> {
    let host = Terminal::of_this_user()?;
    let request = ConnectionRequest {
        url: url(&host, database),
        password: None,
    };
    Ok((desk_of(host), request))
}

/// The database itself, for a worker.
pub async fn store(database: Option<&str>) -> Result<Arc<dyn Store>, CommandError> {
    let address = Address::parse(&url(&Terminal::of_this_user()?, database))?;
    let database = connect(&address, &ConnectOptions::default()).await?;
    Ok(database.store().await?)
}

/// The demo's own database, made and filled where it is not there yet.
pub async fn demo() -> Result<ConnectionInfo, CommandError> {
    connection::fill_demo(&desk_of(Terminal::of_this_user()?)).await
}

/// Whoever writes a command has confirmed it by that.
fn desk_of(host: Terminal) -> Desk {
    Desk::new(Arc::new(host)).confirmed(Some(Confirmation::default()))
}

fn url(host: &Terminal, database: Option<&str>) -> String {
    match database {
        Some(url) => url.to_owned(),
        None => host.demo_database().display().to_string(),
    }
}
