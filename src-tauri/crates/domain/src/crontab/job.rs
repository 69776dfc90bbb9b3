//! A line with a schedule and a command.

use super::{
    Content, Form, first_word, schedule,
    settings::{Settings, UnknownZone},
};
use crate::{CronExpression, Launcher, Zone};

/// Cron ends no command; here one ends after a day.
const TIME_LIMIT_SECONDS: u32 = 86_400;

/// Cron's commands read nothing, or what follows the first `%`. A definition's program is handed the
/// run's input instead, so a shell of its own puts the right thing in that place. The command travels
/// as an argument and is quoted nowhere.
const READS_NOTHING: &str = r#"exec "$0" -c "$1" </dev/null"#;
const READS_TEXT: &str = r#"printf %s "$2" | "$0" -c "$1""#;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    pub expression: CronExpression,
    /// Of the file; `None` where it names none above this line.
    pub zone: Option<Zone>,
    /// Whom a system crontab runs it as.
    pub user: Option<String>,
    /// What the shell is given.
    pub command: String,
    /// What the command reads on standard input, where the line says anything.
    pub stdin: Option<String>,
    pub shell: String,
    pub variables: Vec<(String, String)>,
}

impl Job {
    /// The definition that does what cron would do.
    pub fn launcher(&self) -> Launcher {
        let mut words: Vec<String> = Vec::new();
        if !self.variables.is_empty() {
            words.push("/usr/bin/env".to_owned());
            let set = self.variables.iter();
            words.extend(set.map(|(name, value)| format!("{name}={value}")));
        }
        let script = match self.stdin {
            None => READS_NOTHING,
            Some(_) => READS_TEXT,
        };
        words.extend(["/bin/sh", "-c", script, &self.shell, &self.command].map(str::to_owned));
        words.extend(self.stdin.clone());
        Launcher::Command {
            program: words.remove(0),
            args: words,
            time_limit_seconds: TIME_LIMIT_SECONDS,
            repeatable: false,
        }
    }
}

pub(super) fn parse(line: &str, form: Form, settings: &Settings) -> Content {
    if first_word(line).0 == "@reboot" {
        return Content::Skipped(
            "It runs when the machine starts, and a routine fires at times.".to_owned(),
        );
    }
    match job(line, form, settings) {
        Ok(job) => Content::Job(Box::new(job)),
        Err(why) => Content::Refused(why),
    }
}

fn job(line: &str, form: Form, settings: &Settings) -> Result<Job, String> {
    let (expression, rest) = schedule(line).map_err(|refused| refused.message)?;
    let zone = settings.zone.map_err(|UnknownZone { line }| {
        format!("The zone of line {line} is not known, so its times are not either.")
    })?;
    let (user, written) = match form {
        Form::User if first_word(rest).0 == "root" => {
            return Err(
                "The command begins with \"root\": import the file with --system if a user stands in each line."
                    .to_owned(),
            );
        }
        Form::User => (None, rest),
        Form::System => {
            let (user, rest) = first_word(rest);
            if user.contains('/') {
                return Err(format!(
                    "\"{user}\" names no user: import the file without --system if no user stands in its lines."
                ));
            }
            (Some(user.to_owned()).filter(|user| !user.is_empty()), rest)
        }
    };
    let (command, stdin) = at_percent(written);
    if command.trim().is_empty() {
        return Err(match user {
            Some(user) => format!(
                "No command follows the user \"{user}\": write one, or import the file without --system."
            ),
            None => "No command follows the schedule: write one behind it.".to_owned(),
        });
    }
    Ok(Job {
        expression,
        zone,
        user,
        command,
        stdin,
        shell: settings.shell.clone(),
        variables: settings.variables.clone(),
    })
}

/// The command, and what it reads: the first `%` parts them, later ones are line breaks, `\%` is a
/// percent sign, and every other backslash is left as it is.
fn at_percent(written: &str) -> (String, Option<String>) {
    let mut parts = vec![String::new()];
    let mut letters = written.chars();
    while let Some(letter) = letters.next() {
        let mut put = |text: &[char]| {
            if let Some(part) = parts.last_mut() {
                part.extend(text);
            }
        };
        match letter {
            '%' => parts.push(String::new()),
            '\\' => match letters.next() {
                Some('%') => put(&['%']),
                Some(other) => put(&['\\', other]),
                None => put(&['\\']),
            },
            other => put(&[other]),
        }
    }
    let stdin = parts.split_off(1).join("\n");
    let command = parts.swap_remove(0);
    if stdin.is_empty() {
        return (command, None);
    }
    // Cron ends what is read with a line break.
    let end = if stdin.ends_with('\n') { "" } else { "\n" };
    (command, Some(stdin + end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_part_command_and_input() {
        for (written, command, stdin) in [
            ("date +\\%F", "date +%F", None),
            ("mail ines%Hello%%Bye", "mail ines", Some("Hello\n\nBye\n")),
            ("cat%", "cat", None),
            ("cat%a%", "cat", Some("a\n")),
            ("cat%50\\% off", "cat", Some("50% off\n")),
            // The backslash before the percent sign is itself escaped.
            ("echo \\\\%a", "echo \\\\", Some("a\n")),
            (
                "find . \\( -name a \\) \\",
                "find . \\( -name a \\) \\",
                None,
            ),
        ] {
            let read = (command.to_owned(), stdin.map(str::to_owned));
            assert_eq!(at_percent(written), read, "{written}");
        }
    }
}
