use routine_domain::{
    Cause, ChangeRefusal, DefinitionId, Destination, Instant, LauncherKind, Misfire, Overlap,
    Routine, RoutineId, RunId, RunStatus, StateFacts, StateName, TenantId, TriggerKind,
    TriggerSpec,
};

/// A routine to be made; every text is within its limits and the trigger was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRoutine {
    pub tenant_id: TenantId,
    pub name: String,
    pub instruction: String,
    pub definition_id: DefinitionId,
    pub input: String,
    pub owner: String,
    pub trigger: TriggerSpec,
    pub misfire: Misfire,
    pub overlap: Overlap,
    /// Where results go; none means nowhere.
    pub destination: Option<Destination>,
    /// Born disabled when false: off by the actor, never claimed in between. A preset always is.
    pub enabled: bool,
    /// Made at most once in its tenant.
    pub preset_key: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreateOutcome {
    Created(Box<Routine>),
    /// The preset was made before; this is what became of it. A deleted one is not made again.
    PresetExists(Box<Routine>),
    /// The owner already has as many enabled routines as the tenant's policy allows.
    CapReached {
        owner: String,
        cap: u32,
    },
    /// No such tenant, or no such definition in it.
    NoSuchDefinition,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeOutcome {
    Changed(Box<Routine>),
    /// Someone changed it first; this is how it stands now, and who changed it last.
    Conflict {
        current: Box<Routine>,
        changed_by: String,
    },
    Refused(ChangeRefusal),
    CapReached {
        owner: String,
        cap: u32,
    },
    NotFound,
}

/// A routine with what lists show beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutineListing {
    pub routine: Routine,
    pub tenant_name: String,
    pub definition_name: String,
    pub launcher: LauncherKind,
    /// What its state is derived from.
    pub facts: StateFacts,
}

/// Where a page of routines begins: the sort value and id of the last row before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoutineKey {
    NextFire {
        next_fire_at: Option<Instant>,
        name: String,
        id: RoutineId,
    },
    Name {
        name: String,
        id: RoutineId,
    },
    Created {
        created_at: Instant,
        id: RoutineId,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutineOrder {
    /// Soonest first; those without a next fire last, by name.
    NextFire,
    Name,
    /// Newest first.
    Created,
}

/// Which routines; without conditions, all but the deleted ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoutineMatch {
    /// Any of these states; none means all but the deleted ones.
    pub states: Vec<StateName>,
    /// Any of these kinds of trigger; none means all.
    pub triggers: Vec<TriggerKind>,
    pub tenant_id: Option<TenantId>,
    /// What runs this definition.
    pub definition_id: Option<DefinitionId>,
    /// Exactly this owner.
    pub owner: Option<String>,
    /// Text to find in name, instruction or owner, in any case.
    pub search: Option<String>,
    /// Next fire at this time or before.
    pub due_by: Option<Instant>,
    /// Off since this time or longer.
    pub off_since: Option<Instant>,
}

/// A routine that a bulk action is to touch, and the revision at which it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutineTarget {
    pub id: RoutineId,
    pub name: String,
    pub revision: u32,
}

/// Which routines, in which order, from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutineFilter {
    pub matching: RoutineMatch,
    pub order: RoutineOrder,
    pub after: Option<RoutineKey>,
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutinePage {
    pub rows: Vec<RoutineListing>,
    pub next: Option<RoutineKey>,
    /// Rows that match; exact to 10,000, then 10,001.
    pub matching: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoutineCounts {
    pub all: u32,
    /// Backing off, dead-lettered, switched off by the system, or unable to fire.
    pub failing: u32,
    /// Off by a person.
    pub off: u32,
    pub manual: u32,
    pub deleted: u32,
}

/// One mark in a strip of recent runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripMark {
    pub routine_id: RoutineId,
    pub run_id: RunId,
    pub status: RunStatus,
    pub cause: Cause,
    pub scheduled_for: Option<Instant>,
    pub recorded_at: Instant,
    pub finished_at: Option<Instant>,
}
