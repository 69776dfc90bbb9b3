use async_trait::async_trait;
use routine_domain::{Instant, RunId, SweepId};

use super::{Dialect, SqlStore};
use crate::{
    StoreError, StoreResult, Sweeps,
    model::{BeginOutcome, ClaimBatch, Fleet, LaunchOrder, Lease, SweepEnd, WorkerIdentity},
};

#[async_trait]
impl<D: Dialect> Sweeps for SqlStore<D> {
    async fn begin_sweep(&self, _worker: &WorkerIdentity, _now: Instant) -> StoreResult<SweepId> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn resume_due(&self, _now: Instant) -> StoreResult<u32> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn abandon_lost(
        &self,
        _silence_seconds: u32,
        _limit_seconds: u32,
        _now: Instant,
    ) -> StoreResult<u32> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn take_up(
        &self,
        _worker: &WorkerIdentity,
        _limit: u32,
        _now: Instant,
    ) -> StoreResult<Vec<LaunchOrder>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn claim_due(
        &self,
        _worker: &WorkerIdentity,
        _held: &[routine_domain::RoutineId],
        _limit: u32,
        _now: Instant,
    ) -> StoreResult<ClaimBatch> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn begin_launches(
        &self,
        _leases: &[Lease],
        _now: Instant,
    ) -> StoreResult<Vec<BeginOutcome>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn renew_leases(&self, _leases: &[Lease], _now: Instant) -> StoreResult<Vec<RunId>> {
        Err(StoreError::Internal("Not built.".into()))
    }

    async fn end_sweep(&self, _id: SweepId, _end: &SweepEnd, _now: Instant) -> StoreResult<()> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn stop_worker(&self, _worker: &str, _now: Instant) -> StoreResult<()> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn next_wake(&self, _now: Instant) -> StoreResult<Option<Instant>> {
        Err(StoreError::Internal("Not built.".into()))
    }
    async fn fleet(&self, _sweeps: u32, _with_work: bool, _now: Instant) -> StoreResult<Fleet> {
        Err(StoreError::Internal("Not built.".into()))
    }
}
