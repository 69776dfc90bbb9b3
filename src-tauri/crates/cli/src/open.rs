//! The database that a command works on.

use std::sync::Arc;

use routine_commands::{CommandError, Desk, Host, connection, wire::ConnectionRequest};

use crate::host::Terminal;

/// A desk with the database open; the local demo's where none is named.
pub async fn desk(database: Option<&str>) -> Result<Desk, CommandError> {
    let host = Terminal::of_this_user()?;
    let url = url(&host, database);
    let desk = Desk::new(Arc::new(host));
    connection::open(
        &desk,
        ConnectionRequest {
            url,
            password: None,
        },
    )
    .await?;
    Ok(desk)
}

pub fn url(host: &Terminal, database: Option<&str>) -> String {
    match database {
        Some(url) => url.to_owned(),
        None => host.demo_database().display().to_string(),
    }
}
