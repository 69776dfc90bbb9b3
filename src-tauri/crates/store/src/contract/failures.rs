use async_trait::async_trait;
use routine_domain::Instant;

use crate::{
    StoreResult,
    model::{Actor, ErrorActivity, ErrorMute, FailingFilter, FailingRoutine},
};

/// What is failing now, by what went wrong.
#[async_trait]
pub trait Failures: Send + Sync {
    /// The routines of one lane, newest first, each with its last failure.
    async fn list_failing(&self, filter: &FailingFilter) -> StoreResult<Vec<FailingRoutine>>;

    /// How often each of these errors came: the hours before `now`, and since when. Failures older
    /// than the fingerprints are not counted.
    async fn error_activity(
        &self,
        fingerprints: &[String],
        now: Instant,
    ) -> StoreResult<Vec<ErrorActivity>>;

    /// Those that last beyond `now`.
    async fn list_error_mutes(&self, now: Instant) -> StoreResult<Vec<ErrorMute>>;

    /// Until then, or no longer where there is none. Audited.
    async fn mute_error(
        &self,
        fingerprint: &str,
        until: Option<Instant>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()>;
}
