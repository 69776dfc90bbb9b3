//! This desktop, as the use cases see it.

use std::path::PathBuf;

use async_trait::async_trait;
use routine_commands::host::{Host, HostError};
use routine_domain::Zone;

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

/// `TZ` goes before the system's setting, as it does for every other program; it may also hold rules
/// or a path, which name no zone.
fn zone_of(variable: Option<String>, system: Option<String>) -> String {
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
