//! What the assignments of a crontab mean for the lines below them.

use super::{Content, assignment::Assignment};
use crate::Zone;

const DEFAULT_SHELL: &str = "/bin/sh";

/// Parts of names whose values are taken for secrets.
const SECRET: [&str; 6] = [
    "PASSWORD",
    "PASSWD",
    "SECRET",
    "TOKEN",
    "API_KEY",
    "PRIVATE_KEY",
];

pub(super) struct Settings {
    pub(super) shell: String,
    /// What the commands find in their environment, in the order first set.
    pub(super) variables: Vec<(String, String)>,
    pub(super) zone: Result<Option<Zone>, UnknownZone>,
}

/// The line of a `CRON_TZ` that names no zone; what stands below it has no meaning.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnknownZone {
    pub(super) line: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            shell: DEFAULT_SHELL.to_owned(),
            variables: Vec::new(),
            zone: Ok(None),
        }
    }
}

impl Settings {
    /// Heeds an assignment; answers the line as it may be shown, and what became of it.
    pub(super) fn take(
        &mut self,
        Assignment { name, value }: Assignment<'_>,
        line: u32,
        written: &str,
    ) -> (String, Content) {
        if is_secret(name) {
            let why = format!(
                "{name} looks like a secret, and the database keeps none: set it in the worker's environment."
            );
            return (format!("{name}=…"), Content::Skipped(why));
        }
        let content = match name {
            "SHELL" if value.is_empty() => {
                Content::Refused("SHELL is empty: name a shell, such as /bin/sh.".to_owned())
            }
            "SHELL" => {
                value.clone_into(&mut self.shell);
                Content::Setting(format!("The commands below are given to {value}."))
            }
            "CRON_TZ" => self.take_zone(value, line),
            "MAILTO" | "MAILFROM" | "CONTENT_TYPE" | "CONTENT_TRANSFER_ENCODING" => {
                Content::Skipped(
                    "Mail is not sent: the output of each run is kept in its history.".to_owned(),
                )
            }
            "RANDOM_DELAY" => Content::Skipped(
                "Nothing is delayed at random: routines fire at the times they name.".to_owned(),
            ),
            _ => {
                self.set(name, value);
                Content::Setting(match name {
                    "TZ" => "The commands below see TZ. It moves no schedule: that is for CRON_TZ."
                        .to_owned(),
                    _ => format!("The commands below see {name}."),
                })
            }
        };
        (written.to_owned(), content)
    }

    fn take_zone(&mut self, name: &str, line: u32) -> Content {
        let zone = match name {
            "" => Ok(None),
            name => Zone::parse(name).map(Some),
        };
        match zone {
            Ok(zone) => {
                self.zone = Ok(zone);
                Content::Setting(match zone {
                    Some(zone) => format!("The times below are those of {zone}."),
                    None => "The times below are those of the import's own zone.".to_owned(),
                })
            }
            Err(refused) => {
                self.zone = Err(UnknownZone { line });
                Content::Refused(refused.message)
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        match self.variables.iter_mut().find(|(known, _)| known == name) {
            Some((_, before)) => value.clone_into(before),
            None => self.variables.push((name.to_owned(), value.to_owned())),
        }
    }
}

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    SECRET.iter().any(|part| name.contains(part))
}
