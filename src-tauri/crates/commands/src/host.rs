//! The seam to the program around the use cases: where files live, what was opened last, who sits
//! here, and the system's keychain. The desktop answers from the machine, a test from memory.

use std::path::PathBuf;

use async_trait::async_trait;

#[async_trait]
pub trait Host: Send + Sync {
    /// The SQLite file of the local demo; its folder exists.
    fn demo_database(&self) -> PathBuf;

    /// The IANA zone of this desktop, `UTC` where the system names none.
    fn viewer_zone(&self) -> String;

    /// The person at the keyboard, `user@host`, as audit events name them.
    fn actor(&self) -> String;

    /// The address that was opened last, without a password.
    fn remembered(&self) -> Option<String>;

    /// Replaces what [`Host::remembered`] answers, across restarts. `url` holds no password.
    fn remember(&self, url: Option<&str>) -> Result<(), HostError>;

    /// The password kept for this address (an address without one), where a keychain answers.
    async fn password(&self, address: &str) -> Option<String>;

    /// Whether a keychain took the password; `false` means to ask for it at each start.
    async fn keep_password(&self, address: &str, password: &str) -> bool;

    async fn forget_password(&self, address: &str);
}

#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("the settings could not be written to {path}: {source}; nothing else was changed")]
    SettingsNotWritten {
        path: PathBuf,
        source: std::io::Error,
    },
}
