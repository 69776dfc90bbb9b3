//! `settings.json`: what this desktop remembers between two starts. Never a password.
//!
//! A file of another version keeps what it holds beside ours; a value that cannot be read costs that
//! choice only; a file that is no JSON is kept under another name, and said.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use routine_commands::wire::Settings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

mod profiles;

/// The file as it was read.
#[derive(Debug, Default, PartialEq)]
pub struct SettingsFile {
    fields: Map<String, Value>,
    /// What could not be read, in a sentence.
    pub warning: Option<String>,
}

impl SettingsFile {
    /// A missing file is a first start.
    pub fn load(file: &Path) -> Self {
        let text = match fs::read(file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::default(),
            Err(error) => {
                tracing::warn!(file = %file.display(), %error, "settings are not readable, using none");
                return Self::warned(format!(
                    "The settings in {} could not be read: {error}. The usual ones are used.",
                    file.display()
                ));
            }
        };
        match serde_json::from_slice(&text) {
            Ok(Value::Object(fields)) => Self {
                fields,
                warning: None,
            },
            _ => Self::set_aside(file),
        }
    }

    fn set_aside(file: &Path) -> Self {
        let aside = broken_name(file);
        tracing::warn!(file = %file.display(), "settings are no JSON, using none");
        Self::warned(match fs::rename(file, &aside) {
            Ok(()) => format!(
                "The settings could not be read, so the usual ones are used. The file is kept as {}.",
                aside.display()
            ),
            Err(error) => format!(
                "The settings in {} could not be read, so the usual ones are used. The file could not be kept under another name: {error}.",
                file.display()
            ),
        })
    }

    fn warned(warning: String) -> Self {
        Self {
            fields: Map::new(),
            warning: Some(warning),
        }
    }

    /// Each choice by itself: one that cannot be read is the usual one, and is named.
    pub fn settings(&self) -> (Settings, Option<String>) {
        let usual = Settings::default();
        let mut refused = Vec::new();
        let settings = Settings {
            theme: self.field("theme", usual.theme, &mut refused),
            zone: self.field("zone", usual.zone, &mut refused),
            density: self.field("density", usual.density, &mut refused),
            live: self.field("live", usual.live, &mut refused),
            notices: self.field("notices", usual.notices, &mut refused),
            habits: self.field("habits", usual.habits, &mut refused),
            default_window: self.field("default_window", usual.default_window, &mut refused),
            time_format: self.field("time_format", usual.time_format, &mut refused),
            scale_percent: self.field("scale_percent", usual.scale_percent, &mut refused),
        };
        let settings = Settings {
            scale_percent: settings
                .scale_percent
                .clamp(*Settings::SCALES.start(), *Settings::SCALES.end()),
            ..settings
        };
        let warning = (!refused.is_empty()).then(|| {
            format!(
                "These settings could not be read, so the usual ones are used: {}.",
                refused.join(", ")
            )
        });
        (settings, warning)
    }

    fn field<T: DeserializeOwned>(&self, name: &str, usual: T, refused: &mut Vec<String>) -> T {
        let Some(value) = self.fields.get(name) else {
            return usual;
        };
        serde_json::from_value(value.clone()).unwrap_or_else(|_| {
            refused.push(name.to_owned());
            usual
        })
    }

    pub fn set_settings(&mut self, settings: &Settings) -> io::Result<()> {
        if let Value::Object(fields) = serde_json::to_value(settings)? {
            self.fields.extend(fields);
        }
        Ok(())
    }

    /// Replaces the file in one step, so that a crash leaves the old one or the new one.
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let draft = file.with_extension("json.new");
        fs::write(&draft, serde_json::to_vec_pretty(&self.fields)?)?;
        fs::rename(&draft, file)
    }
}

/// The first name that is free: an earlier broken file is somebody's settings too.
fn broken_name(file: &Path) -> PathBuf {
    let name = |number: u32| match number {
        0 => file.with_extension("broken.json"),
        _ => file.with_extension(format!("broken-{number}.json")),
    };
    (0..100)
        .map(name)
        .find(|name| !name.exists())
        .unwrap_or_else(|| name(0))
}

#[cfg(test)]
mod tests;
