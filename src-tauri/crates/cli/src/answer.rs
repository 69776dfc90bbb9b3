//! What a command prints when it succeeded: text for a person, or the same as JSON.

use std::{io::Write, process::ExitCode};

use routine_commands::CommandError;
use serde::Serialize;

use crate::failure;

#[derive(Debug)]
pub struct Answer {
    text: String,
    json: String,
    exit_code: ExitCode,
}

impl Answer {
    pub fn new(value: &impl Serialize, text: impl Into<String>) -> Result<Self, CommandError> {
        Ok(Self {
            text: text.into(),
            json: serde_json::to_string(value).map_err(failure::internal)?,
            exit_code: ExitCode::SUCCESS,
        })
    }

    /// The same answer of a command that found what it was to find, and that is a failure.
    pub fn failed(self) -> Self {
        self.failed_with(1)
    }

    /// The same with an exit code of its own.
    pub fn failed_with(self, code: u8) -> Self {
        Self {
            exit_code: ExitCode::from(code),
            ..self
        }
    }

    pub fn print(&self, json: bool) -> ExitCode {
        let text = if json { &self.json } else { &self.text };
        // A reader that went away (`| head`) is no failure of the command.
        let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
        self.exit_code
    }
}
