use async_trait::async_trait;
use routine_domain::{Delivery, DeliveryEnd, Instant, RunId};

use crate::{
    StoreResult,
    model::{DeliveryAttempt, DeliveryOrder},
};

/// Results on their way to where their routines want them. What becomes of one changes nothing about
/// its run but `delivery`.
#[async_trait]
pub trait Deliveries: Send + Sync {
    /// When the earliest attempt that a worker with these secrets could make is due.
    async fn next_delivery_at(&self, secrets: &[String]) -> StoreResult<Option<Instant>>;

    /// Takes what is due into the worker's hands until `lease_until`; after that another one may make
    /// the same attempt. Leaves what wants a secret that is not among `secrets`.
    async fn take_deliveries(
        &self,
        worker: &str,
        secrets: &[String],
        limit: u32,
        lease_until: Instant,
        now: Instant,
    ) -> StoreResult<Vec<DeliveryOrder>>;

    /// Records how an attempt ended, plans the next one where `retry_at` says so, and answers how the
    /// delivery stands. Only its holder may say that it failed; that it arrived is believed from
    /// anyone. None where nothing was written.
    async fn end_delivery(
        &self,
        worker: &str,
        order: &DeliveryOrder,
        end: DeliveryEnd,
        message: Option<&str>,
        now: Instant,
    ) -> StoreResult<Option<Delivery>>;

    /// Of one run, the first one first.
    async fn list_delivery_attempts(&self, run: RunId) -> StoreResult<Vec<DeliveryAttempt>>;

    /// The names of the secrets that destinations in use want.
    async fn list_destination_secrets(&self) -> StoreResult<Vec<String>>;
}
