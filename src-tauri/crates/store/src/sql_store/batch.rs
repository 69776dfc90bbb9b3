use super::{Arg, Args, Dialect};
use crate::connect::Engine;

/// The type of a column of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Id,
    Instant,
    Text,
    Int,
    Bool,
}

/// The columns of many rows that travel as one JSON parameter, so that a statement over a batch is
/// one statement, whatever its size:
///
/// ```text
/// const LEASES: Batch = Batch(&[("run_id", Kind::Id), ("epoch", Kind::Int)]);
///
/// let sql = format!(
///     "UPDATE runs AS r SET lease_until = $2 FROM {} AS held
///       WHERE r.id = held.run_id AND r.lease_epoch = held.epoch RETURNING id", // SQLite knows no alias there
///     LEASES.rows_of::<D>("$1"),
/// );
/// let rows = leases.iter().map(|lease| args![lease.run_id, lease.epoch]);
/// session.fetch(AssertSqlSafe(sql), args![LEASES.bind::<D>(rows), until]).await?;
/// ```
///
/// The rows come in no particular order: give them a column to sort by where it matters.
pub(crate) struct Batch(pub(crate) &'static [(&'static str, Kind)]);

impl Batch {
    /// A table in brackets, to be given an alias, that yields the rows bound to `placeholder`.
    pub(crate) fn rows_of<D: Dialect>(&self, placeholder: &str) -> String {
        match D::ENGINE {
            Engine::Sqlite => {
                let mut place = 0..;
                let columns = self.list(|name, _| {
                    let place = place.next().unwrap_or_default();
                    format!("value ->> {place} AS {name}")
                });
                format!("(SELECT {columns} FROM json_each({placeholder}))")
            }
            Engine::Postgres => {
                let types = self.list(|name, kind| format!("{name} {}", postgres_type(kind)));
                format!("(SELECT * FROM json_to_recordset({placeholder}) AS t({types}))")
            }
        }
    }

    /// The rows as one argument; each row in the order of the columns. SQLite reads them by place,
    /// PostgreSQL by name. A null is not written where its absence says the same: on SQLite after the
    /// last value of a row, so columns that are seldom filled belong at the end.
    pub(crate) fn bind<D: Dialect>(&self, rows: impl IntoIterator<Item = Args>) -> Arg {
        let (open, close) = D::pick(('[', ']'), ('{', '}'));
        let mut text = String::from("[");
        for row in rows {
            debug_assert_eq!(row.len(), self.0.len());
            text.push_str(if text.len() > 1 { "," } else { "" });
            text.push(open);
            let filled = row.iter().rposition(|arg| !arg.is_null());
            let mut separator = "";
            for ((name, _), arg) in self.0.iter().zip(&row).take(filled.map_or(0, |at| at + 1)) {
                if D::ENGINE == Engine::Postgres {
                    if arg.is_null() {
                        continue;
                    }
                    text.extend([separator, "\"", name, "\":"]);
                } else {
                    text.push_str(separator);
                }
                arg.write_in_batch::<D>(&mut text);
                separator = ",";
            }
            text.push(close);
        }
        text.push(']');
        Arg::json(text)
    }

    fn list(&self, mut column: impl FnMut(&'static str, Kind) -> String) -> String {
        let columns: Vec<_> = self
            .0
            .iter()
            .map(|(name, kind)| column(name, *kind))
            .collect();
        columns.join(", ")
    }
}

fn postgres_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Id => "uuid",
        Kind::Instant => "timestamptz",
        Kind::Text => "text",
        Kind::Int => "bigint",
        Kind::Bool => "boolean",
    }
}
