//! What a bulk action would do, before it is taken.

use std::collections::HashMap;

use routine_domain::{
    Instant, RoutineAction, RoutineId,
    change::check_resume_at,
    consequence::{Member, Phrase, Sentence, consequence_of_many},
    instant::truncate,
};
use routine_store::Store;

use super::matching;
use crate::{
    CommandError, Desk,
    wire::{BulkAction, BulkConsequence, BulkRequest, BulkTarget},
};

/// So many are looked at; beyond, the sentences say for how many they hold.
const LOOKED_AT: usize = 200;

pub async fn bulk_consequence(
    desk: &Desk,
    request: BulkRequest,
) -> Result<BulkConsequence, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let (action, until) = asked(&request.action);
    check_resume_at(until, now)?;
    let (targets, total) = targets(store, request.target, now).await?;
    let ids: Vec<_> = targets.iter().map(|(id, _)| *id).collect();
    let open = store.count_open_runs(&ids).await?;
    let listings = store.get_listings(&ids).await?;
    let seen: HashMap<_, _> = targets.iter().copied().collect();
    let unchanged = listings
        .into_iter()
        .filter(|found| seen.get(&found.routine.id) == Some(&found.routine.revision));
    let members: Vec<_> = unchanged
        .map(|found| {
            let open = open.get(&found.routine.id).copied().unwrap_or_default();
            Member {
                routine: found.routine,
                facts: found.facts,
                not_launched: open.not_launched,
                under_way: open.under_way,
            }
        })
        .collect();
    let changed = ids.len() - members.len();
    let mut sentences = consequence_of_many(action, until, &members, now);
    if changed > 0 {
        sentences.push(plain(format!(
            "Changed by someone else since they were chosen, and left out: {changed}."
        )));
    }
    if total > targets.len() {
        sentences.push(plain(format!(
            "These numbers are of the first {} of {total} routines.",
            targets.len()
        )));
    }
    Ok(BulkConsequence { sentences, now })
}

fn asked(action: &BulkAction) -> (RoutineAction, Option<Instant>) {
    match action {
        BulkAction::Pause { resume_at, .. } => (RoutineAction::Pause, resume_at.map(truncate)),
        BulkAction::Resume => (RoutineAction::Resume, None),
        BulkAction::Revive => (RoutineAction::Revive, None),
        BulkAction::RunNow => (RoutineAction::RunNow, None),
        BulkAction::TryNow => (RoutineAction::TryNow, None),
        BulkAction::Delete => (RoutineAction::Delete, None),
        BulkAction::Restore => (RoutineAction::Restore, None),
    }
}

/// The first of them, each with the revision it is acted on, and how many there are.
async fn targets(
    store: &dyn Store,
    target: BulkTarget,
    now: Instant,
) -> Result<(Vec<(RoutineId, u32)>, usize), CommandError> {
    match target {
        BulkTarget::Chosen { items } => {
            let first = items.iter().take(LOOKED_AT);
            Ok((first.map(|at| (at.id, at.revision)).collect(), items.len()))
        }
        BulkTarget::Matching { matching, .. } => {
            let Some(asked) = matching::of(matching, now) else {
                return Ok((Vec::new(), 0));
            };
            let total = store.count_matching(&asked, now).await? as usize;
            let limit = u32::try_from(LOOKED_AT).unwrap_or(u32::MAX);
            let found = store.find_targets(&asked, limit, now).await?;
            let first = found.into_iter().map(|target| (target.id, target.revision));
            Ok((first.collect(), total))
        }
    }
}

fn plain(words: String) -> Sentence {
    Sentence(vec![Phrase::Words(words)])
}
