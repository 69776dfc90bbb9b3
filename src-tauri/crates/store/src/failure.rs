//! From the drivers' errors to the few kinds a caller can act on, as sentences for people. Values of
//! statements and connection strings never get into one.

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

use crate::StoreError;

/// What a failed statement means.
pub(crate) fn failure(error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Database(error) => of_database(&*error),
        sqlx::Error::Io(error) => StoreError::Unavailable(format!(
            "The connection to the database was lost ({}). Check that it runs, then try again.",
            error.kind()
        )),
        // A server that goes down in the middle of a conversation leaves half of it.
        sqlx::Error::Protocol(error) => StoreError::Unavailable(format!(
            "The server's answer made no sense ({error}). Check that it is the database and runs, then try again."
        )),
        sqlx::Error::Tls(error) => StoreError::Unavailable(format!(
            "No encrypted connection to the database could be made ({error}). Check sslmode and the server's certificate."
        )),
        sqlx::Error::PoolTimedOut => StoreError::Unavailable(
            "The database gave no free connection in time. It is busy or cannot be reached; try again.".into(),
        ),
        sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
            StoreError::Unavailable("The connection to the database was closed. Connect again.".into())
        }
        sqlx::Error::Configuration(error) => {
            StoreError::NotUsable(format!("The database address cannot be used: {error}."))
        }
        other => StoreError::Internal(format!("The database gave an unexpected answer: {other}.")),
    }
}

/// What the system says, in the middle of a sentence and without its number.
pub(crate) fn in_words(error: &std::io::Error) -> String {
    let said = error.to_string();
    let words = said.split(" (os error ").next().unwrap_or(&said);
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn of_database(error: &dyn DatabaseError) -> StoreError {
    let code = error.code().unwrap_or_default();
    if error.as_error().is::<PgDatabaseError>() {
        of_postgres(&code, error.message())
    } else {
        of_sqlite(&code, error.message())
    }
}

/// By SQLSTATE (PostgreSQL manual, appendix A).
fn of_postgres(code: &str, message: &str) -> StoreError {
    match code {
        "28P01" | "28000" => StoreError::WrongPassword(format!(
            "The server refused to sign in: {message}. Check the user and the password."
        )),
        "3D000" => StoreError::NotUsable(format!(
            "The server has no such database: {message}. Create it, or correct the name."
        )),
        "25006" => StoreError::ReadOnly(
            "The database is read-only here: the server or the connection accepts no changes.".into(),
        ),
        "42501" => StoreError::ReadOnly(format!(
            "The role lacks a right: {message}. Ask the database's owner to grant it."
        )),
        "57014" => StoreError::Unavailable(
            "The database took longer than 15 s to answer, so the statement was given up. Try again when it is less busy.".into(),
        ),
        "53300" => StoreError::Unavailable(
            "The server has no free connection left. Close other programs, or raise its max_connections.".into(),
        ),
        "40001" | "40P01" | "55P03" => StoreError::Unavailable(
            "The change collided with another one and was taken back. Try again.".into(),
        ),
        code if code.starts_with("57P") || code.starts_with("08") => StoreError::Unavailable(format!(
            "The server ended the connection: {message}. Try again once it runs."
        )),
        code if code.starts_with("53") => {
            StoreError::Unavailable(format!("The server is out of resources: {message}."))
        }
        _ => unexpected(message),
    }
}

/// By primary result code: the low byte of the extended one.
fn of_sqlite(code: &str, message: &str) -> StoreError {
    match code.parse::<i32>().unwrap_or_default() & 0xff {
        5 | 6 => StoreError::Unavailable(
            "The database file is locked by another program. Wait for it to finish, or close it, then try again.".into(),
        ),
        8 => StoreError::ReadOnly(
            "The database file is read-only. Change its permissions, or open another one.".into(),
        ),
        10 => StoreError::Unavailable(format!("The database file cannot be read or written: {message}.")),
        11 => StoreError::NotUsable(
            "The database file is damaged. Restore it from a copy.".into(),
        ),
        13 => StoreError::Unavailable("The disk of the database file is full. Make room, then try again.".into()),
        14 => StoreError::NotUsable(
            "The database file cannot be opened. Check the path and the rights of its folder.".into(),
        ),
        26 => StoreError::NotUsable(
            "The file is not a SQLite database. Choose another one.".into(),
        ),
        _ => unexpected(message),
    }
}

fn unexpected(message: &str) -> StoreError {
    StoreError::Internal(format!("The database refused a statement: {message}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_an_answer_is_a_server_that_went_away() {
        let error = failure(sqlx::Error::Protocol("unexpected message".into()));
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    }

    #[test]
    fn the_number_of_a_system_error_tells_nobody_anything() {
        let refused = std::io::Error::from_raw_os_error(111);
        assert!(!in_words(&refused).contains("os error"), "{refused}");
        let ours = std::io::Error::other("No host is called DB.example");
        assert_eq!(in_words(&ours), "no host is called DB.example");
    }
}
