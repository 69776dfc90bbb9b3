use super::{Arg, Args, Column, Dialect};
use crate::connect::Engine;

/// SQLite compiles a statement for so many rows once; fewer are filled up with empty ones.
const SPREAD: usize = 512;
/// Below this, reading JSON costs less than the empty rows.
const WORTH_SPREADING: usize = 48;

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

pub(crate) const IDS: Batch = Batch(&[("id", Kind::Id)]);

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

    /// The rows by the quicker way, for the statements that every fire needs: on PostgreSQL an array
    /// for each column, on SQLite a parameter for each value, since reading JSON is most of what a
    /// narrow statement costs there. The first column is never null.
    pub(crate) fn spread<D: Dialect>(&self, rows: Vec<Args>) -> Spread {
        match D::ENGINE {
            Engine::Postgres => self.as_arrays(&rows),
            Engine::Sqlite if (WORTH_SPREADING..=SPREAD).contains(&rows.len()) => {
                self.as_values(rows)
            }
            Engine::Sqlite => Spread {
                table: self.rows_of::<D>("$1"),
                args: vec![self.bind::<D>(rows)],
            },
        }
    }

    fn as_arrays(&self, rows: &[Args]) -> Spread {
        let mut place = 1..;
        let arrays = self.list(|_, kind| {
            let place = place.next().unwrap_or_default();
            format!("${place}::{}[]", postgres_type(kind))
        });
        let names = self.list(|name, _| name.to_owned());
        let columns = self.0.iter().enumerate();
        let columns = columns
            .map(|(at, (_, kind))| Column::of(*kind, rows.iter().filter_map(|row| row.get(at))));
        Spread {
            table: format!("(SELECT * FROM unnest({arrays}) AS t({names}))"),
            args: columns.map(Arg::Column).collect(),
        }
    }

    /// Numbered parameters would be looked for one after the other, so these have none.
    fn as_values(&self, rows: Vec<Args>) -> Spread {
        let mut place = 1..;
        let columns = self.list(|name, _| {
            let place = place.next().unwrap_or_default();
            format!("column{place} AS {name}")
        });
        let row = format!("({})", vec!["?"; self.0.len()].join(","));
        let values = vec![row.as_str(); SPREAD].join(",");
        let mut args: Args = rows.into_iter().flatten().collect();
        args.resize(SPREAD * self.0.len(), Arg::Int(None));
        Spread {
            table: format!("(SELECT {columns} FROM (VALUES {values}) WHERE column1 IS NOT NULL)"),
            args,
        }
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

/// The rows of a batch in a statement. They come before its other parameters.
pub(crate) struct Spread {
    /// In brackets, to be given an alias.
    pub(crate) table: String,
    args: Args,
}

impl Spread {
    /// How the statement names its parameters beside the rows: 1 is the first of them.
    pub(crate) fn parameter(&self, number: usize) -> String {
        format!("${}", self.args.len() + number)
    }

    pub(crate) fn with(mut self, others: Args) -> Args {
        self.args.extend(others);
        self.args
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
