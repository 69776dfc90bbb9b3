use clap::{Args, Subcommand};
use routine_commands::{
    CommandError, Desk, routines,
    wire::{RoutineAt, RoutineDetail, RoutinePage, RoutineQuery, RoutineRow, RoutineSort, WayBack},
};
use routine_domain::{Instant, RoutineState, instant::rfc3339};

use super::{
    routine_bulk::{self, BulkArgs},
    routine_draft::CreateArgs,
    routine_match::MatchArgs,
};
use crate::{answer::Answer, lookup, open, table, words};

#[derive(Debug, Subcommand)]
pub enum RoutineCommand {
    /// A page of routines.
    List(ListArgs),
    /// One routine with its next fires.
    Show {
        /// The routine's name or id.
        routine: String,
    },
    /// Make a routine.
    Create(Box<CreateArgs>),
    /// Take it out of the schedule, by a person.
    Pause {
        #[command(flatten)]
        target: Target,
        /// Why.
        #[arg(long, default_value = "")]
        reason: String,
        /// Resume by itself at this time.
        #[arg(long, value_name = "TIME", value_parser = words::moment)]
        until: Option<Instant>,
    },
    /// Back into the schedule after a pause.
    Resume(Back),
    /// Back into the schedule after a dead letter or a switch-off, with clean counts.
    Revive(Back),
    /// Back from deletion.
    Restore(Back),
    /// Skip the waiting time of a retry: launch the same occurrence again now.
    TryNow(Target),
    /// End a waiting retry, and go on with the next planned time.
    StopRetrying(Target),
    /// One of these on every routine that matches; counts first, and tells what became of each.
    Bulk(BulkArgs),
    /// Ask for one run now; the schedule stays as it is.
    Run {
        /// The routine's name or id.
        routine: String,
        /// Input of this run alone, JSON.
        #[arg(long, value_name = "JSON")]
        input: Option<String>,
    },
    /// Delete it; its history stays, and it can be restored.
    Delete {
        #[command(flatten)]
        target: Target,
        /// Restore it instead.
        #[arg(long)]
        undo: bool,
    },
}

#[derive(Debug, Args)]
pub struct Target {
    /// The routine's name or id.
    routine: String,
    /// Only if it still is at this revision.
    #[arg(long)]
    revision: Option<u32>,
}

#[derive(Debug, Args)]
pub struct Back {
    #[command(flatten)]
    target: Target,
    /// Run a single fire that passed meanwhile at once, instead of leaving it.
    #[arg(long)]
    at_once: bool,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    #[command(flatten)]
    matching: MatchArgs,
    /// next_fire, name or created.
    #[arg(long, default_value = "next_fire", value_parser = words::sort)]
    sort: RoutineSort,
    /// Where the page before ended.
    #[arg(long)]
    cursor: Option<String>,
    #[arg(long, default_value_t = 50)]
    limit: u32,
}

pub async fn run(database: Option<&str>, command: RoutineCommand) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    match command {
        RoutineCommand::List(args) => list(&desk, args).await,
        RoutineCommand::Show { routine } => {
            let detail = lookup::routine(&desk, &routine).await?;
            Answer::new(&detail, shown(&detail))
        }
        RoutineCommand::Create(args) => {
            let draft = args.into_draft(&desk).await?;
            said("Made", routines::create(&desk, draft).await?)
        }
        RoutineCommand::Pause {
            target,
            reason,
            until,
        } => {
            let at = target.at(&desk).await?;
            said("Paused", routines::pause(&desk, at, reason, until).await?)
        }
        RoutineCommand::Resume(back) => back.take(&desk, WayBack::Resume).await,
        RoutineCommand::Revive(back) => back.take(&desk, WayBack::Revive).await,
        RoutineCommand::Restore(back) => back.take(&desk, WayBack::Restore).await,
        RoutineCommand::TryNow(target) => {
            let at = target.at(&desk).await?;
            said("Trying now:", routines::try_now(&desk, at).await?)
        }
        RoutineCommand::StopRetrying(target) => {
            let at = target.at(&desk).await?;
            said(
                "Stopped retrying",
                routines::stop_retrying(&desk, at).await?,
            )
        }
        RoutineCommand::Bulk(args) => routine_bulk::run(&desk, args).await,
        RoutineCommand::Run { routine, input } => {
            let id = lookup::routine(&desk, &routine).await?.row.id;
            let run = routines::run(&desk, id, input).await?;
            Answer::new(&run, format!("Asked for run {}.", run.id))
        }
        RoutineCommand::Delete { target, undo } => {
            let at = target.at(&desk).await?;
            if undo {
                said("Restored", routines::restore(&desk, at).await?)
            } else {
                said("Deleted", routines::delete(&desk, at).await?)
            }
        }
    }
}

impl Target {
    async fn at(&self, desk: &Desk) -> Result<RoutineAt, CommandError> {
        let row = lookup::routine(desk, &self.routine).await?.row;
        Ok(RoutineAt {
            id: row.id,
            revision: self.revision.unwrap_or(row.revision),
        })
    }
}

impl Back {
    async fn take(self, desk: &Desk, way: WayBack) -> Result<Answer, CommandError> {
        let at = self.target.at(desk).await?;
        let detail = match way {
            way if self.at_once => routines::bring_back_at_once(desk, at, way).await?,
            WayBack::Resume => routines::resume(desk, at).await?,
            WayBack::Revive => routines::revive(desk, at).await?,
            WayBack::Restore => routines::restore(desk, at).await?,
        };
        let done = match way {
            WayBack::Resume => "Resumed",
            WayBack::Revive => "Revived",
            WayBack::Restore => "Restored",
        };
        said(done, detail)
    }
}

async fn list(desk: &Desk, args: ListArgs) -> Result<Answer, CommandError> {
    let query = RoutineQuery {
        matching: args.matching.read(desk).await?,
        sort: args.sort,
        cursor: args.cursor,
        limit: args.limit,
    };
    let page = routines::list(desk, query).await?;
    Answer::new(&page, listed(&page))
}

fn said(done: &str, detail: RoutineDetail) -> Result<Answer, CommandError> {
    let row = &detail.row;
    let text = format!(
        "{done} {} ({}, revision {}).",
        row.name, row.id, row.revision
    );
    Answer::new(&detail, text)
}

fn listed(page: &RoutinePage) -> String {
    let rows: Vec<_> = page
        .rows
        .iter()
        .map(|row| {
            vec![
                row.id.to_string(),
                row.tenant_name.clone(),
                row.name.clone(),
                row.state.name().to_string(),
                row.trigger.sentence.clone(),
                row.next_fire_at.map(rfc3339).unwrap_or_default(),
            ]
        })
        .collect();
    let head = ["id", "tenant", "name", "state", "schedule", "next fire"];
    let mut text = table::lay_out(&head, &rows);
    if let Some(cursor) = &page.next_cursor {
        text.push_str(&format!("\nmore: --cursor {cursor}"));
    }
    text
}

/// Its name, and what keeps it from being launched.
fn state(row: &RoutineRow) -> String {
    match &row.state {
        RoutineState::Running {
            waits_for: Some(words),
            ..
        } => format!("{}, waits for {words}", row.state.name()),
        state => state.name().to_string(),
    }
}

fn shown(detail: &RoutineDetail) -> String {
    let row = &detail.row;
    let zone = row.trigger.zone.as_deref();
    let mut lines = vec![
        format!(
            "{} ({}), revision {}",
            row.name, row.tenant_name, row.revision
        ),
        format!("id          {}", row.id),
        format!("state       {}", state(row)),
        format!(
            "schedule    {} ({}{})",
            row.trigger.sentence,
            row.trigger.raw,
            zone.map(|zone| format!(", {zone}")).unwrap_or_default()
        ),
        format!("definition  {}", detail.definition.name),
        format!("owner       {}", row.owner),
        format!("instruction {}", detail.instruction),
        format!("input       {}", detail.input),
        format!("if late     {}", detail.misfire),
        format!("overlap     {}", detail.overlap),
        format!(
            "results to  {}",
            detail.destination_place.as_deref().unwrap_or("nowhere")
        ),
        format!(
            "next fire   {}",
            row.next_fire_at.map_or_else(|| "none".to_owned(), rfc3339)
        ),
    ];
    lines.extend(
        row.attention
            .iter()
            .map(|words| format!("attention   {words}")),
    );
    // Out of the schedule, these are not going to happen.
    if row.next_fire_at.is_some() {
        lines.extend(
            detail
                .next_fires
                .iter()
                .map(|fire| format!("            {} ({})", rfc3339(fire.at), fire.wall_clock)),
        );
    }
    lines.join("\n")
}
