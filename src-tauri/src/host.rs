//! This desktop, as the use cases see it.

use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use async_trait::async_trait;
use routine_commands::{
    Host, HostError, KeptProfiles, KeptSettings, host::zone_of, wire::Settings,
};

use crate::{files, keychain, paths::Paths, settings::SettingsFile};

pub struct DesktopHost {
    paths: Paths,
    /// A broken file is set aside when it is read; the word of it stays until the settings are kept.
    set_aside: Mutex<Option<String>>,
}

impl DesktopHost {
    pub fn new(paths: Paths) -> Self {
        Self {
            paths,
            set_aside: Mutex::default(),
        }
    }

    fn file(&self) -> SettingsFile {
        let file = SettingsFile::load(&self.paths.settings);
        if file.warning.is_some() {
            *self
                .set_aside
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = file.warning.clone();
        }
        file
    }

    fn save(&self, file: &SettingsFile) -> Result<(), HostError> {
        file.save(&self.paths.settings)
            .map_err(|source| self.not_written(source))
    }

    fn not_written(&self, source: std::io::Error) -> HostError {
        HostError::SettingsNotWritten {
            path: self.paths.settings.clone(),
            source,
        }
    }
}

#[async_trait]
impl Host for DesktopHost {
    fn demo_database(&self) -> PathBuf {
        self.paths.demo_database.clone()
    }

    fn viewer_zone(&self) -> String {
        zone_of(
            std::env::var("TZ").ok(),
            iana_time_zone::get_timezone().ok(),
        )
    }

    fn actor(&self) -> String {
        let user = whoami::username().unwrap_or_else(|_| "unknown".to_owned());
        let host = whoami::hostname().unwrap_or_else(|_| "localhost".to_owned());
        format!("{user}@{host}")
    }

    fn settings(&self) -> KeptSettings {
        let (settings, refused) = self.file().settings();
        let set_aside = self
            .set_aside
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        KeptSettings {
            settings,
            file: Some(self.paths.settings.clone()),
            warning: set_aside.clone().or(refused),
        }
    }

    fn keep_settings(&self, settings: &Settings) -> Result<(), HostError> {
        let mut file = self.file();
        file.set_settings(settings)
            .map_err(|source| self.not_written(source))?;
        self.save(&file)?;
        *self
            .set_aside
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    fn save_file(&self, name: &str, text: &str) -> Result<PathBuf, HostError> {
        files::save(&self.paths.downloads, name, text)
    }

    fn profiles(&self) -> KeptProfiles {
        self.file().profiles()
    }

    fn keep_profiles(&self, profiles: &KeptProfiles) -> Result<(), HostError> {
        let mut file = self.file();
        file.set_profiles(profiles)
            .map_err(|source| self.not_written(source))?;
        self.save(&file)
    }

    async fn password(&self, account: &str) -> Option<String> {
        keychain::get(account).await
    }

    async fn keep_password(&self, account: &str, password: &str) -> bool {
        keychain::set(account, password).await
    }

    async fn forget_password(&self, account: &str) {
        keychain::delete(account).await;
    }
}
