use async_trait::async_trait;
use routine_domain::{Instant, RunId, SweepId};

use crate::{
    StoreResult,
    model::{
        BeginOutcome, CancelRequest, ClaimBatch, EndpointDown, Fleet, LaunchOrder, Lease, Look,
        Resumed, SweepEnd, SweepSeen, WorkerIdentity,
    },
};

/// The transactions of one pass of the scheduler, in the order a pass makes them.
#[async_trait]
pub trait Sweeps: Send + Sync {
    /// The heartbeat: records the worker and the start of a pass.
    async fn begin_sweep(&self, worker: &WorkerIdentity, now: Instant) -> StoreResult<SweepId>;

    /// Computes anew, with the zone data of this program, the cron fires that lie ahead and were
    /// computed with another release; a retry that waits is left alone. Audited as the scheduler.
    /// Answers how many fires moved.
    async fn refresh_zone_data(&self, now: Instant) -> StoreResult<u32>;

    /// How many cron fires were computed with another release of the zone data than this program's.
    async fn planned_with_other_zone_data(&self) -> StoreResult<u32>;

    /// Resumes what was paused until now; audited as the scheduler. Answers how many, and which
    /// revive plans have a step to take.
    async fn resume_due(&self, now: Instant) -> StoreResult<Resumed>;

    /// Closes as `abandoned` the running runs whose heartbeat stopped for longer than
    /// `silence_seconds`, and those without heartbeats that were launched longer than
    /// `limit_seconds` ago. Answers how many.
    async fn abandon_lost(
        &self,
        silence_seconds: u32,
        limit_seconds: u32,
        now: Instant,
    ) -> StoreResult<u32>;

    /// Takes up to `limit` open runs that nobody holds: claimed ones without lease whose reason to
    /// wait has ended (fires by hand, `queue_one`, a cap, an endpoint), and claimed or launching ones
    /// whose lease lapsed. What waits for a place or an endpoint is let go here, oldest first: as
    /// many as there are places; one a minute while the endpoint is down; and all, spread, once it
    /// answers, where their rule for being late still lets them fire.
    /// Same row, same key, `lease_epoch` raised; a lapsed lease counts as a take-over.
    async fn take_up(
        &self,
        worker: &WorkerIdentity,
        limit: u32,
        now: Instant,
    ) -> StoreResult<Vec<LaunchOrder>>;

    /// Claims up to `limit` due routines that this worker can launch, soonest first, in one
    /// transaction: locks the rows, lets `plan_claim` decide each, inserts the run rows, moves
    /// `next_fire_at`. Routines named in `held` are passed over.
    async fn claim_due(
        &self,
        worker: &WorkerIdentity,
        held: &[routine_domain::RoutineId],
        limit: u32,
        now: Instant,
    ) -> StoreResult<ClaimBatch>;

    /// `claim_due`, and at the same instant `begin_launches` for what nothing can hold back any more:
    /// one transaction and one write a run less. Programs are left to be begun when their turn comes.
    async fn fire_due(
        &self,
        worker: &WorkerIdentity,
        held: &[routine_domain::RoutineId],
        limit: u32,
        now: Instant,
    ) -> StoreResult<ClaimBatch>;

    /// `claimed → launching` for runs this worker holds, durable before anything is launched. Reads
    /// the routine and its definition again in the same transaction: off, deleted, disabled or another
    /// `schedule_revision` makes the run `skipped` with that reason (fires by hand are only refused
    /// for a deleted routine or a disabled definition). A run whose endpoint is down, or for which
    /// its tenant's or its definition's concurrency cap leaves no place, waits instead: it stays
    /// claimed, without lease. One outcome per lease, in the order given.
    async fn begin_launches(
        &self,
        leases: &[Lease],
        now: Instant,
    ) -> StoreResult<Vec<BeginOutcome>>;

    /// Prolongs the leases this worker still holds to `now` + the tenant's lease, and marks a
    /// heartbeat on its running runs. Answers the runs that it no longer holds.
    async fn renew_leases(&self, leases: &[Lease], now: Instant) -> StoreResult<Vec<RunId>>;

    /// The open runs this worker holds that someone asked to end.
    async fn cancel_requests(&self, worker: &str) -> StoreResult<Vec<CancelRequest>>;

    async fn end_sweep(&self, id: SweepId, end: &SweepEnd, now: Instant) -> StoreResult<()>;

    /// The worker stops: its heartbeat ends, the leases of runs it has not launched are given back.
    async fn stop_worker(&self, worker: &str, now: Instant) -> StoreResult<()>;

    /// One cheap statement: what time it is, and whether a pass would find anything to do.
    async fn look(&self) -> StoreResult<Look>;

    /// The heartbeat of a worker that looked and found nothing to do.
    async fn record_idle_sweep(
        &self,
        worker: &WorkerIdentity,
        now: Instant,
    ) -> StoreResult<SweepId>;

    /// The earliest instant after `now` at which a pass has something to do: a fire, a resume, a
    /// lapsing lease, a step of a revive plan.
    async fn next_wake(&self, now: Instant) -> StoreResult<Option<Instant>>;

    /// The endpoints that are down, longest first.
    async fn endpoints_down(&self) -> StoreResult<Vec<EndpointDown>>;

    /// At most `limit` passes that began between two instants, newest first.
    async fn sweeps_between(
        &self,
        from: Instant,
        to: Instant,
        limit: u32,
    ) -> StoreResult<Vec<SweepSeen>>;

    /// Workers, newest sweeps, and how many routines are overdue.
    async fn fleet(&self, sweeps: u32, with_work: bool, now: Instant) -> StoreResult<Fleet>;
}
