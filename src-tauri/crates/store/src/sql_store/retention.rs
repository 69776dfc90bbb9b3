//! Removes history that is no longer kept: found by reading alone, removed in short transactions.

mod prunable;
mod prune;

use std::sync::LazyLock;

use async_trait::async_trait;
use routine_domain::{Instant, TenantId, TenantPolicy, retention::FAILURES};

use super::{Args, Dialect, SqlStore, args};
use crate::{
    Retention, StoreResult,
    model::{Prunable, Pruned},
};

#[async_trait]
impl<D: Dialect> Retention for SqlStore<D> {
    async fn prune(&self, now: Instant) -> StoreResult<Pruned> {
        self.prune_batch(now).await
    }

    async fn prunable(&self, tenant: TenantId, now: Instant) -> StoreResult<Option<Prunable>> {
        self.fetch_prunable(tenant, now).await
    }
}

/// A run that may go, whatever its age. A run that another replays goes after that one: the link
/// never leads nowhere.
const FREE: &str = "u.finished_at IS NOT NULL AND u.delivery <> 'pending'
    AND NOT EXISTS (SELECT 1 FROM runs AS p WHERE p.replay_of = u.id)";

/// A run that its tenant does not keep, by the values of [`limits`] from `$2` on.
static PRUNABLE: LazyLock<String> = LazyLock::new(|| {
    let failures = FAILURES.map(|status| format!("'{status}'")).join(", ");
    format!(
        "u.recorded_at < (SELECT k.recorded_at FROM runs AS k WHERE k.routine_id = u.routine_id
              ORDER BY k.recorded_at DESC, k.id DESC LIMIT 1 OFFSET $4)
          AND u.recorded_at < $2 AND (u.recorded_at < $3 OR u.status NOT IN ({failures}))
          AND {FREE}"
    )
});

/// `$2` to `$5`.
fn limits(policy: &TenantPolicy, now: Instant, rows: u32) -> Args {
    let horizon = policy.horizon(now);
    args![
        horizon.runs,
        horizon.failures,
        policy.keep_newest_runs.saturating_sub(1),
        rows
    ]
}
