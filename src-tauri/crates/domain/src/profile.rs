//! A connection that a desktop remembers: where the database is, what it is called, and how far it may
//! be changed. Never a password.

mod exchange;

pub use exchange::{export, import, read};

use serde::{Deserialize, Serialize};

use crate::{Invalid, ProfileId, Protection, text, words::words};

words! {
    /// The identity colours of the design tokens.
    ProfileColour, "colour" {
        Moss = "moss",
        Ochre = "ochre",
        Brick = "brick",
        Slate = "slate",
        Sea = "sea",
        Cobalt = "cobalt",
        Rose = "rose",
        Umber = "umber",
    }
}

words! {
    /// How a server must prove itself, as PostgreSQL's `sslmode` names it.
    TlsMode, "tls" {
        Disable = "disable",
        /// Encrypted where the server can.
        Prefer = "prefer",
        Require = "require",
        /// Its certificate is signed by one that is trusted.
        VerifyCa = "verify-ca",
        /// And made out to its name.
        VerifyFull = "verify-full",
    }
}

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "engine", rename_all = "snake_case")]
pub enum ProfilePlace {
    Sqlite {
        file: String,
    },
    Postgres {
        /// A name, an address, or the folder of a socket.
        host: String,
        port: Option<u16>,
        database: String,
        user: String,
        tls: TlsMode,
        /// The file with the certificate that the server's must be signed by.
        certificate: Option<String>,
        /// What else the address says, as in a URL: `application_name=…&…`.
        parameters: String,
    },
}

/// What a person writes about a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProfileDetails {
    pub name: String,
    pub place: ProfilePlace,
    pub colour: ProfileColour,
    /// How far it may be changed once its schema and the rights are proven.
    pub protection: Protection,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Profile {
    pub id: ProfileId,
    pub details: ProfileDetails,
}

impl ProfileDetails {
    /// As it is kept, or what to write instead.
    pub fn checked(self) -> Result<Self, Invalid> {
        let name = text::name("name", &self.name)?;
        let place = match self.place {
            ProfilePlace::Sqlite { file } => ProfilePlace::Sqlite {
                file: path("file", &file)?,
            },
            ProfilePlace::Postgres {
                host,
                port,
                database,
                user,
                tls,
                certificate,
                parameters,
            } => ProfilePlace::Postgres {
                host: self::host(&host)?,
                port: match port {
                    Some(0) => {
                        return Err(Invalid::new(
                            "port",
                            "The port is 0. Write 1 to 65535, usually 5432.",
                        ));
                    }
                    port => port,
                },
                database: word("database", &database, "Name the database on the server.")?,
                user: user.trim().to_owned(),
                tls,
                certificate: certificate
                    .filter(|file| !file.trim().is_empty())
                    .map(|file| path("certificate", &file))
                    .transpose()?,
                parameters: self::parameters(&parameters)?,
            },
        };
        Ok(Self {
            name,
            place,
            ..self
        })
    }
}

fn path(field: &str, file: &str) -> Result<String, Invalid> {
    let file = file.trim();
    if file.is_empty() {
        return Err(Invalid::new(field, "No file is named. Write its path."));
    }
    if file.starts_with(':') || file.contains("://") || file.contains('\0') {
        let shown = file.replace('\0', "");
        return Err(Invalid::new(
            field,
            format!("\"{shown}\" is not the path of a file."),
        ));
    }
    Ok(file.to_owned())
}

fn word(field: &str, text: &str, missing: &str) -> Result<String, Invalid> {
    match text.trim() {
        "" => Err(Invalid::new(field, missing)),
        text => Ok(text.to_owned()),
    }
}

fn host(host: &str) -> Result<String, Invalid> {
    let host = word("host", host, "Write the name or the address of the server.")?;
    if host.contains('@') || host.contains("://") {
        return Err(Invalid::new(
            "host",
            "Write the name of the server alone: user, database and password have fields of their own.",
        ));
    }
    Ok(host)
}

fn parameters(text: &str) -> Result<String, Invalid> {
    let text = text.trim().trim_start_matches('?');
    let secret = text
        .split('&')
        .any(|pair| pair.split('=').next() == Some("password"));
    match secret {
        true => Err(Invalid::new(
            "parameters",
            "A password is not kept in the address. Write it into its own field.",
        )),
        false => Ok(text.to_owned()),
    }
}
