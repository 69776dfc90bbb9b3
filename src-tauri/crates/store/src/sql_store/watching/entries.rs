use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{JournalEntry, JournalFilter, JournalKey, JournalPage},
    sql_store::{Arg, Args, Columns, Dialect, Session, SqlStore, journal::audit_event},
};

const NEWEST_FIRST: &str = "e.at DESC, e.id DESC";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_journal(&self, filter: &JournalFilter) -> StoreResult<JournalPage> {
        let (condition, values) = matching(filter);
        // The rows are chosen first: names cost nothing for entries that are not shown.
        let sql = format!(
            "SELECT e.*, coalesce({}, {}, {}, {}) AS subject_name,
                    (SELECT t.name FROM tenants AS t WHERE t.id = e.tenant_id) AS tenant_name
               FROM (SELECT e.* FROM audit_events AS e {condition}
                      ORDER BY {NEWEST_FIRST} LIMIT $1) AS e
              ORDER BY {NEWEST_FIRST}",
            name::<D>("routine", "SELECT r.name FROM routines AS r WHERE r.id"),
            name::<D>(
                "definition",
                "SELECT d.name FROM definitions AS d WHERE d.id"
            ),
            name::<D>("tenant", "SELECT t.name FROM tenants AS t WHERE t.id"),
            name::<D>(
                "run",
                "SELECT r.name FROM runs AS u JOIN routines AS r ON r.id = u.routine_id WHERE u.id"
            ),
        );
        let mut session = self.db.read().await?;
        let found = session.fetch(AssertSqlSafe(sql), values).await?;
        let mut rows = found.iter().map(entry).collect::<StoreResult<Vec<_>>>()?;
        let limit = filter.limit as usize;
        let next = (rows.len() > limit)
            .then(|| rows[..limit].last().map(key))
            .flatten();
        rows.truncate(limit);
        Ok(JournalPage { rows, next })
    }
}

/// `$1` is the number of rows, one more than asked for: it tells whether there is a next page.
fn matching(filter: &JournalFilter) -> (String, Args) {
    let mut values: Args = vec![i64::from(filter.limit).saturating_add(1).into()];
    let mut bind = |value: Arg| {
        values.push(value);
        format!("${}", values.len())
    };
    let mut conditions = Vec::new();
    if let Some(subject) = &filter.subject {
        conditions.push(format!("e.subject = {}", bind(subject.as_str().into())));
    }
    if let Some(actor) = &filter.actor {
        conditions.push(format!("e.actor = {}", bind(actor.as_str().into())));
    }
    if !filter.kinds.is_empty() {
        let kinds: Vec<_> = filter
            .kinds
            .iter()
            .map(|kind| bind(kind.as_str().into()))
            .collect();
        conditions.push(format!("e.kind IN ({})", kinds.join(", ")));
    }
    if let Some(tenant) = filter.tenant_id {
        conditions.push(format!("e.tenant_id = {}", bind(tenant.into())));
    }
    if let Some(from) = filter.from {
        conditions.push(format!("e.at >= {}", bind(from.into())));
    }
    if let Some(to) = filter.to {
        conditions.push(format!("e.at < {}", bind(to.into())));
    }
    if let Some(after) = filter.after {
        let (at, id) = (bind(after.at.into()), bind(after.id.into()));
        conditions.push(format!("(e.at, e.id) < ({at}, {id})"));
    }
    match conditions.is_empty() {
        true => (String::new(), values),
        false => (format!("WHERE {}", conditions.join(" AND ")), values),
    }
}

/// The name of a subject `<word>:<id>`, null for any other.
fn name<D: Dialect>(word: &str, select: &str) -> String {
    let begins = word.len() + 2;
    // Only PostgreSQL has a type for identifiers, and refuses text that is none.
    let id = D::pick(
        format!("CASE WHEN e.subject LIKE '{word}:%' THEN substr(e.subject, {begins}) END"),
        format!(
            "CASE WHEN e.subject ~ '^{word}:[0-9a-f-]{{36}}$' THEN CAST(substr(e.subject, {begins}) AS uuid) END"
        ),
    );
    format!("({select} = {id})")
}

fn key(entry: &JournalEntry) -> JournalKey {
    JournalKey {
        at: entry.event.at,
        id: entry.event.id,
    }
}

fn entry(row: &impl Columns) -> StoreResult<JournalEntry> {
    Ok(JournalEntry {
        event: audit_event(row)?,
        subject_name: row.opt_text("subject_name")?,
        tenant_name: row.opt_text("tenant_name")?,
    })
}
