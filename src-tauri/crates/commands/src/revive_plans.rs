//! Bringing many routines back: what a plan would do, starting it, watching it, ending it.

mod draft;
mod row;

use std::collections::BTreeSet;

use routine_domain::{
    Invalid, Mutation, RevivePlanId,
    protection::Reach,
    revive_plan::{MOST_ROUTINES, MOST_SPREAD_SECONDS},
};
use routine_store::model::{NewRevivePlan, PlanEnd};

pub use draft::draft;

use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    wire::{RevivePlan, ReviveRequest, Tag},
};

/// The newest plans that are listed.
const LISTED: u32 = 20;
const STALE: &[Tag] = &[Tag::Routines, Tag::Tenants, Tag::Definitions, Tag::Runs];

/// Any worker carries it on from here.
pub async fn start(desk: &Desk, request: ReviveRequest) -> Result<RevivePlan, CommandError> {
    check(&request)?;
    let reach = Reach::Several(request.routines.len());
    let Writing { store, now, actor } = desk.writing_to(Mutation::StartRevivePlan, reach).await?;
    let new = NewRevivePlan {
        subject: request.subject.trim().to_owned(),
        routines: request
            .routines
            .iter()
            .map(|at| (at.id, at.revision))
            .collect(),
        canary: request.canary,
        spread_seconds: request.spread_seconds,
        stop_after: request.stop_after,
    };
    for (id, _) in &new.routines {
        if store.get_routine(*id).await?.is_none() {
            return Err(crate::routines::not_found(*id));
        }
    }
    let id = store.create_revive_plan(&new, &actor, now).await?;
    desk.announce(STALE);
    get(desk, id).await
}

pub async fn get(desk: &Desk, id: RevivePlanId) -> Result<RevivePlan, CommandError> {
    let reading = desk.reading().await?;
    let plan = reading.store.get_revive_plan(id).await?;
    plan.map(|plan| row::of(plan, reading.now))
        .ok_or_else(|| not_found(id))
}

/// Newest first, without their routines.
pub async fn list(desk: &Desk) -> Result<Vec<RevivePlan>, CommandError> {
    let reading = desk.reading().await?;
    let plans = reading.store.list_revive_plans(LISTED).await?;
    Ok(plans
        .into_iter()
        .map(|plan| row::of(plan, reading.now))
        .collect())
}

/// What waits stays as it is.
pub async fn stop(desk: &Desk, id: RevivePlanId) -> Result<RevivePlan, CommandError> {
    let Writing { store, now, actor } = desk.writing(Mutation::StopRevivePlan).await?;
    ended(desk, id, store.stop_revive_plan(id, &actor, now).await?).await
}

/// Takes back each revival that nothing has come of.
pub async fn undo(desk: &Desk, id: RevivePlanId) -> Result<RevivePlan, CommandError> {
    let Writing { store, now, actor } = desk.writing(Mutation::UndoRevivePlan).await?;
    ended(desk, id, store.undo_revive_plan(id, &actor, now).await?).await
}

async fn ended(
    desk: &Desk,
    id: RevivePlanId,
    end: Option<PlanEnd>,
) -> Result<RevivePlan, CommandError> {
    match end {
        None => Err(not_found(id)),
        Some(PlanEnd::Refused(sentence)) => Err(CommandError::new(ErrorCode::Refused, sentence)),
        Some(PlanEnd::Ended) => {
            desk.announce(STALE);
            get(desk, id).await
        }
    }
}

fn check(request: &ReviveRequest) -> Result<(), Invalid> {
    let count = request.routines.len();
    let ids: BTreeSet<_> = request.routines.iter().map(|at| at.id).collect();
    if count == 0 || count > MOST_ROUTINES {
        return Err(Invalid::new(
            "routines",
            format!("The plan names {count} routines. It can hold 1 to {MOST_ROUTINES}."),
        ));
    }
    if ids.len() != count {
        return Err(Invalid::new(
            "routines",
            "The plan names a routine twice. Name each once.",
        ));
    }
    if request.canary.is_some_and(|canary| !ids.contains(&canary)) {
        return Err(Invalid::new(
            "canary",
            "The canary is none of the plan's routines. Choose one of them.",
        ));
    }
    if request.spread_seconds > MOST_SPREAD_SECONDS {
        return Err(Invalid::new(
            "spread_seconds",
            format!(
                "The window is {} s. At most {MOST_SPREAD_SECONDS} s (a day) are accepted.",
                request.spread_seconds
            ),
        ));
    }
    if request.stop_after == Some(0) {
        return Err(Invalid::new(
            "stop_after",
            "The plan would stop at once. Stop after 1 or more failures, or never.",
        ));
    }
    Ok(())
}

fn not_found(id: RevivePlanId) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("There is no revive plan with the id {id}."),
    )
}
