//! Who changed what. Entries are written by the store, in the transaction of each change; nothing
//! changes them afterwards.

use routine_domain::field_changes::field_changes;
use routine_store::model::{JournalEntry, JournalFilter};

use crate::{
    CommandError, Desk, cursor,
    wire::{JournalPage, JournalQuery, JournalRow, JournalSubject},
};

pub async fn list(desk: &Desk, query: JournalQuery) -> Result<JournalPage, CommandError> {
    let filter = JournalFilter {
        subject: query.subject,
        actor: query.actor,
        kinds: query.kinds,
        tenant_id: query.tenant_id,
        from: query.from,
        to: query.to,
        after: query
            .cursor
            .as_deref()
            .map(cursor::journal_key)
            .transpose()?,
        limit: cursor::page_size(query.limit)?,
    };
    let reading = desk.reading().await?;
    let page = reading.store.journal(&filter).await?;
    Ok(JournalPage {
        rows: page.rows.into_iter().map(JournalRow::from).collect(),
        next_cursor: page.next.map(cursor::of_journal),
        now: reading.now,
    })
}

impl From<JournalEntry> for JournalRow {
    fn from(entry: JournalEntry) -> Self {
        let event = entry.event;
        let (kind, id) = event
            .subject
            .split_once(':')
            .unwrap_or((event.subject.as_str(), ""));
        Self {
            id: event.id,
            at: event.at,
            actor: event.actor,
            database_role: event.database_role,
            kind: event.kind,
            subject: JournalSubject {
                kind: kind.to_owned(),
                id: id.to_owned(),
                name: entry.subject_name,
                subject: event.subject,
            },
            tenant_id: event.tenant_id,
            tenant_name: entry.tenant_name,
            changes: field_changes(event.before.as_deref(), event.after.as_deref()),
        }
    }
}
