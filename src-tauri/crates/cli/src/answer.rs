//! What a command prints when it succeeded: text for a person, or the same as JSON.

use std::{io::Write, process::ExitCode};

use routine_commands::CommandError;
use serde::Serialize;

use crate::failure;

#[derive(Debug)]
pub struct Answer {
    text: String,
    json: String,
}

impl Answer {
    pub fn new(value: &impl Serialize, text: impl Into<String>) -> Result<Self, CommandError> {
        Ok(Self {
            text: text.into(),
            json: serde_json::to_string(value).map_err(failure::internal)?,
        })
    }

    pub fn print(&self, json: bool) -> ExitCode {
        let text = if json { &self.json } else { &self.text };
        // A reader that went away (`| head`) is no failure of the command.
        let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
        ExitCode::SUCCESS
    }
}
