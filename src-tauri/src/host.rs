//! This desktop, as the use cases see it.

use std::path::PathBuf;

use async_trait::async_trait;
use routine_commands::host::{Host, HostError, zone_of};

use crate::{keychain, paths::Paths, settings::Settings};

pub struct DesktopHost {
    paths: Paths,
}

impl DesktopHost {
    pub fn new(paths: Paths) -> Self {
        Self { paths }
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

    fn remembered(&self) -> Option<String> {
        Settings::load(&self.paths.settings).last_connection
    }

    fn remember(&self, url: Option<&str>) -> Result<(), HostError> {
        let mut settings = Settings::load(&self.paths.settings);
        settings.last_connection = url.map(str::to_owned);
        settings
            .save(&self.paths.settings)
            .map_err(|source| HostError::SettingsNotWritten {
                path: self.paths.settings.clone(),
                source,
            })
    }

    async fn password(&self, address: &str) -> Option<String> {
        keychain::get(address).await
    }

    async fn keep_password(&self, address: &str, password: &str) -> bool {
        keychain::set(address, password).await
    }

    async fn forget_password(&self, address: &str) {
        keychain::delete(address).await;
    }
}
