//! From what a screen asks for to what the store looks for.

use chrono::TimeDelta;
use routine_domain::{Instant, StateName, TenantId};
use routine_store::model;

use crate::{
    CommandError, Desk,
    wire::{RoutineMatch, RoutineView},
};

/// How many routines match; exact to 10,000, then 10,001.
pub async fn count(desk: &Desk, asked: RoutineMatch) -> Result<u32, CommandError> {
    let reading = desk.reading().await?;
    match of(asked, reading.now) {
        Some(matching) => Ok(reading.store.count_matching(&matching, reading.now).await?),
        None => Ok(0),
    }
}

/// Everyone who owns a routine that is not deleted, by name.
pub async fn owners(desk: &Desk, tenant_id: Option<TenantId>) -> Result<Vec<String>, CommandError> {
    Ok(desk.reading().await?.store.list_owners(tenant_id).await?)
}

/// None when nothing can match.
pub(crate) fn of(asked: RoutineMatch, now: Instant) -> Option<model::RoutineMatch> {
    Some(model::RoutineMatch {
        states: states_of(asked.view, asked.states)?,
        triggers: asked.triggers,
        tenant_id: asked.tenant_id,
        definition_id: asked.definition_id,
        owner: asked.owner,
        search: asked.search.filter(|words| !words.trim().is_empty()),
        due_by: asked
            .due_within_seconds
            .map(|seconds| now + TimeDelta::seconds(seconds.into())),
        off_since: asked
            .off_for_days
            .map(|days| now - TimeDelta::days(days.min(FAR_DAYS).into())),
    })
}

/// Nothing was switched off a century ago; further back there would be no instant to compare with.
const FAR_DAYS: u32 = 36_500;

/// The states a view shows, narrowed to those asked for; none when nothing can match.
fn states_of(view: RoutineView, asked: Vec<StateName>) -> Option<Vec<StateName>> {
    let shown: &[StateName] = match view {
        RoutineView::All => {
            let live: Vec<_> = asked
                .iter()
                .copied()
                .filter(|state| *state != StateName::Deleted)
                .collect();
            return (asked.is_empty() || !live.is_empty()).then_some(live);
        }
        RoutineView::Failing => &[
            StateName::BackingOff,
            StateName::DeadLettered,
            StateName::SwitchedOff,
            StateName::CannotFire,
        ],
        RoutineView::Off => &[StateName::Off],
        RoutineView::Manual => &[StateName::Manual],
        RoutineView::Deleted => &[StateName::Deleted],
    };
    if asked.is_empty() {
        return Some(shown.to_vec());
    }
    let both: Vec<_> = asked
        .into_iter()
        .filter(|state| shown.contains(state))
        .collect();
    (!both.is_empty()).then_some(both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::{TriggerKind, instant::from_millis};

    #[test]
    fn a_view_narrows_the_states_asked_for() {
        use StateName::*;
        assert_eq!(states_of(RoutineView::All, vec![]), Some(vec![]));
        assert_eq!(states_of(RoutineView::All, vec![Deleted]), None);
        assert_eq!(
            states_of(RoutineView::All, vec![Done, Deleted]),
            Some(vec![Done])
        );
        assert_eq!(states_of(RoutineView::Off, vec![Scheduled]), None);
        assert_eq!(
            states_of(RoutineView::Failing, vec![BackingOff, Done]),
            Some(vec![BackingOff])
        );
    }

    #[test]
    fn spans_are_counted_from_now() {
        let now = from_millis(1_700_000_000_000).unwrap();
        let asked = RoutineMatch {
            triggers: vec![TriggerKind::Cron],
            due_within_seconds: Some(3_600),
            off_for_days: Some(30),
            ..RoutineMatch::default()
        };
        let matching = of(asked, now).unwrap();
        assert_eq!(matching.due_by, Some(now + TimeDelta::hours(1)));
        assert_eq!(matching.off_since, Some(now - TimeDelta::days(30)));
        assert_eq!(matching.triggers, [TriggerKind::Cron]);
    }
}
