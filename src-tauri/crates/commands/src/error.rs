//! The one error that crosses the edge. A code exists only if someone acts on it.

use routine_domain::Invalid;
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    NotFound,
    /// A field's value was refused; `field` names it.
    Invalid,
    /// Someone else changed it first; nothing was written.
    Conflict,
    /// It is not possible in the present state.
    Refused,
    ReadOnly,
    /// The database does not answer, or is locked by someone else.
    Unavailable,
    /// The server wants a password, or another one.
    NeedsPassword,
    NewerSchema,
    /// The database must be migrated first.
    OlderSchema,
    Internal,
}

/// What a command answers when it did not do what was asked. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    pub code: ErrorCode,
    /// One sentence for a person, without secrets.
    pub message: String,
    pub field: Option<String>,
}

impl CommandError {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            field: None,
        }
    }
}

impl From<Invalid> for CommandError {
    fn from(refused: Invalid) -> Self {
        Self {
            code: ErrorCode::Invalid,
            message: refused.message,
            field: Some(refused.field),
        }
    }
}
