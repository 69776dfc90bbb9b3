//! Failing routines put together. Pure.

use std::collections::{BTreeSet, HashMap};

use routine_domain::FailureLane;
use routine_store::model;

use crate::wire::{ErrorFacts, FailingRoutine, FailureGroup, FailureGrouping, RoutineAt};

/// Routines a card shows.
const SHOWN: usize = 4;
/// Names of tenants, or of definitions, that a card shows.
const NAMED: usize = 3;
/// What a bulk action may be given.
const MEMBERS: usize = 1_000;

/// Routines that belong together, newest first.
pub(super) struct Group {
    key: String,
    by: FailureGrouping,
    rows: Vec<model::FailingRoutine>,
}

/// The largest first, then the newest.
pub(super) fn of(rows: Vec<model::FailingRoutine>, by: FailureGrouping) -> Vec<Group> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    for row in rows {
        let key = match by {
            FailureGrouping::Error => row.fingerprint.clone(),
            FailureGrouping::Tenant => row.tenant_id.to_string(),
            FailureGrouping::One => row.id.to_string(),
        };
        let place = *places.entry(key.clone()).or_insert_with(|| {
            groups.push(Group {
                key,
                by,
                rows: Vec::new(),
            });
            groups.len() - 1
        });
        groups[place].rows.push(row);
    }
    // Stable: those of one size stay newest first.
    groups.sort_by_key(|group| std::cmp::Reverse(group.rows.len()));
    groups
}

/// How many gave up with each error.
pub(super) fn count_by_error(
    lanes: &[(FailureLane, Vec<model::FailingRoutine>)],
) -> HashMap<String, u32> {
    let mut counts = HashMap::new();
    let dead = lanes.iter().filter(|(lane, _)| *lane == FailureLane::Dead);
    for row in dead.flat_map(|(_, rows)| rows) {
        *counts.entry(row.fingerprint.clone()).or_insert(0) += 1;
    }
    counts
}

impl Group {
    /// The error of all its routines, where they have the same.
    pub(super) fn fingerprint(&self) -> Option<String> {
        let first = &self.rows.first()?.fingerprint;
        let same = self.rows.iter().all(|row| row.fingerprint == *first);
        same.then(|| first.clone())
    }

    pub(super) fn shown(self, error: Option<ErrorFacts>, gave_up: u32) -> FailureGroup {
        let newest = self.rows.iter().max_by_key(|row| row.failed_at);
        let error = error.zip(newest).map(|(facts, newest)| ErrorFacts {
            code: newest.error_code.clone(),
            sentence: newest.message.clone(),
            ..facts
        });
        let tenants: BTreeSet<_> = self
            .rows
            .iter()
            .map(|row| row.tenant_name.as_str())
            .collect();
        FailureGroup {
            title: self.title(),
            place: self.place(),
            error,
            tenants: super::count(tenants.len()),
            tenant_names: tenants.into_iter().take(NAMED).map(str::to_owned).collect(),
            since: self
                .rows
                .iter()
                .map(|row| row.since)
                .max()
                .unwrap_or_default(),
            routines: super::count(self.rows.len()),
            members: self.rows.iter().take(MEMBERS).map(at).collect(),
            gave_up,
            key: self.key,
            shown: self
                .rows
                .into_iter()
                .take(SHOWN)
                .map(FailingRoutine::from)
                .collect(),
        }
    }

    fn title(&self) -> String {
        let Some(first) = self.rows.first() else {
            return String::new();
        };
        match self.by {
            FailureGrouping::Error => title_of(&first.message, &first.error_code),
            FailureGrouping::Tenant => first.tenant_name.clone(),
            FailureGrouping::One => first.name.clone(),
        }
    }

    /// One endpoint where all are sent to the same, else what they run.
    fn place(&self) -> String {
        let endpoints: BTreeSet<_> = self
            .rows
            .iter()
            .map(|row| row.endpoint.as_deref())
            .collect();
        if let Some(Some(endpoint)) = endpoints.first().filter(|_| endpoints.len() == 1) {
            return (*endpoint).to_owned();
        }
        let names: BTreeSet<_> = self
            .rows
            .iter()
            .map(|row| row.definition_name.as_str())
            .collect();
        let more = names.len().saturating_sub(NAMED);
        let named = names.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
        match more {
            0 => named,
            more => format!("{named} and {more} more"),
        }
    }
}

/// The sentence without its full stop, or the code where there is none.
pub(crate) fn title_of(message: &str, code: &str) -> String {
    let sentence = message.split(". ").next().unwrap_or_default();
    match sentence.trim_end_matches('.').trim() {
        "" => code.to_owned(),
        sentence => sentence.to_owned(),
    }
}

fn at(row: &model::FailingRoutine) -> RoutineAt {
    RoutineAt {
        id: row.id,
        revision: row.revision,
    }
}

impl From<model::FailingRoutine> for FailingRoutine {
    fn from(row: model::FailingRoutine) -> Self {
        Self {
            id: row.id,
            revision: row.revision,
            name: row.name,
            tenant_name: row.tenant_name,
            definition_name: row.definition_name,
            consecutive_failures: row.consecutive_failures,
            dead_letter_after: row.dead_letter_after,
            next_fire_at: row.next_fire_at,
            since: row.since,
            run_id: row.run_id,
            message: row.message,
        }
    }
}
