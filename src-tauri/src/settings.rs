//! `settings.json`: what this desktop remembers between two starts. Never a password.

use std::{
    fs,
    io::{self, ErrorKind},
    path::Path,
};

use serde::{Deserialize, Serialize};

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Address of the last connection, without a password.
    pub last_connection: Option<String>,
}

impl Settings {
    /// A missing file is a first start; one that cannot be read costs a choice, not the start.
    pub fn load(file: &Path) -> Self {
        match fs::read(file) {
            Ok(text) => serde_json::from_slice(&text).unwrap_or_else(|error| {
                tracing::warn!(file = %file.display(), %error, "settings are not readable, using none");
                Self::default()
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Self::default(),
            Err(error) => {
                tracing::warn!(file = %file.display(), %error, "settings are not readable, using none");
                Self::default()
            }
        }
    }

    /// Replaces the file in one step, so that a crash leaves the old one or the new one.
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let draft = file.with_extension("json.new");
        fs::write(&draft, serde_json::to_vec_pretty(self)?)?;
        fs::rename(&draft, file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_survives_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        assert_eq!(Settings::load(&file), Settings::default());

        let chosen = Settings {
            last_connection: Some("postgres://ines@db.example:5432/routines".into()),
        };
        chosen.save(&file).unwrap();
        assert_eq!(Settings::load(&file), chosen);
    }

    #[test]
    fn a_damaged_file_costs_the_choice_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, "{\"last_connection\": 7").unwrap();
        assert_eq!(Settings::load(&file), Settings::default());
    }
}
