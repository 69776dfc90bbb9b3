//! What is failing now, by what went wrong.

mod activity;
mod lanes;
mod mutes;

use async_trait::async_trait;
use routine_domain::Instant;

use super::{Dialect, SqlStore};
use crate::{
    Failures, StoreResult,
    model::{Actor, ErrorActivity, ErrorMute, FailingFilter, FailingRoutine},
};

#[async_trait]
impl<D: Dialect> Failures for SqlStore<D> {
    async fn list_failing(&self, filter: &FailingFilter) -> StoreResult<Vec<FailingRoutine>> {
        self.fetch_lane(filter).await
    }

    async fn error_activity(
        &self,
        fingerprints: &[String],
        now: Instant,
    ) -> StoreResult<Vec<ErrorActivity>> {
        self.fetch_activity(fingerprints, now).await
    }

    async fn list_error_mutes(&self, now: Instant) -> StoreResult<Vec<ErrorMute>> {
        self.fetch_mutes(now).await
    }

    async fn mute_error(
        &self,
        fingerprint: &str,
        until: Option<Instant>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        self.write_mute(fingerprint, until, actor, now).await
    }
}
