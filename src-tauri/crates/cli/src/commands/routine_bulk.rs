//! `routine bulk`: one action on every routine that matches.

use clap::{Args, ValueEnum};
use routine_commands::{
    CommandError, Desk, routines,
    wire::{BulkAction, BulkReport, BulkRequest, BulkTarget},
};
use routine_domain::Instant;
use serde_json::json;

use super::routine_match::MatchArgs;
use crate::{answer::Answer, words};

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Action {
    Pause,
    Resume,
    Revive,
    Run,
    Try,
    Delete,
    Restore,
}

#[derive(Debug, Args)]
pub struct BulkArgs {
    #[arg(value_enum)]
    action: Action,
    #[command(flatten)]
    matching: MatchArgs,
    /// Only count what matches.
    #[arg(long)]
    dry_run: bool,
    /// Why, for a pause.
    #[arg(long, default_value = "")]
    reason: String,
    /// Resume by themselves at this time, for a pause.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    until: Option<Instant>,
}

pub async fn run(desk: &Desk, args: BulkArgs) -> Result<Answer, CommandError> {
    let matching = args.matching.read(desk).await?;
    let at_most = routines::count(desk, matching.clone()).await?;
    if args.dry_run {
        let text = format!("{at_most} routines match.");
        return Answer::new(&json!({ "matching": at_most }), text);
    }
    let action = match args.action {
        Action::Pause => BulkAction::Pause {
            reason: args.reason,
            resume_at: args.until,
        },
        Action::Resume => BulkAction::Resume,
        Action::Revive => BulkAction::Revive,
        Action::Run => BulkAction::RunNow,
        Action::Try => BulkAction::TryNow,
        Action::Delete => BulkAction::Delete,
        Action::Restore => BulkAction::Restore,
    };
    let target = BulkTarget::Matching { matching, at_most };
    let report = routines::run_bulk(desk, BulkRequest { action, target }).await?;
    Answer::new(&report, told(&report))
}

fn told(report: &BulkReport) -> String {
    let mut lines = vec![format!(
        "{} done, {} left out, {} in conflict.",
        report.done,
        report.left_out.len(),
        report.conflicts.len()
    )];
    let left_out = report.left_out.iter();
    lines.extend(left_out.map(|item| format!("left out  {}: {}", item.name, item.reason)));
    let conflicts = report.conflicts.iter();
    lines.extend(
        conflicts.map(|item| format!("conflict  {}: changed by {}", item.name, item.changed_by)),
    );
    lines.join("\n")
}
