//! What a bulk action would do, before it is taken.

use routine_domain::{
    Instant, Invalid, RoutineAction, RoutineId,
    consequence::{Member, Phrase, Sentence, consequence_of_many},
    instant::truncate,
};
use routine_store::Store;

use super::matching;
use crate::{
    CommandError, Desk,
    wire::{BulkAction, BulkConsequence, BulkRequest, BulkTarget},
};

/// So many are looked at one by one; beyond, the sentences say for how many they hold.
const LOOKED_AT: usize = 200;

pub async fn bulk_consequence(
    desk: &Desk,
    request: BulkRequest,
) -> Result<BulkConsequence, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let (action, until) = asked(&request.action);
    if until.is_some_and(|until| until <= now) {
        return Err(Invalid::new(
            "resume_at",
            "The time to resume has passed. Give one in the future.",
        )
        .into());
    }
    let (targets, total) = targets(store, request.target, now).await?;
    let mut members = Vec::with_capacity(targets.len());
    let mut changed = 0;
    for (id, revision) in &targets {
        match store.get_listing(*id, now).await? {
            Some(listing) if listing.routine.revision == *revision => {
                let open = store.count_open_runs(*id).await?;
                members.push(Member {
                    routine: listing.routine,
                    facts: listing.facts,
                    not_launched: open.not_launched,
                    under_way: open.under_way,
                });
            }
            _ => changed += 1,
        }
    }
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
