//! What hubs carry, who called them, and what workers found out about them.

use async_trait::async_trait;
use routine_domain::{Instant, RefusedRequest, RunId};
use serde_json::json;

mod carries;
mod hand_off;
mod probes;
mod webhooks;

use super::{Dialect, Session, SqlStore, args, journal::Entry};
use crate::{
    Hubs, StoreResult,
    model::{
        Carry, CarryOutcome, CarryStart, DispatchRefusal, HubProbe, ReportOutcome, WebhookCall,
        WebhookOutcome,
    },
};

#[async_trait]
impl<D: Dialect> Hubs for SqlStore<D> {
    async fn start_carry(
        &self,
        run: RunId,
        hub: &str,
        silence_seconds: u32,
        now: Instant,
    ) -> StoreResult<CarryStart> {
        self.begin_carry(run, hub, silence_seconds, now).await
    }

    async fn renew_carries(&self, hub: &str, keys: &[String], now: Instant) -> StoreResult<()> {
        self.beat(hub, keys, now).await
    }

    async fn end_carry(
        &self,
        key: &str,
        outcome: &CarryOutcome,
        now: Instant,
    ) -> StoreResult<ReportOutcome> {
        self.close_carry(key, outcome, now).await
    }

    async fn get_carry(&self, key: &str) -> StoreResult<Option<Carry>> {
        let mut session = self.db.read().await?;
        carries::find::<D>(&mut session, key).await
    }

    async fn forget_carries(&self, before: Instant) -> StoreResult<u32> {
        let mut session = self.db.write().await?;
        let forgotten = session
            .execute("DELETE FROM carries WHERE ended_at < $1", args![before])
            .await?;
        session.commit().await?;
        Ok(u32::try_from(forgotten).unwrap_or(u32::MAX))
    }

    async fn request_by_webhook(
        &self,
        call: WebhookCall<'_>,
        now: Instant,
    ) -> StoreResult<WebhookOutcome> {
        self.receive_call(call, now).await
    }

    async fn forget_webhook_calls(&self, before: Instant) -> StoreResult<u32> {
        let mut session = self.db.write().await?;
        let forgotten = session
            .execute(
                "DELETE FROM webhook_calls WHERE called_at < $1",
                args![before],
            )
            .await?;
        session.commit().await?;
        Ok(u32::try_from(forgotten).unwrap_or(u32::MAX))
    }

    async fn record_refusal(&self, refusal: &DispatchRefusal, now: Instant) -> StoreResult<()> {
        let mut session = self.db.write().await?;
        let entry = Entry {
            tenant: None,
            actor: &refusal.hub,
            kind: match refusal.request {
                RefusedRequest::HandOff => "routines.dispatch_refused",
                RefusedRequest::Webhook => "routines.webhook_refused",
            },
            subject: format!("hub:{}", refusal.hub),
            before: None,
            after: Some(
                json!({
                    "reason": refusal.reason,
                    "peer": refusal.peer,
                    "count": refusal.count,
                })
                .to_string(),
            ),
        };
        self.note(&mut session, entry, now).await?;
        session.commit().await
    }

    async fn record_probe(&self, probe: &HubProbe) -> StoreResult<()> {
        self.write_probe(probe).await
    }

    async fn list_probes(&self) -> StoreResult<Vec<HubProbe>> {
        self.fetch_probes().await
    }
}
