//! What is known of a database from its address alone.

use std::{net::IpAddr, path::Path};

use routine_domain::{
    Profile, ProfileColour, ProfileDetails, ProfileId, ProfilePlace, Protection, TlsMode,
};
use routine_engine::wall_clock;
use routine_store::{Address, Engine};

use crate::{CommandError, Desk, session::Target, wire::DatabaseEngine};

const DEMO_NAME: &str = "Local demo";
/// Where a server listens that names no port.
const USUAL_PORT: u16 = 5432;

pub(crate) fn parse(url: &str) -> Result<Address, CommandError> {
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

/// A SQLite file that is not there, wherever it should be.
pub(super) fn is_absent(address: &Address) -> bool {
    let written = address.to_string();
    let file = written.strip_prefix("sqlite:").map(Path::new);
    file.is_some_and(|file| !file.exists())
}

/// The server has to prove who it is.
pub(super) fn is_verified(address: &Address) -> bool {
    match address.to_place() {
        ProfilePlace::Postgres { tls, .. } => {
            matches!(tls, TlsMode::VerifyCa | TlsMode::VerifyFull)
        }
        ProfilePlace::Sqlite { .. } => false,
    }
}

pub(super) fn demo(desk: &Desk) -> Address {
    Address::file(desk.host.demo_database())
}

pub(crate) fn is_demo(desk: &Desk, address: &Address) -> bool {
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

/// Host and port, or the end of a path.
pub(crate) fn location(place: &ProfilePlace) -> String {
    match place {
        ProfilePlace::Postgres { host, port, .. } => {
            format!("{host}:{}", port.unwrap_or(USUAL_PORT))
        }
        ProfilePlace::Sqlite { file } => {
            let parts: Vec<_> = file.split('/').filter(|part| !part.is_empty()).collect();
            parts[parts.len().saturating_sub(2)..].join("/")
        }
    }
}

pub(crate) fn engine(address: &Address) -> DatabaseEngine {
    match address.engine() {
        Engine::Sqlite => DatabaseEngine::Sqlite,
        Engine::Postgres => DatabaseEngine::Postgres,
    }
}

/// The same address has the same colour at every start; moss is the demo's.
pub(crate) fn usual_colour(address: &Address) -> ProfileColour {
    let others = &ProfileColour::ALL[1..];
    let sum: usize = address.to_string().bytes().map(usize::from).sum();
    others[sum % others.len()]
}

/// What a profile of this desktop's own demo says.
pub(super) fn demo_profile(desk: &Desk) -> Profile {
    Profile {
        id: ProfileId::new(wall_clock()),
        details: ProfileDetails {
            name: DEMO_NAME.to_owned(),
            place: demo(desk).to_place(),
            colour: ProfileColour::Moss,
            protection: Protection::Full,
        },
    }
}

/// A database that no profile names: whoever writes its address may change it.
pub(super) fn target_of(desk: &Desk, address: Address) -> Target {
    let demo = is_demo(desk, &address);
    Target {
        name: match demo {
            true => DEMO_NAME.to_owned(),
            false => address.name(),
        },
        colour: match demo {
            true => ProfileColour::Moss,
            false => usual_colour(&address),
        },
        level: Protection::Full,
        profile: None,
        address,
    }
}

pub(super) fn target_of_profile(profile: &Profile) -> Target {
    let details = &profile.details;
    Target {
        address: Address::of(&details.place),
        profile: Some(profile.id),
        name: details.name.clone(),
        colour: details.colour,
        level: details.protection,
    }
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
    fn a_list_shows_where_in_short() {
        let short = |url: &str| location(&Address::parse(url).unwrap().to_place());
        assert_eq!(
            short("/home/ines/backup/desk-2025.db"),
            "backup/desk-2025.db"
        );
        assert_eq!(short("desk.db"), "desk.db");
        assert_eq!(short("postgres://ines@pg-main.eu/desk"), "pg-main.eu:5432");
    }

    #[test]
    fn an_address_is_shown_without_its_scheme() {
        let address = Address::parse("postgres://ines:pw@db:5433/desk").unwrap();
        assert_eq!(shown(&address), "ines@db:5433/desk");
        assert_eq!(shown(&Address::file("/tmp/a.db")), "/tmp/a.db");
    }
}
