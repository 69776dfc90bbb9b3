use async_trait::async_trait;
use routine_domain::{Instant, TenantId};

use crate::{
    StoreResult,
    model::{Prunable, Pruned},
};

/// The end of history: what a tenant's policy no longer keeps.
#[async_trait]
pub trait Retention: Send + Sync {
    /// Removes a batch, where one is due, and notes from when on the history of its tenants is whole.
    /// Of all workers one does. Waits for no lock, and passes over what others hold; open runs,
    /// pending deliveries and what another run replays are left alone. The counts of runs stay.
    async fn prune(&self, now: Instant) -> StoreResult<Pruned>;

    /// What the next round would remove of a tenant's history; none for an unknown tenant.
    async fn prunable(&self, tenant: TenantId, now: Instant) -> StoreResult<Option<Prunable>>;
}
