use clap::{Args, Subcommand};
use routine_commands::{
    CommandError, runs,
    wire::{CancelResult, FinishReport, FinishResult, RunDetail, RunPage, RunQuery, RunRow},
};
use routine_domain::{Cause, Delivery, Instant, RunId, RunStatus, instant::rfc3339};

use crate::{answer::Answer, lookup, open, table, words};

#[derive(Debug, Subcommand)]
pub enum RunsCommand {
    /// A page of history, newest first.
    List(ListArgs),
    /// One run with its error, output and attempts.
    Show { run: RunId },
    /// End a run that is open, where it can be ended.
    Cancel { run: RunId },
    /// Run an ended run once more, with the same input or another.
    Replay {
        run: RunId,
        /// Input of the new run, JSON.
        #[arg(long, value_name = "JSON")]
        input: Option<String>,
    },
    /// Report how work that was handed off ended; the first report wins.
    Finish(FinishArgs),
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only runs of this status; may be given several times.
    #[arg(long)]
    status: Vec<RunStatus>,
    /// Only launch failures that dead-lettered their routine.
    #[arg(long)]
    dead_lettered: bool,
    /// Only runs of this cause; may be given several times.
    #[arg(long)]
    cause: Vec<Cause>,
    /// The routine's name or id.
    #[arg(long)]
    routine: Option<String>,
    /// The tenant's name or id.
    #[arg(long)]
    tenant: Option<String>,
    /// Recorded at this time or later.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    from: Option<Instant>,
    /// Recorded before this time.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    to: Option<Instant>,
    /// Text in the error, the key or the input; needs --from.
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// Where the page before ended.
    #[arg(long)]
    cursor: Option<String>,
    #[arg(long, default_value_t = 50)]
    limit: u32,
}

#[derive(Debug, Args)]
pub struct FinishArgs {
    run: RunId,
    /// The work succeeded.
    #[arg(long, conflicts_with = "failed", required_unless_present = "failed")]
    succeeded: bool,
    /// The work failed, for this reason.
    #[arg(long, value_name = "REASON")]
    failed: Option<String>,
    /// What the work said.
    #[arg(long, value_name = "TEXT")]
    output: Option<String>,
}

pub async fn run(database: Option<&str>, command: RunsCommand) -> Result<Answer, CommandError> {
    match command {
        RunsCommand::List(args) => list(database, args).await,
        RunsCommand::Show { run } => {
            let desk = open::desk(database).await?;
            let detail = runs::get(&desk, run).await?;
            Answer::new(&detail, shown(&detail))
        }
        RunsCommand::Cancel { run } => {
            let desk = open::desk(database).await?;
            let result = runs::cancel(&desk, run).await?;
            let text = match result {
                CancelResult::Cancelled => "Cancelled before it was launched.",
                CancelResult::Requested => "Asked its worker to end it.",
            };
            Answer::new(&result, text)
        }
        RunsCommand::Replay { run, input } => {
            let desk = open::desk(database).await?;
            let replay = runs::replay(&desk, run, input).await?;
            Answer::new(&replay, format!("Asked for run {}.", replay.id))
        }
        RunsCommand::Finish(args) => finish(database, args).await,
    }
}

async fn list(database: Option<&str>, args: ListArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let routine_id = match &args.routine {
        Some(written) => Some(lookup::routine(&desk, written).await?.row.id),
        None => None,
    };
    let query = RunQuery {
        statuses: args.status,
        dead_lettered: args.dead_lettered,
        causes: args.cause,
        routine_id,
        tenant_id: lookup::tenant_id(&desk, args.tenant.as_deref()).await?,
        search: args.search,
        from: args.from,
        to: args.to,
        cursor: args.cursor,
        limit: args.limit,
    };
    let page = runs::list(&desk, query).await?;
    Answer::new(&page, listed(&page))
}

async fn finish(database: Option<&str>, args: FinishArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let report = FinishReport {
        run_id: args.run,
        succeeded: args.succeeded,
        output: args.output,
        error: args.failed,
    };
    let result = runs::finish(&desk, report).await?;
    let text = match result {
        FinishResult::Recorded => "Recorded.".to_owned(),
        FinishResult::LostTheRace { status } => {
            format!("The run had already ended as {status}. Nothing was written.")
        }
    };
    Answer::new(&result, text)
}

fn listed(page: &RunPage) -> String {
    let rows: Vec<_> = page.rows.iter().map(cells).collect();
    let mut text = table::lay_out(
        &[
            "id", "recorded", "routine", "status", "cause", "attempt", "message",
        ],
        &rows,
    );
    if let Some(searched_to) = page.searched_to {
        text.push_str(&format!("\nlooked back to {}", rfc3339(searched_to)));
    }
    if let Some(cursor) = &page.next_cursor {
        text.push_str(&format!("\nmore: --cursor {cursor}"));
    }
    text
}

fn cells(run: &RunRow) -> Vec<String> {
    vec![
        run.id.to_string(),
        rfc3339(run.recorded_at),
        run.routine_name.clone(),
        run.status.to_string(),
        run.cause.to_string(),
        run.attempt.to_string(),
        run.message.clone().unwrap_or_default(),
    ]
}

fn shown(detail: &RunDetail) -> String {
    let row = &detail.row;
    let mut lines = vec![
        format!("{} of {} ({})", row.id, row.routine_name, row.tenant_name),
        format!("status    {}", row.status),
        format!("cause     {}", row.cause),
        format!("key       {}", detail.idempotency_key),
        format!("attempt   {} of {}", row.attempt, detail.dead_letter_after),
        format!("input     {}", detail.input),
    ];
    let optional = [
        ("planned  ", row.scheduled_for.map(rfc3339)),
        ("launched ", detail.launched_at.map(rfc3339)),
        ("finished ", row.finished_at.map(rfc3339)),
        ("retry    ", detail.next_attempt_at.map(rfc3339)),
        ("waits for", row.waits_for.clone()),
        ("worker   ", row.worker.clone()),
        ("replays  ", detail.replay_of.map(|of| of.to_string())),
        (
            "cancel   ",
            detail
                .cancel_requested
                .as_ref()
                .map(|asked| format!("asked for by {} at {}", asked.by, rfc3339(asked.at))),
        ),
        ("message  ", row.message.clone()),
        (
            "detail   ",
            detail.error.as_ref().and_then(|error| error.detail.clone()),
        ),
        ("output   ", detail.output.clone()),
        (
            "delivery ",
            (detail.delivery.state != Delivery::None).then(|| detail.delivery.sentence.clone()),
        ),
    ];
    lines.extend(
        optional
            .into_iter()
            .filter_map(|(label, value)| Some(format!("{label} {}", value?.trim_end()))),
    );
    lines.join("\n")
}
