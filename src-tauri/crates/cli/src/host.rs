//! The command line as a host of the use cases: it remembers nothing and asks no keychain.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use directories::ProjectDirs;
use routine_commands::{CommandError, Host, HostError, host::zone_of};

use crate::failure;

pub struct Terminal {
    demo_database: PathBuf,
}

impl Terminal {
    /// Finds the demo's file where the desktop keeps it too; `ROUTINE_DESK_HOME` names another folder.
    pub fn of_this_user() -> Result<Self, CommandError> {
        let folder = match std::env::var_os("ROUTINE_DESK_HOME").filter(|home| !home.is_empty()) {
            Some(home) => PathBuf::from(home),
            None => ProjectDirs::from("dev", "Routine Desk", "routine-desk")
                .ok_or_else(|| {
                    failure::internal(
                        "This system names no home folder. Set ROUTINE_DESK_HOME to a folder to keep files in.",
                    )
                })?
                .data_dir()
                .to_owned(),
        };
        make(&folder)?;
        Ok(Self {
            demo_database: folder.join("demo.db"),
        })
    }
}

fn make(folder: &Path) -> Result<(), CommandError> {
    std::fs::create_dir_all(folder).map_err(|error| {
        failure::internal(format!(
            "The folder {} could not be made: {error}. Set ROUTINE_DESK_HOME to a folder that can.",
            folder.display()
        ))
    })
}

#[async_trait]
impl Host for Terminal {
    fn demo_database(&self) -> PathBuf {
        self.demo_database.clone()
    }

    fn viewer_zone(&self) -> String {
        zone_of(
            std::env::var("TZ").ok(),
            iana_time_zone::get_timezone().ok(),
        )
    }

    fn actor(&self) -> String {
        let user = whoami::username().unwrap_or_else(|_| "unknown".to_owned());
        format!("{user}@{}", machine())
    }

    async fn password(&self, _account: &str) -> Option<String> {
        None
    }

    async fn keep_password(&self, _account: &str, _password: &str) -> bool {
        false
    }

    async fn forget_password(&self, _account: &str) {}
}

pub fn machine() -> String {
    whoami::hostname().unwrap_or_else(|_| "localhost".to_owned())
}
