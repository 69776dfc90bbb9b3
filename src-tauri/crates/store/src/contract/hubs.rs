use async_trait::async_trait;
use routine_domain::{Instant, RunId};

use crate::{
    StoreResult,
    model::{
        Carry, CarryOutcome, CarryStart, DispatchRefusal, HubProbe, ReportOutcome, WebhookCall,
        WebhookOutcome,
    },
};

/// What the receiving side of a hand-off writes, and what workers find out about it.
#[async_trait]
pub trait Hubs: Send + Sync {
    /// Puts a launched run into a hub's hands, once per key over all hubs. A hub whose heartbeat is
    /// older than `silence_seconds` is presumed lost.
    async fn start_carry(
        &self,
        run: RunId,
        hub: &str,
        silence_seconds: u32,
        now: Instant,
    ) -> StoreResult<CarryStart>;

    /// A heartbeat for the keys that a hub carries, and for the runs it carries them for.
    async fn renew_carries(&self, hub: &str, keys: &[String], now: Instant) -> StoreResult<()>;

    /// Records how the work under a key ended, for the newest run handed off under it. The first end
    /// stands. `NotFound` where nothing is carried under the key.
    async fn end_carry(
        &self,
        key: &str,
        outcome: &CarryOutcome,
        now: Instant,
    ) -> StoreResult<ReportOutcome>;

    async fn get_carry(&self, key: &str) -> StoreResult<Option<Carry>>;

    /// Forgets the keys whose work ended before `before`. Answers how many.
    async fn forget_carries(&self, before: Instant) -> StoreResult<u32>;

    /// Writes a claimed run of a routine that is in force, once per call, which any able worker takes
    /// up. Audited like a run that a person asks for.
    async fn request_by_webhook(
        &self,
        call: WebhookCall<'_>,
        now: Instant,
    ) -> StoreResult<WebhookOutcome>;

    /// Forgets the calls from before `before`. Answers how many.
    async fn forget_webhook_calls(&self, before: Instant) -> StoreResult<u32>;

    /// Audits requests that were refused: never the credential.
    async fn record_refusal(&self, refusal: &DispatchRefusal, now: Instant) -> StoreResult<()>;

    /// Replaces what the worker found at this address before.
    async fn record_probe(&self, probe: &HubProbe) -> StoreResult<()>;

    /// By worker and address.
    async fn list_probes(&self) -> StoreResult<Vec<HubProbe>>;
}
