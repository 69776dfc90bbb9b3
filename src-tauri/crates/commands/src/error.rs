//! The one error that crosses the edge. A code exists only if someone acts on it.

use routine_domain::{ChangeRefusal, Invalid, protection::Withheld};
use routine_engine::EngineError;
use routine_store::StoreError;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::HostError;

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
    /// The connection asks before such a change: show what it would do, and send it again confirmed.
    NeedsConfirmation,
    /// The same, with the name of the connection typed.
    NeedsTypedName,
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

impl From<ChangeRefusal> for CommandError {
    fn from(refusal: ChangeRefusal) -> Self {
        match refusal {
            ChangeRefusal::Invalid(refused) => refused.into(),
            ChangeRefusal::State(sentence) => Self::new(ErrorCode::Refused, sentence),
        }
    }
}

impl From<Withheld> for CommandError {
    fn from(withheld: Withheld) -> Self {
        let code = match &withheld {
            Withheld::ReadOnly { .. } => ErrorCode::ReadOnly,
            Withheld::Unconfirmed { .. } => ErrorCode::NeedsConfirmation,
            Withheld::Untyped { .. } | Withheld::Mistyped { .. } => ErrorCode::NeedsTypedName,
            Withheld::NotASandbox { .. } => ErrorCode::Refused,
        };
        Self::new(code, withheld.to_string())
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Unavailable(_) => ErrorCode::Unavailable,
            StoreError::WrongPassword(_) => ErrorCode::NeedsPassword,
            StoreError::ReadOnly(_) => ErrorCode::ReadOnly,
            StoreError::NewerSchema { .. } => ErrorCode::NewerSchema,
            StoreError::OlderSchema { .. } => ErrorCode::OlderSchema,
            StoreError::Internal(_) => ErrorCode::Internal,
            StoreError::NotUsable(_) => return Invalid::new("url", error.to_string()).into(),
            StoreError::Taken { field, .. } => {
                return Invalid::new(*field, error.to_string()).into();
            }
        };
        Self::new(code, error.to_string())
    }
}

impl From<HostError> for CommandError {
    fn from(error: HostError) -> Self {
        Self::new(ErrorCode::Internal, error.to_string())
    }
}

impl From<EngineError> for CommandError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Store(error) => error.into(),
            EngineError::Stopped { .. } => Self::new(ErrorCode::Refused, error.to_string()),
        }
    }
}
