//! What is known of a database from its address alone.

use std::{net::IpAddr, path::Path};

use routine_store::{Address, Engine};

use crate::{CommandError, Desk, session::Session};

pub(super) const DEMO_NAME: &str = "Local demo";

/// The identity colours of the design tokens; the first is the demo's.
const COLOURS: [&str; 5] = ["moss", "sea", "ochre", "brick", "slate"];

pub(super) fn parse(url: &str) -> Result<Address, CommandError> {
    let address = Address::parse(url).map_err(CommandError::from);
    address.map_err(|refused| CommandError {
        field: Some("url".to_owned()),
        ..refused
    })
}

/// A SQLite file that is not there yet, in a folder that is.
pub(crate) fn is_missing_file(address: &Address) -> bool {
    let written = address.to_string();
    let Some(file) = written.strip_prefix("sqlite:").map(Path::new) else {
        return false;
    };
    let in_folder = match file.parent() {
        Some(folder) => folder.as_os_str().is_empty() || folder.is_dir(),
        None => false,
    };
    in_folder && !file.exists()
}

pub(super) fn demo(desk: &Desk) -> Address {
    Address::file(desk.host.demo_database())
}

pub(super) fn is_demo(desk: &Desk, address: &Address) -> bool {
    *address == demo(desk)
}

/// A file, or a server on this computer: the work it asks for is this person's own.
pub(crate) fn is_local(address: &Address) -> bool {
    if address.engine() == Engine::Sqlite {
        return true;
    }
    let written = shown(address);
    let authority = written.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let without_port = match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    match without_port.parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => without_port == "localhost",
    }
}

/// File, or user@host:port/database.
pub(super) fn shown(address: &Address) -> String {
    let written = address.to_string();
    match written.split_once("://") {
        Some((_, rest)) => rest.to_owned(),
        None => written.trim_start_matches("sqlite:").to_owned(),
    }
}

pub(super) fn name(desk: &Desk, url: &str) -> String {
    match Address::parse(url) {
        Ok(address) if is_demo(desk, &address) => DEMO_NAME.to_owned(),
        Ok(address) => address.name(),
        Err(_) => url.to_owned(),
    }
}

/// The same address has the same colour at every start.
pub(super) fn colour(session: &Session) -> &'static str {
    if session.local_demo {
        return COLOURS[0];
    }
    let sum: usize = session.address.to_string().bytes().map(usize::from).sum();
    COLOURS[1 + sum % (COLOURS.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_and_loopback_servers_are_local() {
        for (url, local) in [
            ("/tmp/desk.db", true),
            ("postgres://ines@localhost:5433/desk", true),
            ("postgres://127.0.0.1/desk", true),
            ("postgres://ines@[::1]:5432/desk", true),
            ("postgres://db.example/desk", false),
            ("postgres://localhost.example/desk", false),
            ("postgres:///desk", false),
        ] {
            assert_eq!(is_local(&Address::parse(url).unwrap()), local, "{url}");
        }
    }

    #[test]
    fn an_address_is_shown_without_its_scheme() {
        let address = Address::parse("postgres://ines:pw@db:5433/desk").unwrap();
        assert_eq!(shown(&address), "ines@db:5433/desk");
        assert_eq!(shown(&Address::file("/tmp/a.db")), "/tmp/a.db");
    }
}
