//! A routine as it is kept, and the parts of it that decide when it fires.

use serde::{Deserialize, Serialize};

use crate::{
    DefinitionId, Destination, Instant, Misfire, Overlap, RoutineId, StateFacts, TenantId,
    TriggerSpec,
    state::{Deletion, Off},
};

/// So many runs given up in a row need someone's attention.
pub const ATTENTION_AFTER_ABANDONED: u32 = 10;

/// A standing instruction that fires on a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routine {
    pub id: RoutineId,
    pub tenant_id: TenantId,
    pub name: String,
    pub instruction: String,
    pub definition_id: DefinitionId,
    /// JSON text, exactly as it was written.
    pub input: String,
    pub owner: String,
    pub trigger: TriggerSpec,
    pub misfire: Misfire,
    pub overlap: Overlap,
    /// Where results go; none means nowhere.
    #[serde(default)]
    pub destination: Option<Destination>,
    /// Counts every edit: the token of people.
    pub revision: u32,
    /// Counts what moves the schedule: the token of outcomes.
    pub schedule_revision: u32,
    /// None while it is on.
    pub off: Option<Off>,
    pub deleted: Option<Deletion>,
    pub placement: Placement,
    pub streaks: Streaks,
    pub created_by: String,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// Where a routine stands in the schedule.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Placement {
    /// Set exactly while the routine is on, timed, not deleted, not dead-lettered and not done.
    pub next_fire_at: Option<Instant>,
    /// It has no further fire: a `once` that was claimed, or a calendar that ended.
    pub done_at: Option<Instant>,
    /// The occurrence that waits to be launched again; `next_fire_at` is when.
    pub retry: Option<Retry>,
    /// The newest occurrence ever claimed: an older one may not take the retry slot.
    pub newest_claimed_for: Option<Instant>,
    pub dead_lettered_at: Option<Instant>,
}

/// An occurrence whose launch failed and will be tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retry {
    pub scheduled_for: Instant,
    /// The number the next attempt will have.
    pub attempt: u32,
}

/// What is counted in a row, and ends a routine when it goes on for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Streaks {
    /// Launch failures.
    pub consecutive_failures: u32,
    /// The occurrence of the last launch failure: only one not older than it clears the count.
    pub last_failed_for: Option<Instant>,
    /// Runs that started and failed.
    pub failed_runs: u32,
    /// Runs given up with their workers. They count here alone.
    #[serde(default)]
    pub abandoned_runs: u32,
}

impl Routine {
    /// Whether it may ever be claimed: on, not deleted and not dead-lettered.
    pub fn is_live(&self) -> bool {
        self.off.is_none() && self.deleted.is_none() && self.placement.dead_lettered_at.is_none()
    }

    /// Whether it takes a place under its owner's cap: a pause that will end keeps its place.
    pub fn takes_a_place(&self) -> bool {
        let off = self.off.as_ref();
        off.is_none_or(|off| off.resume_at.is_some()) && self.deleted.is_none()
    }

    /// What its state is derived from, together with what only the database can tell.
    pub fn facts(
        &self,
        dead_letter_after: u32,
        running_since: Option<Instant>,
        last_sweep_at: Option<Instant>,
    ) -> StateFacts {
        StateFacts {
            off: self.off.clone(),
            deleted: self.deleted.clone(),
            dead_lettered_at: self.placement.dead_lettered_at,
            done_at: self.placement.done_at,
            next_fire_at: self.placement.next_fire_at,
            retry_waits: self.placement.retry.is_some(),
            consecutive_failures: self.streaks.consecutive_failures,
            dead_letter_after,
            running_since,
            waits_for: None,
            last_sweep_at,
        }
    }

    /// What someone should look at though nothing in its state says so; one sentence.
    pub fn attention(&self) -> Option<String> {
        let abandoned = self.streaks.abandoned_runs;
        (abandoned >= ATTENTION_AFTER_ABANDONED).then(|| {
            format!(
                "Its last {abandoned} runs were abandoned: nobody has heard how they ended. Look at the workers and at what it runs."
            )
        })
    }
}
