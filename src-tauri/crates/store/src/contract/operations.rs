use async_trait::async_trait;
use routine_domain::Instant;

use crate::{StoreResult, model::Gauges};

/// What those who operate a fleet look at.
#[async_trait]
pub trait Operations: Send + Sync {
    /// How the database stands, each figure by an index of its own.
    async fn gauges(&self, now: Instant) -> StoreResult<Gauges>;
}
