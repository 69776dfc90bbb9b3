//! From rows to models. Each list of columns stands beside what reads it; a table is always known by
//! the same alias: `r` routines, `t` tenants, `d` definitions, `u` runs.

mod policy;
mod routine;

use routine_domain::{Launcher, TriggerSpec};

pub(super) use policy::{POLICY_COLUMNS, policy};
pub(super) use routine::{ROUTINE_COLUMNS, routine};

use super::{Columns, columns::unreadable};
use crate::StoreResult;

/// The launcher in the column `settings`.
pub(super) fn launcher(row: &impl Columns) -> StoreResult<Launcher> {
    parsed(row, "settings")
}

/// The trigger in the column `trigger_spec`.
pub(super) fn trigger(row: &impl Columns) -> StoreResult<TriggerSpec> {
    parsed(row, "trigger_spec")
}

/// What is kept as JSON.
pub(super) fn parsed<T: serde::de::DeserializeOwned>(
    row: &impl Columns,
    column: &str,
) -> StoreResult<T> {
    let text = row.text(column)?;
    serde_json::from_str(&text).map_err(|_| unreadable(column, text))
}

/// What is to be kept as JSON. Only maps with other than text keys could fail, and there are none.
pub(super) fn json(value: &impl serde::Serialize) -> StoreResult<String> {
    serde_json::to_string(value).map_err(|error| {
        crate::StoreError::Internal(format!("A value cannot be written as JSON: {error}."))
    })
}
