use async_trait::async_trait;
use routine_domain::{Instant, RoutineId, RunId, SweepId};

mod abandon;
mod able;
mod begin;
mod cancel;
mod claim;
pub(super) mod claim_rows;
mod due;
mod endpoints;
mod fleet;
mod gate;
mod leases;
mod look;
mod passes;
mod release;
mod resume;
mod take_up;
mod zone_data;

use super::{Dialect, SqlStore};
use crate::{
    StoreResult, Sweeps,
    model::{
        BeginOutcome, CancelRequest, ClaimBatch, EndpointDown, Fleet, LaunchOrder, Lease, Look,
        Resumed, SweepEnd, SweepSeen, WorkerIdentity,
    },
};

#[async_trait]
impl<D: Dialect> Sweeps for SqlStore<D> {
    async fn begin_sweep(&self, worker: &WorkerIdentity, now: Instant) -> StoreResult<SweepId> {
        self.insert_sweep(worker, now).await
    }

    async fn refresh_zone_data(&self, now: Instant) -> StoreResult<u32> {
        self.renew_zone_data(now).await
    }

    async fn planned_with_other_zone_data(&self) -> StoreResult<u32> {
        self.count_other_zone_data().await
    }

    async fn resume_due(&self, now: Instant) -> StoreResult<Resumed> {
        self.resume(now).await
    }

    async fn abandon_lost(
        &self,
        silence_seconds: u32,
        limit_seconds: u32,
        now: Instant,
    ) -> StoreResult<u32> {
        self.abandon(silence_seconds, limit_seconds, now).await
    }

    async fn take_up(
        &self,
        worker: &WorkerIdentity,
        limit: u32,
        now: Instant,
    ) -> StoreResult<Vec<LaunchOrder>> {
        self.take(worker, limit, now).await
    }

    async fn claim_due(
        &self,
        worker: &WorkerIdentity,
        held: &[RoutineId],
        limit: u32,
        now: Instant,
    ) -> StoreResult<ClaimBatch> {
        self.claim(worker, held, limit, false, now).await
    }

    async fn fire_due(
        &self,
        worker: &WorkerIdentity,
        held: &[RoutineId],
        limit: u32,
        now: Instant,
    ) -> StoreResult<ClaimBatch> {
        self.claim(worker, held, limit, true, now).await
    }

    async fn begin_launches(
        &self,
        leases: &[Lease],
        now: Instant,
    ) -> StoreResult<Vec<BeginOutcome>> {
        self.begin(leases, now).await
    }

    async fn renew_leases(&self, leases: &[Lease], now: Instant) -> StoreResult<Vec<RunId>> {
        self.renew(leases, now).await
    }

    async fn cancel_requests(&self, worker: &str) -> StoreResult<Vec<CancelRequest>> {
        self.fetch_cancel_requests(worker).await
    }

    async fn end_sweep(&self, id: SweepId, end: &SweepEnd, now: Instant) -> StoreResult<()> {
        self.close_sweep(id, end, now).await
    }

    async fn stop_worker(&self, worker: &str, now: Instant) -> StoreResult<()> {
        self.give_back(worker, now).await
    }

    async fn look(&self) -> StoreResult<Look> {
        self.glance().await
    }

    async fn record_idle_sweep(
        &self,
        worker: &WorkerIdentity,
        now: Instant,
    ) -> StoreResult<SweepId> {
        self.insert_idle_sweep(worker, now).await
    }

    async fn next_wake(&self, now: Instant) -> StoreResult<Option<Instant>> {
        self.earliest_work(now).await
    }

    async fn endpoints_down(&self) -> StoreResult<Vec<EndpointDown>> {
        self.fetch_endpoints_down().await
    }

    async fn sweeps_between(
        &self,
        from: Instant,
        to: Instant,
        limit: u32,
    ) -> StoreResult<Vec<SweepSeen>> {
        self.fetch_sweeps_between(from, to, limit).await
    }

    async fn fleet(&self, sweeps: u32, with_work: bool, now: Instant) -> StoreResult<Fleet> {
        self.fetch_fleet(sweeps, with_work, now).await
    }
}
