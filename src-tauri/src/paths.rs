//! Where this user's files live. `ROUTINE_DESK_HOME` puts all of them into one folder.

use std::{
    io,
    path::{Path, PathBuf},
};

use directories::{ProjectDirs, UserDirs};

const HOME: &str = "ROUTINE_DESK_HOME";

#[derive(Debug, Clone)]
pub struct Paths {
    pub settings: PathBuf,
    pub demo_database: PathBuf,
    /// Where exports and bundles are saved.
    pub downloads: PathBuf,
    pub window_state: PathBuf,
    /// What the web view keeps for itself.
    pub webview: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum PathsError {
    #[error("this system names no home folder; set {HOME} to a folder to keep files in")]
    NoHome,
    #[error("the folder {path} could not be made: {source}; set {HOME} to a folder that can")]
    NotMade { path: PathBuf, source: io::Error },
}

impl Paths {
    pub fn of_this_user() -> Result<Self, PathsError> {
        if let Some(home) = std::env::var_os(HOME).filter(|home| !home.is_empty()) {
            let home = PathBuf::from(home);
            return Self::within(&home, &home, &home, &home);
        }
        let dirs =
            ProjectDirs::from("dev", "Routine Desk", "routine-desk").ok_or(PathsError::NoHome)?;
        let user = UserDirs::new();
        let downloads = user.as_ref().and_then(UserDirs::download_dir);
        let downloads = downloads.unwrap_or(dirs.data_dir());
        Self::within(
            dirs.config_dir(),
            dirs.data_dir(),
            dirs.cache_dir(),
            downloads,
        )
    }

    fn within(
        config: &Path,
        data: &Path,
        cache: &Path,
        downloads: &Path,
    ) -> Result<Self, PathsError> {
        for folder in [config, data, cache, downloads] {
            std::fs::create_dir_all(folder).map_err(|source| PathsError::NotMade {
                path: folder.to_owned(),
                source,
            })?;
        }
        Ok(Self {
            settings: config.join("settings.json"),
            demo_database: data.join("demo.db"),
            downloads: downloads.to_owned(),
            window_state: data.join("window.json"),
            webview: cache.join("webview"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_the_folders_it_names() {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join("a").join("b");
        let paths = Paths::within(&home, &home, &home, &home).unwrap();
        assert!(home.is_dir());
        assert_eq!(paths.demo_database, home.join("demo.db"));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let below_a_file = file.path().join("home");
        let refused =
            Paths::within(&below_a_file, &below_a_file, &below_a_file, &below_a_file).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains(&below_a_file.display().to_string())
        );
    }
}
