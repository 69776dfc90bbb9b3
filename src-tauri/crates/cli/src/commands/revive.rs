use clap::{Args, Subcommand};
use routine_commands::{
    CommandError, Desk, revive_plans,
    wire::{ReviveDraft, RevivePlan, ReviveRequest, ReviveScope, RoutineAt},
};
use routine_domain::{FailureLane, Invalid, RevivePlanId, instant::rfc3339};

use crate::{answer::Answer, lookup, open, table};

#[derive(Debug, Subcommand)]
pub enum ReviveCommand {
    /// Say what a plan would revive; with --start, begin it. Any worker carries it on.
    Plan(PlanArgs),
    /// How a plan stands, routine by routine.
    Status { plan: RevivePlanId },
    /// End it; what waits stays as it is.
    Stop { plan: RevivePlanId },
    /// Take back each revival that nothing has come of.
    Undo { plan: RevivePlanId },
    /// The newest plans.
    List,
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Only these, by name or id; all that fit where none is named.
    routines: Vec<String>,
    /// dead or off; both where none is named.
    #[arg(long)]
    lane: Option<FailureLane>,
    /// Only those that failed with this error, by its fingerprint.
    #[arg(long, value_name = "FINGERPRINT")]
    error: Option<String>,
    /// The tenant's name or id.
    #[arg(long)]
    tenant: Option<String>,
    /// The routine that is tried first; the cheapest where none is named.
    #[arg(long, value_name = "ROUTINE", conflicts_with = "no_canary")]
    canary: Option<String>,
    /// Try none first.
    #[arg(long)]
    no_canary: bool,
    /// Bring them back over so many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    spread: u32,
    /// Stop when so many of the revived fail again.
    #[arg(long, value_name = "N")]
    stop_after: Option<u32>,
    /// Begin.
    #[arg(long)]
    start: bool,
}

pub async fn run(database: Option<&str>, command: ReviveCommand) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    match command {
        ReviveCommand::Plan(args) => plan(&desk, args).await,
        ReviveCommand::Status { plan } => shown(revive_plans::get(&desk, plan).await?),
        ReviveCommand::Stop { plan } => shown(revive_plans::stop(&desk, plan).await?),
        ReviveCommand::Undo { plan } => shown(revive_plans::undo(&desk, plan).await?),
        ReviveCommand::List => {
            let plans = revive_plans::list(&desk).await?;
            let rows: Vec<_> = plans
                .iter()
                .map(|plan| {
                    vec![
                        plan.id.to_string(),
                        rfc3339(plan.created_at),
                        plan.created_by.clone(),
                        plan.status.to_string(),
                        plan.subject.clone(),
                    ]
                })
                .collect();
            let head = ["id", "started", "by", "status", "of"];
            Answer::new(&plans, table::lay_out(&head, &rows))
        }
    }
}

async fn plan(desk: &Desk, args: PlanArgs) -> Result<Answer, CommandError> {
    let mut routines = Vec::with_capacity(args.routines.len());
    for written in &args.routines {
        routines.push(lookup::routine(desk, written).await?.row.id);
    }
    let scope = ReviveScope {
        lane: args.lane,
        fingerprint: args.error,
        tenant_id: lookup::tenant_id(desk, args.tenant.as_deref()).await?,
        routines,
    };
    let draft = revive_plans::draft(desk, scope).await?;
    if !args.start {
        return Answer::new(&draft, drafted(&draft));
    }
    if draft.candidates.is_empty() {
        return Err(Invalid::new("routines", "There is nothing to revive.").into());
    }
    let canary = match &args.canary {
        Some(written) => Some(lookup::routine(desk, written).await?.row.id),
        None => draft.canary.filter(|_| !args.no_canary),
    };
    let request = ReviveRequest {
        subject: draft.subject,
        routines: draft
            .candidates
            .iter()
            .map(|candidate| RoutineAt {
                id: candidate.id,
                revision: candidate.revision,
            })
            .collect(),
        canary,
        spread_seconds: args.spread,
        stop_after: args.stop_after,
    };
    shown(revive_plans::start(desk, request).await?)
}

fn drafted(draft: &ReviveDraft) -> String {
    let rows: Vec<_> = draft
        .candidates
        .iter()
        .map(|candidate| {
            vec![
                candidate.name.clone(),
                candidate.tenant_name.clone(),
                candidate.next_fire_at.map(rfc3339).unwrap_or_default(),
                candidate.lost_fires.to_string(),
            ]
        })
        .collect();
    let mut text = format!("{}: {} would be revived.\n", draft.subject, rows.len());
    text.push_str(&table::lay_out(
        &["name", "tenant", "first fire", "lost fires"],
        &rows,
    ));
    for left_out in &draft.left_out {
        text.push_str(&format!(
            "\nleft out: {}. {}",
            left_out.name, left_out.reason
        ));
    }
    text.push_str("\nBegin with --start.");
    text
}

fn shown(plan: RevivePlan) -> Result<Answer, CommandError> {
    let rows: Vec<_> = plan
        .items
        .iter()
        .map(|item| {
            vec![
                item.name.clone(),
                item.tenant_name.clone(),
                item.outcome
                    .map_or_else(|| "waits".to_owned(), |outcome| outcome.to_string()),
                item.revived_at
                    .or(item.revive_at)
                    .map(rfc3339)
                    .unwrap_or_default(),
                item.message.clone().unwrap_or_default(),
            ]
        })
        .collect();
    let mut text = format!("Plan {}, {}: {}.", plan.id, plan.subject, plan.status);
    if let Some(message) = &plan.message {
        text.push_str(&format!(" {message}"));
    }
    text.push('\n');
    let head = ["name", "tenant", "outcome", "at", "message"];
    text.push_str(&table::lay_out(&head, &rows));
    Answer::new(&plan, text)
}
