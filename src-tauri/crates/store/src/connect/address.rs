use std::{
    fmt,
    path::{Path, PathBuf},
};

use routine_domain::{Invalid, ProfilePlace, TlsMode};

use super::Engine;
use encoding::{decode, encode};

mod encoding;

/// Where a database is. It is shown without its password, which is kept apart.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub(super) place: Place,
    password: Option<String>,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Place {
    File(PathBuf),
    /// Gone when it is closed.
    Memory,
    /// A URL without password.
    Server {
        url: String,
    },
}

impl Address {
    /// Reads `sqlite:PATH`, a plain path, or `postgres://user@host:port/database`.
    pub fn parse(text: &str) -> Result<Address, Invalid> {
        let text = text.trim();
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(server(text));
        }
        let path = text
            .strip_prefix("sqlite://")
            .or_else(|| text.strip_prefix("sqlite:"))
            .unwrap_or(text);
        if path.contains("://") {
            let scheme = path.split("://").next().unwrap_or_default();
            return refuse(&format!("\"{scheme}\" is no database Routine Desk knows."));
        }
        if path.is_empty() {
            return refuse("No database is named.");
        }
        if path.starts_with(':') || path.starts_with("file:") || path.contains('\0') {
            return refuse(&format!(
                "\"{}\" is not the path of a file.",
                path.replace('\0', "")
            ));
        }
        Ok(Address::file(path))
    }

    /// The SQLite database in a file.
    pub fn file(path: impl AsRef<Path>) -> Address {
        Address {
            place: Place::File(path.as_ref().to_owned()),
            password: None,
        }
    }

    /// A SQLite database of this process alone, which is gone when it is closed.
    pub fn memory() -> Address {
        Address {
            place: Place::Memory,
            password: None,
        }
    }

    pub fn engine(&self) -> Engine {
        match self.place {
            Place::File(_) | Place::Memory => Engine::Sqlite,
            Place::Server { .. } => Engine::Postgres,
        }
    }

    /// What a person calls it: the file's name, or database and host.
    pub fn name(&self) -> String {
        match &self.place {
            Place::File(path) => path.file_name().map_or_else(
                || path.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            ),
            Place::Memory => "memory".to_owned(),
            Place::Server { url } => {
                let rest = url.split_once("://").map_or("", |(_, rest)| rest);
                let rest = rest.split(['?', '#']).next().unwrap_or_default();
                let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
                let host = authority.rsplit('@').next().unwrap_or_default();
                match (database, host) {
                    ("", host) => host.to_owned(),
                    (database, "") => database.to_owned(),
                    (database, host) => format!("{database} on {host}"),
                }
            }
        }
    }

    /// The database of a profile.
    pub fn of(place: &ProfilePlace) -> Address {
        match place {
            ProfilePlace::Sqlite { file } => Address::file(file),
            ProfilePlace::Postgres {
                host,
                port,
                database,
                user,
                tls,
                certificate,
                parameters,
            } => {
                let user = match user.as_str() {
                    "" => String::new(),
                    user => format!("{}@", encode(user)),
                };
                // The folder of a socket is a host too; an IPv6 address keeps its brackets.
                let host = match host.starts_with('/') {
                    true => encode(host),
                    false => host.clone(),
                };
                let port = port.map(|port| format!(":{port}")).unwrap_or_default();
                let mode = (*tls != TlsMode::Prefer).then(|| format!("sslmode={tls}"));
                let certificate = certificate
                    .as_ref()
                    .map(|file| format!("sslrootcert={}", encode(file)));
                let parameters = (!parameters.is_empty()).then(|| parameters.clone());
                let query: Vec<_> = [mode, certificate, parameters]
                    .into_iter()
                    .flatten()
                    .collect();
                let mark = if query.is_empty() { "" } else { "?" };
                let database = encode(database);
                server(&format!(
                    "postgres://{user}{host}{port}/{database}{mark}{}",
                    query.join("&")
                ))
            }
        }
    }

    /// What a profile keeps of it.
    pub fn to_place(&self) -> ProfilePlace {
        let url = match &self.place {
            Place::File(path) => {
                return ProfilePlace::Sqlite {
                    file: path.display().to_string(),
                };
            }
            Place::Server { url } => url,
        };
        let rest = url.split_once("://").map_or("", |(_, rest)| rest);
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
        let (host, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, None),
        };
        let (mut tls, mut certificate, mut kept) = (TlsMode::Prefer, None, Vec::new());
        let mut host = decode(host);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode" | "ssl-mode", mode)) if mode.parse::<TlsMode>().is_ok() => {
                    tls = mode.parse().unwrap_or(tls);
                }
                Some(("sslrootcert", file)) => certificate = Some(decode(file)),
                Some(("host", named)) if host.is_empty() => host = decode(named),
                _ => kept.push(pair),
            }
        }
        ProfilePlace::Postgres {
            host,
            port,
            database: decode(database),
            user: decode(user),
            tls,
            certificate,
            parameters: kept.join("&"),
        }
    }

    /// Under which its password is kept: who signs in where, however it is encrypted.
    pub fn account(&self) -> String {
        let written = self.to_string();
        match written.split_once('?') {
            Some((account, _)) if self.engine() == Engine::Postgres => account.to_owned(),
            _ => written,
        }
    }

    /// The password that stood in the URL, percent-encoding undone.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::File(path) => write!(out, "sqlite:{}", path.display()),
            Place::Memory => out.write_str("sqlite::memory:"),
            Place::Server { url } => out.write_str(url),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Address({self})")
    }
}

/// Takes the password out of `user:password@` and of `?password=`.
fn server(url: &str) -> Address {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    // A password may hold the very characters that end an authority; the last `@` before the path
    // that follows it decides.
    let end = rest.rfind('@').map_or(end, |at| {
        end.max(at + rest[at..].find(['/', '?', '#']).unwrap_or(rest.len() - at))
    });
    let (authority, tail) = rest.split_at(end);
    let mut password = None;
    let authority = match authority.rsplit_once('@') {
        Some((user, host)) => {
            let (user, secret) = user
                .split_once(':')
                .map_or((user, None), |(u, p)| (u, Some(p)));
            password = secret.map(decode);
            format!("{user}@{host}")
        }
        None => authority.to_owned(),
    };
    let (path, query) = tail.split_once('?').unwrap_or((tail, ""));
    let mut kept = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("password", secret)) => password = Some(decode(&secret.replace('+', " "))),
            _ => kept.push(pair),
        }
    }
    let query = if kept.is_empty() {
        String::new()
    } else {
        format!("?{}", kept.join("&"))
    };
    Address {
        place: Place::Server {
            url: format!("{scheme}://{authority}{path}{query}"),
        },
        password: password.filter(|secret| !secret.is_empty()),
    }
}

fn refuse(why: &str) -> Result<Address, Invalid> {
    Err(Invalid::new(
        "database",
        format!("{why} Write the path of a SQLite file, or postgres://user@host/database."),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_and_never_shown() {
        for (text, shown, password) in [
            (
                "postgres://ines:s%40cret@db/desk",
                "postgres://ines@db/desk",
                Some("s@cret"),
            ),
            (
                "postgres://ines:a/b@c@db:5433/desk",
                "postgres://ines@db:5433/desk",
                Some("a/b@c"),
            ),
            (
                "postgresql://db/desk?sslmode=require&password=s%2Bx",
                "postgresql://db/desk?sslmode=require",
                Some("s+x"),
            ),
            ("postgres://ines@db", "postgres://ines@db", None),
            ("postgres://ines:@db/desk", "postgres://ines@db/desk", None),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.to_string(), shown);
            assert_eq!(address.password(), password, "{text}");
            assert_eq!(address.engine(), Engine::Postgres);
            assert_eq!(format!("{address:?}"), format!("Address({shown})"));
        }
    }

    #[test]
    fn what_a_profile_keeps_leads_to_the_same_place() {
        for text in [
            "sqlite:/tmp/desk.db",
            "postgres://ines@db/desk",
            "postgres://ines@db:5433/desk?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem",
            "postgres://db/desk?application_name=x&options=-c%20a%3Db",
            "postgres://in%40es@[::1]:5432/my%20desk",
            "postgres://ines@%2Frun%2Fpostgresql/desk",
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(Address::of(&address.to_place()).to_string(), text);
        }
        let socket = Address::parse("postgres:///desk?host=/run").unwrap();
        let kept = Address::of(&socket.to_place()).to_string();
        assert_eq!(kept, "postgres://%2Frun/desk");
    }

    #[test]
    fn a_password_is_kept_for_an_account() {
        let account = |text: &str| Address::parse(text).unwrap().account();
        assert_eq!(
            account("postgres://ines@db:5433/desk?sslmode=require"),
            "postgres://ines@db:5433/desk"
        );
        assert_eq!(account("/tmp/what?.db"), "sqlite:/tmp/what?.db");
    }

    #[test]
    fn files_are_written_with_or_without_a_scheme() {
        for text in [
            "sqlite:/tmp/desk.db",
            "sqlite:///tmp/desk.db",
            "/tmp/desk.db",
            " /tmp/desk.db ",
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.to_string(), "sqlite:/tmp/desk.db");
            assert_eq!(address.name(), "desk.db");
            assert_eq!(address.engine(), Engine::Sqlite);
        }
    }

    #[test]
    fn names_say_database_and_host() {
        let name = |text: &str| Address::parse(text).unwrap().name();
        assert_eq!(
            name("postgres://ines:x@db:5433/desk?sslmode=require"),
            "desk on db:5433"
        );
        assert_eq!(name("postgres://db"), "db");
        assert_eq!(name("postgres:///desk?host=/run"), "desk");
    }

    #[test]
    fn what_is_no_database_is_refused() {
        for text in [
            "",
            "  ",
            "sqlite:",
            "mysql://db/desk",
            "sqlite::memory:",
            "file:desk.db",
        ] {
            let refused = Address::parse(text).unwrap_err();
            assert_eq!(refused.field, "database");
            assert!(refused.message.contains("postgres://user@host/database"));
        }
    }
}
