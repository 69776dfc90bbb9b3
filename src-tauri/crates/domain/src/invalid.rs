//! The one error of the domain: a value that cannot be accepted, said to the person who gave it.

use std::fmt;

/// A refused input: which field, and one sentence that says what is wrong and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// The field's name as the forms and the command line know it (`name`, `trigger.cron`, …).
    pub field: String,
    /// One sentence for a person, with the offending value in it.
    pub message: String,
}

impl Invalid {
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Invalid {}
