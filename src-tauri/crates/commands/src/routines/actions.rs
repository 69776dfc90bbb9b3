use routine_domain::{
    Instant, RoutineId, StateFacts,
    change::check_resume_at,
    consequence::{Situation, consequence as told},
    instant::truncate,
};

use super::not_found;
use crate::{
    CommandError, Desk,
    wire::{ConsequenceNote, Protection, RoutineAction, RoutineOffer},
};

/// Why nothing can be done over a connection that only reads.
pub(crate) const READ_ONLY: &str = "The database can only be read.";

/// Every action on a routine, with the reason where it is not possible.
pub(super) fn offers(facts: &StateFacts, protection: Protection) -> Vec<RoutineOffer> {
    let offer = |action: RoutineAction| RoutineOffer {
        action,
        why_not: why_not(action, facts, protection),
    };
    RoutineAction::ALL.iter().copied().map(offer).collect()
}

/// The ones that are possible.
pub(super) fn allowed(facts: &StateFacts, protection: Protection) -> Vec<RoutineAction> {
    let all = RoutineAction::ALL.iter().copied();
    all.filter(|action| why_not(*action, facts, protection).is_none())
        .collect()
}

fn why_not(action: RoutineAction, facts: &StateFacts, protection: Protection) -> Option<String> {
    match protection {
        Protection::ReadOnly => Some(READ_ONLY.to_owned()),
        Protection::Confirm | Protection::Full => action.why_not(facts),
    }
}

/// What an action would do to a routine, before it is taken; `until` is when a pause is to end.
pub async fn consequence(
    desk: &Desk,
    id: RoutineId,
    action: RoutineAction,
    until: Option<Instant>,
) -> Result<ConsequenceNote, CommandError> {
    let reading = desk.reading().await?;
    let (store, now) = (reading.store.as_ref(), reading.now);
    let until = until.map(truncate);
    check_resume_at(until, now)?;
    let listing = store
        .get_listing(id, now)
        .await?
        .ok_or_else(|| not_found(id))?;
    let mut open = store.count_open_runs(&[id]).await?;
    let open = open.remove(&id).unwrap_or_default();
    let situation = Situation {
        routine: &listing.routine,
        dead_letter_after: listing.facts.dead_letter_after,
        not_launched: open.not_launched,
        under_way: open.under_way,
    };
    let told = told(action, until, situation, now);
    Ok(ConsequenceNote {
        sentences: told.sentences,
        first_fire: told.first_fire,
        fires_lost: told.fires_lost,
        passed_once: told.passed_once,
        why_not: why_not(action, &listing.facts, reading.protection),
        now,
    })
}
