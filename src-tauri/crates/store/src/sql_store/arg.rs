use std::fmt::Write;

use routine_domain::{
    AuditId, DefinitionId, Instant, RevivePlanId, RoutineId, RunId, SweepId, TenantId,
    instant::rfc3339,
};
use uuid::Uuid;

use super::{Dialect, batch::Kind};
use crate::connect::Engine;

/// One bound value. Each dialect binds it in its native type; `None` is a typed null.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Arg {
    Id(Option<Uuid>),
    Instant(Option<Instant>),
    Text(Option<String>),
    Int(Option<i64>),
    Bool(Option<bool>),
    /// JSON as text: kept exactly as it was written.
    Json(Option<String>),
    /// A column of many rows: on PostgreSQL only, which knows arrays.
    Column(Column),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Column {
    Ids(Vec<Option<Uuid>>),
    Instants(Vec<Option<Instant>>),
    Texts(Vec<Option<String>>),
    Ints(Vec<Option<i64>>),
    Bools(Vec<Option<bool>>),
}

/// The values of one kind; any other is null, as in a row that ends early.
macro_rules! column {
    ($values:expr, $($variant:ident)|+) => {
        $values
            .map(|value| match value {
                $(Arg::$variant(value) => value.clone(),)+
                _ => None,
            })
            .collect()
    };
}

impl Column {
    pub(super) fn of<'a>(kind: Kind, values: impl Iterator<Item = &'a Arg>) -> Self {
        match kind {
            Kind::Id => Self::Ids(column!(values, Id)),
            Kind::Instant => Self::Instants(column!(values, Instant)),
            Kind::Text => Self::Texts(column!(values, Text | Json)),
            Kind::Int => Self::Ints(column!(values, Int)),
            Kind::Bool => Self::Bools(column!(values, Bool)),
        }
    }
}

pub(crate) type Args = Vec<Arg>;

/// The values of a statement, in the order of `$1`, `$2`, …
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::sql_store::Arg::from($value)),*] };
}
pub(crate) use args;

impl Arg {
    pub(crate) fn json(text: impl Into<String>) -> Self {
        Arg::Json(Some(text.into()))
    }

    pub(crate) fn opt_json(text: Option<&str>) -> Self {
        Arg::Json(text.map(str::to_owned))
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(
            self,
            Arg::Id(None)
                | Arg::Instant(None)
                | Arg::Text(None)
                | Arg::Int(None)
                | Arg::Bool(None)
                | Arg::Json(None)
        )
    }

    /// Writes the value as it stands in a batch, in the form the dialect's JSON functions read back.
    pub(super) fn write_in_batch<D: Dialect>(&self, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = match self {
            Arg::Id(Some(id)) => write!(text, "\"{id}\""),
            Arg::Instant(Some(at)) => match D::ENGINE {
                Engine::Sqlite => write!(text, "{}", at.timestamp_millis()),
                Engine::Postgres => write!(text, "\"{}\"", rfc3339(*at)),
            },
            Arg::Text(Some(value)) | Arg::Json(Some(value)) => {
                write!(text, "{}", serde_json::Value::from(value.as_str()))
            }
            Arg::Int(Some(number)) => write!(text, "{number}"),
            Arg::Bool(Some(flag)) => write!(text, "{flag}"),
            _ => write!(text, "null"),
        };
    }
}

/// A value and its optional form become the same kind of argument.
macro_rules! arg_from {
    ($($from:ty => $variant:ident, $convert:expr;)*) => {$(
        impl From<$from> for Arg {
            fn from(value: $from) -> Self {
                Arg::$variant(Some($convert(value)))
            }
        }

        impl From<Option<$from>> for Arg {
            fn from(value: Option<$from>) -> Self {
                Arg::$variant(value.map($convert))
            }
        }
    )*};
}

arg_from! {
    TenantId => Id, |id: TenantId| id.0;
    DefinitionId => Id, |id: DefinitionId| id.0;
    RevivePlanId => Id, |id: RevivePlanId| id.0;
    RoutineId => Id, |id: RoutineId| id.0;
    RunId => Id, |id: RunId| id.0;
    SweepId => Id, |id: SweepId| id.0;
    AuditId => Id, |id: AuditId| id.0;
    Instant => Instant, |at| at;
    &str => Text, str::to_owned;
    String => Text, |text| text;
    &String => Text, String::clone;
    u32 => Int, i64::from;
    i32 => Int, i64::from;
    i64 => Int, |number| number;
    bool => Bool, |flag| flag;
}
