//! The product's own evidence, which must agree with the oracles.

use chrono::Duration;
use routine_commands::{
    evidence::{Filter, gather},
    wire::EvidenceReport,
};
use routine_domain::{Instant, TenantId, evidence::Tally};
use routine_store::Store;

/// Longer than any history, on the clock of the machine or another.
const WINDOW: Duration = Duration::days(14);

/// What the evidence says of all that was planned up to and with `now`, once everything is at rest.
pub async fn evidence(
    store: &dyn Store,
    tenant_id: Option<TenantId>,
    now: Instant,
) -> EvidenceReport {
    let of = Filter {
        tenant_id,
        routine_id: None,
        parts: None,
    };
    let end = now + Duration::milliseconds(1);
    let gathered = gather(store, of, (now - WINDOW, end), now).await;
    gathered.expect("evidence can be gathered")
}

/// Nothing lost, doubled, open, or past proving.
pub fn is_sound(tally: &Tally, unrecorded_change: bool) -> bool {
    let Tally {
        open,
        lost,
        doubled,
        not_provable,
        ..
    } = tally;
    (open, lost, doubled, not_provable) == (&0, &0, &0, &0) && !unrecorded_change
}
