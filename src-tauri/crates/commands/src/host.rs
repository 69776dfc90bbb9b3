//! The seam to the program around the use cases: where files live, what was opened last, who sits
//! here, and the system's keychain. The desktop answers from the machine, a test from memory.

use std::path::PathBuf;

use async_trait::async_trait;
use routine_domain::{Profile, ProfileId, Zone};

use crate::wire::Settings;

#[async_trait]
pub trait Host: Send + Sync {
    /// The SQLite file of the local demo; its folder exists.
    fn demo_database(&self) -> PathBuf;

    /// The IANA zone of this desktop, `UTC` where the system names none.
    fn viewer_zone(&self) -> String;

    /// The person at the keyboard, `user@host`, as audit events name them.
    fn actor(&self) -> String;

    /// What the person chose, as far as it can be read. A host without a place for it keeps nothing.
    fn settings(&self) -> KeptSettings {
        KeptSettings::default()
    }

    /// Replaces what [`Host::settings`] answers, across restarts.
    fn keep_settings(&self, _settings: &Settings) -> Result<(), HostError> {
        Ok(())
    }

    /// Puts a file where this person keeps downloads, under this name or one like it that is free, and
    /// answers where it is. A host without such a place refuses.
    fn save_file(&self, _name: &str, _text: &str) -> Result<PathBuf, HostError> {
        Err(HostError::NoPlaceForFiles)
    }

    /// The connections that are remembered. A host without a place for them remembers none.
    fn profiles(&self) -> KeptProfiles {
        KeptProfiles::default()
    }

    /// Replaces what [`Host::profiles`] answers, across restarts.
    fn keep_profiles(&self, _profiles: &KeptProfiles) -> Result<(), HostError> {
        Ok(())
    }

    /// The password kept for this account, where a keychain answers.
    async fn password(&self, account: &str) -> Option<String>;

    /// Whether a keychain took the password; `false` means to ask for it at each start.
    async fn keep_password(&self, account: &str, password: &str) -> bool;

    async fn forget_password(&self, account: &str);
}

/// The connections as they were found, in the order in which they are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeptProfiles {
    pub profiles: Vec<Profile>,
    /// The one that was open last.
    pub last: Option<ProfileId>,
}

/// The settings as they were found.
#[derive(Debug, Clone, Default)]
pub struct KeptSettings {
    pub settings: Settings,
    pub file: Option<PathBuf>,
    /// What was wrong with the file, in a sentence.
    pub warning: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("the settings could not be written to {path}: {source}; nothing else was changed")]
    SettingsNotWritten {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("There is no folder here to save files in. Use routinectl, and name the file.")]
    NoPlaceForFiles,
    #[error("{path} could not be written: {source}. Nothing was saved.")]
    FileNotWritten {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// The zone that `TZ` names, else the system's, else UTC: `TZ` goes first, as it does for every other
/// program. It may also hold rules or a path, which name no zone.
pub fn zone_of(variable: Option<String>, system: Option<String>) -> String {
    [variable, system]
        .into_iter()
        .flatten()
        .find_map(|name| Zone::parse(name.trim_start_matches(':')).ok())
        .map_or("UTC", Zone::name)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_viewer_zone_is_one_that_exists() {
        let zone = |variable: Option<&str>, system: Option<&str>| {
            zone_of(variable.map(str::to_owned), system.map(str::to_owned))
        };
        assert_eq!(
            zone(Some("Asia/Tokyo"), Some("Europe/Vienna")),
            "Asia/Tokyo"
        );
        assert_eq!(zone(Some(":Asia/Tokyo"), None), "Asia/Tokyo");
        assert_eq!(
            zone(Some("CET-1CEST,M3.5.0"), Some("Europe/Vienna")),
            "Europe/Vienna"
        );
        assert_eq!(zone(None, Some("/etc/localtime")), "UTC");
        assert_eq!(zone(None, None), "UTC");
    }
}
