use clap::{Args, Subcommand};
use routine_commands::{
    CommandError, journal,
    wire::{JournalPage, JournalQuery, JournalRow},
};
use routine_domain::{Instant, instant::rfc3339};

use crate::{answer::Answer, lookup, open, table, words};

#[derive(Debug, Subcommand)]
pub enum JournalCommand {
    /// A page of the journal, newest first.
    List(ListArgs),
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// The name or id of a routine.
    #[arg(long, conflicts_with = "subject")]
    routine: Option<String>,
    /// What was changed, as `tenant:ID` or `definition:ID`.
    #[arg(long)]
    subject: Option<String>,
    /// Who changed it, as it is written in the journal.
    #[arg(long)]
    actor: Option<String>,
    /// Only changes of this kind, such as `routine.paused`; may be given several times.
    #[arg(long)]
    kind: Vec<String>,
    /// The tenant's name or id.
    #[arg(long)]
    tenant: Option<String>,
    /// At this time or later.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    from: Option<Instant>,
    /// Before this time.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    to: Option<Instant>,
    /// Where the page before ended.
    #[arg(long)]
    cursor: Option<String>,
    #[arg(long, default_value_t = 50)]
    limit: u32,
}

pub async fn run(database: Option<&str>, command: JournalCommand) -> Result<Answer, CommandError> {
    let JournalCommand::List(args) = command;
    let desk = open::desk(database).await?;
    let subject = match &args.routine {
        Some(written) => {
            let routine = lookup::routine(&desk, written).await?;
            Some(format!("routine:{}", routine.row.id))
        }
        None => args.subject,
    };
    let query = JournalQuery {
        subject,
        actor: args.actor,
        kinds: args.kind,
        tenant_id: lookup::tenant_id(&desk, args.tenant.as_deref()).await?,
        from: args.from,
        to: args.to,
        cursor: args.cursor,
        limit: args.limit,
    };
    let page = journal::list(&desk, query).await?;
    Answer::new(&page, listed(&page))
}

fn listed(page: &JournalPage) -> String {
    let rows: Vec<_> = page.rows.iter().map(cells).collect();
    let mut text = table::lay_out(&["at", "actor", "kind", "subject", "changed"], &rows);
    if let Some(cursor) = &page.next_cursor {
        text.push_str(&format!("\nmore: --cursor {cursor}"));
    }
    text
}

fn cells(row: &JournalRow) -> Vec<String> {
    let fields: Vec<_> = row
        .changes
        .iter()
        .map(|change| change.field.as_str())
        .collect();
    let subject = match &row.subject.name {
        Some(name) => format!("{} {name}", row.subject.kind),
        None => row.subject.subject.clone(),
    };
    vec![
        rfc3339(row.at),
        row.actor.clone(),
        row.kind.clone(),
        subject,
        fields.join(", "),
    ]
}
