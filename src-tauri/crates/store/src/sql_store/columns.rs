use std::str::FromStr;

use routine_domain::{Instant, Invalid};
use uuid::Uuid;

use crate::{StoreError, StoreResult};

/// A row of either database, read by column name into the domain's types.
pub(crate) trait Columns: Send {
    fn opt_id(&self, column: &str) -> StoreResult<Option<Uuid>>;
    fn opt_instant(&self, column: &str) -> StoreResult<Option<Instant>>;
    /// Text, and JSON exactly as it was written.
    fn opt_text(&self, column: &str) -> StoreResult<Option<String>>;
    /// An integer of any width.
    fn opt_signed(&self, column: &str) -> StoreResult<Option<i64>>;
    fn opt_flag(&self, column: &str) -> StoreResult<Option<bool>>;

    fn id(&self, column: &str) -> StoreResult<Uuid> {
        present(column, self.opt_id(column)?)
    }

    fn instant(&self, column: &str) -> StoreResult<Instant> {
        present(column, self.opt_instant(column)?)
    }

    fn text(&self, column: &str) -> StoreResult<String> {
        present(column, self.opt_text(column)?)
    }

    fn flag(&self, column: &str) -> StoreResult<bool> {
        present(column, self.opt_flag(column)?)
    }

    fn signed(&self, column: &str) -> StoreResult<i32> {
        let number = present(column, self.opt_signed(column)?)?;
        i32::try_from(number).map_err(|_| unreadable(column, number))
    }

    fn opt_int(&self, column: &str) -> StoreResult<Option<u32>> {
        self.opt_signed(column)?
            .map(|number| u32::try_from(number).map_err(|_| unreadable(column, number)))
            .transpose()
    }

    fn int(&self, column: &str) -> StoreResult<u32> {
        present(column, self.opt_int(column)?)
    }

    /// A word of a closed set: a status, a cause, a launcher.
    fn word<T: FromStr<Err = Invalid>>(&self, column: &str) -> StoreResult<T> {
        present(column, self.opt_word(column)?)
    }

    fn opt_word<T: FromStr<Err = Invalid>>(&self, column: &str) -> StoreResult<Option<T>> {
        self.opt_text(column)?
            .map(|text| text.parse().map_err(|_| unreadable(column, text)))
            .transpose()
    }
}

fn present<T>(column: &str, value: Option<T>) -> StoreResult<T> {
    value.ok_or_else(|| {
        StoreError::Internal(format!(
            "The column {column} of a row is empty. The database was changed by hand."
        ))
    })
}

/// A stored value that is none of those this program writes.
pub(crate) fn unreadable(column: &str, value: impl std::fmt::Display) -> StoreError {
    StoreError::Internal(format!(
        "The column {column} of a row holds \"{value}\", which cannot be read. The database was changed by hand."
    ))
}
