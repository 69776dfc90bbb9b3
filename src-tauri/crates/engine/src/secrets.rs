//! Secrets by name. Values live in the worker's surroundings, never in the database, and leave this
//! module only through `Secret::expose`.

use std::{collections::BTreeMap, fmt, path::PathBuf};

use routine_domain::definition::check_secret_name;

/// Variables of the environment that hold secrets start so.
pub const VARIABLE_PREFIX: &str = "ROUTINE_SECRET_";

/// A secret value. Printing it prints that it is one.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself: for the one place that sends it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[redacted]")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[redacted]")
    }
}

/// Where a worker finds the secrets that definitions name.
pub trait Secrets: Send + Sync {
    /// The names it can resolve: what the worker tells the database.
    fn names(&self) -> Vec<String>;

    fn resolve(&self, name: &str) -> Option<Secret>;
}

/// Secrets from variables named `ROUTINE_SECRET_<NAME>`, as they were when it was made.
pub struct EnvironmentSecrets {
    values: BTreeMap<String, Secret>,
}

impl EnvironmentSecrets {
    /// From this process's environment.
    pub fn new() -> Self {
        // Names and values that are not text are nobody's secret.
        Self::from_variables(std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        }))
    }

    pub fn from_variables(variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let values = variables
            .into_iter()
            .filter_map(|(variable, value)| {
                let name = variable.strip_prefix(VARIABLE_PREFIX)?;
                check_secret_name(name).ok()?;
                Some((name.to_owned(), Secret::new(value)))
            })
            .collect();
        Self { values }
    }
}

impl Default for EnvironmentSecrets {
    fn default() -> Self {
        Self::new()
    }
}

impl Secrets for EnvironmentSecrets {
    fn names(&self) -> Vec<String> {
        self.values.keys().cloned().collect()
    }

    fn resolve(&self, name: &str) -> Option<Secret> {
        self.values.get(name).cloned()
    }
}

/// Secrets from a directory: one file each, named like the secret. Read each time, so that a
/// rotated secret is used at once.
pub struct DirectorySecrets {
    directory: PathBuf,
}

impl DirectorySecrets {
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
        }
    }
}

impl Secrets for DirectorySecrets {
    fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.directory) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| self.resolve(name).is_some())
            .collect();
        names.sort();
        names
    }

    fn resolve(&self, name: &str) -> Option<Secret> {
        check_secret_name(name).ok()?;
        let text = std::fs::read_to_string(self.directory.join(name)).ok()?;
        // Editors end files with a line break that is not part of the secret.
        Some(Secret::new(text.trim_end_matches(['\r', '\n'])))
    }
}

/// Several places; the first that knows a name wins.
impl Secrets for Vec<Box<dyn Secrets>> {
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.iter().flat_map(|place| place.names()).collect();
        names.sort();
        names.dedup();
        names
    }

    fn resolve(&self, name: &str) -> Option<Secret> {
        self.iter().find_map(|place| place.resolve(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> EnvironmentSecrets {
        let pairs = pairs
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        EnvironmentSecrets::from_variables(pairs)
    }

    #[test]
    fn a_secret_never_prints_itself() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret} {secret:?}"), "[redacted] [redacted]");
        assert_eq!(secret.expose(), "hunter2");
    }

    #[test]
    fn only_prefixed_variables_are_secrets() {
        let secrets = environment(&[
            ("ROUTINE_SECRET_HUB", "a"),
            ("PATH", "b"),
            ("ROUTINE_SECRET_", "c"),
        ]);
        assert_eq!(secrets.names(), ["HUB"]);
        assert_eq!(secrets.resolve("HUB"), Some(Secret::new("a")));
        assert_eq!(secrets.resolve("PATH"), None);
    }

    #[test]
    fn files_are_read_when_asked_and_paths_are_no_names() {
        let directory = tempfile::tempdir().unwrap();
        let inner = directory.path().join("secrets");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(directory.path().join("OUTSIDE"), "x").unwrap();
        let secrets = DirectorySecrets::new(&inner);
        assert!(secrets.names().is_empty());
        std::fs::write(inner.join("HUB"), "first\n").unwrap();
        std::fs::write(inner.join("not a name"), "x").unwrap();
        assert_eq!(secrets.names(), ["HUB"]);
        assert_eq!(secrets.resolve("HUB"), Some(Secret::new("first")));
        std::fs::write(inner.join("HUB"), "second").unwrap();
        assert_eq!(secrets.resolve("HUB"), Some(Secret::new("second")));
        assert_eq!(secrets.resolve("../OUTSIDE"), None);
    }

    #[test]
    fn the_first_place_that_knows_a_name_wins() {
        let places: Vec<Box<dyn Secrets>> = vec![
            Box::new(environment(&[("ROUTINE_SECRET_A", "1")])),
            Box::new(environment(&[
                ("ROUTINE_SECRET_A", "2"),
                ("ROUTINE_SECRET_B", "3"),
            ])),
        ];
        assert_eq!(places.names(), ["A", "B"]);
        assert_eq!(places.resolve("A"), Some(Secret::new("1")));
        assert_eq!(places.resolve("B"), Some(Secret::new("3")));
    }
}
