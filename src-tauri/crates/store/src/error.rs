//! What can go wrong with a database, in the few kinds a caller can act on.

/// The error of every store method.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No answer, a refused or cut connection, a time-out, or a file locked by someone else.
    #[error("{0}")]
    Unavailable(String),
    /// The server refused the user or the password.
    #[error("{0}")]
    WrongPassword(String),
    /// The file or role may not be written.
    #[error("{0}")]
    ReadOnly(String),
    /// Not a database, or not one this program can open; one sentence.
    #[error("{0}")]
    NotUsable(String),
    /// The schema is newer than this program.
    #[error(
        "The database has schema {found}, this program knows schemas up to {expected}. Update Routine Desk."
    )]
    NewerSchema { found: u32, expected: u32 },
    /// The schema must be migrated before use.
    #[error(
        "The database has schema {found}, this program needs schema {expected}. Migrate it first."
    )]
    OlderSchema { found: u32, expected: u32 },
    /// A unique name is taken; `field` is the input it came from.
    #[error("{message}")]
    Taken {
        field: &'static str,
        message: String,
    },
    /// A row or a statement that should not be possible: a bug, or a database changed by hand.
    #[error("{0}")]
    Internal(String),
}

pub type StoreResult<T> = Result<T, StoreError>;
