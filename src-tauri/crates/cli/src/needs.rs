//! What a long-running command must have before it starts. All that is missing is said at once, a
//! sentence each, so that nobody has to start it once for every mistake.

use std::{net::SocketAddr, path::Path, sync::Arc};

use routine_commands::CommandError;
use routine_domain::definition::{check_secret_name, check_url};
use routine_engine::{DirectorySecrets, EnvironmentSecrets, Secrets};
use std::net::TcpListener;

use crate::failure;

#[derive(Default)]
pub struct Needs {
    missing: Vec<String>,
}

impl Needs {
    /// What is there, or a sentence for later.
    pub fn take<T>(&mut self, found: Result<T, String>) -> Option<T> {
        found.map_err(|sentence| self.missing.push(sentence)).ok()
    }

    /// Refuses with all sentences, where there are any.
    pub fn met(self) -> Result<(), CommandError> {
        match self.missing.is_empty() {
            true => Ok(()),
            false => Err(failure::refused(self.missing.join(" "))),
        }
    }
}

/// The environment, and the folder where one is named.
pub fn secrets(folder: Option<&Path>) -> Result<Arc<dyn Secrets>, String> {
    let mut places: Vec<Box<dyn Secrets>> = vec![Box::new(EnvironmentSecrets::new())];
    if let Some(folder) = folder {
        std::fs::read_dir(folder).map_err(|error| {
            format!(
                "The secrets directory {} cannot be read: {error}. Mount it, or leave --secrets-dir out.",
                folder.display()
            )
        })?;
        places.push(Box::new(DirectorySecrets::new(folder)));
    }
    Ok(Arc::new(places))
}

pub fn secret(secrets: &dyn Secrets, name: &str) -> Result<(), String> {
    check_secret_name(name).map_err(|refused| refused.message)?;
    match secrets.resolve(name) {
        Some(_) => Ok(()),
        None => Err(format!(
            "The secret {name} is not known. Set ROUTINE_SECRET_{name}, or put a file {name} into the folder of --secrets-dir."
        )),
    }
}

pub fn url(option: &str, url: &str) -> Result<String, String> {
    check_url(url)
        .map(|()| url.to_owned())
        .map_err(|refused| format!("{option}: {}", refused.message))
}

/// Where workers hand off: an address without a path means the hub's own.
pub fn hub_url(given: &str) -> Result<String, String> {
    let given = url("--hub", given)?;
    let after_scheme = given.split_once("://").map_or("", |(_, rest)| rest);
    let has_path = after_scheme
        .split_once('/')
        .is_some_and(|(_, path)| !path.is_empty());
    Ok(match has_path {
        true => given,
        false => format!("{}/internal/routines/run", given.trim_end_matches('/')),
    })
}

pub fn listener(address: SocketAddr) -> Result<TcpListener, String> {
    let bound = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|error| {
        format!(
            "Nothing can be answered at {address}: {error}. Name another address with --listen."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hub_is_named_by_its_host_alone_or_in_full() {
        for (given, expected) in [
            ("http://hub:8400", "http://hub:8400/internal/routines/run"),
            ("http://hub:8400/", "http://hub:8400/internal/routines/run"),
            ("https://hub/other", "https://hub/other"),
        ] {
            assert_eq!(hub_url(given).unwrap(), expected);
        }
        assert!(hub_url("hub:8400").unwrap_err().starts_with("--hub: "));
    }

    #[test]
    fn everything_missing_is_said_at_once() {
        let mut needs = Needs::default();
        assert_eq!(needs.take(Ok(1)), Some(1));
        assert_eq!(needs.take::<()>(Err("One.".into())), None);
        assert_eq!(needs.take::<()>(Err("Two.".into())), None);
        assert_eq!(needs.met().unwrap_err().message, "One. Two.");
    }
}
