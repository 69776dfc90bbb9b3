use routine_domain::{
    Instant, RevivePlanId, RoutineId, RunId, RunStatus, TenantId,
    revive_plan::{ItemOutcome, PlanStatus},
};

/// A plan to be made; its routines were looked at with these revisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRevivePlan {
    /// What it is made from, in words.
    pub subject: String,
    pub routines: Vec<(RoutineId, u32)>,
    /// One of the routines, tried first.
    pub canary: Option<RoutineId>,
    pub spread_seconds: u32,
    pub stop_after: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevivePlan {
    pub id: RevivePlanId,
    pub subject: String,
    pub created_by: String,
    pub created_at: Instant,
    pub spread_seconds: u32,
    pub stop_after: Option<u32>,
    pub canary_id: Option<RoutineId>,
    pub canary_run: Option<(RunId, Option<RunStatus>)>,
    pub status: PlanStatus,
    pub next_step_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    /// Why it stopped.
    pub message: Option<String>,
    /// The canary first, then in the order they come back.
    pub items: Vec<RevivePlanItem>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevivePlanItem {
    pub routine_id: RoutineId,
    pub name: String,
    pub tenant_name: String,
    pub revision: u32,
    pub revive_at: Option<Instant>,
    pub revived_at: Option<Instant>,
    /// None while it waits.
    pub outcome: Option<ItemOutcome>,
    /// Why it was left out, or who changed it.
    pub message: Option<String>,
    /// As the revival set it.
    pub next_fire_at: Option<Instant>,
}

/// How many routines an owner has switched on, and may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerPlaces {
    pub tenant_id: TenantId,
    pub owner: String,
    pub taken: u32,
    pub cap: u32,
}

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanMove {
    /// There may be more to do at once.
    Moved,
    /// Nothing until its next step is due, or it has ended, or another worker holds it.
    Rests,
}

/// What became of a request to end a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanEnd {
    Ended,
    /// Not possible any more; one sentence.
    Refused(String),
}
