//! Carries results to where their routines want them, beside the passes and apart from the runs: what
//! becomes of a delivery changes no run (product.md, section 3).

mod body;

use chrono::Duration;
use futures_util::{StreamExt, stream};
use routine_domain::{Delivery, DeliveryEnd, Destination, Instant};
use routine_store::{StoreResult, model::DeliveryOrder};
use tokio_util::sync::CancellationToken;

use crate::{
    Pauses, Worker,
    launchers::{HttpLauncher, Post},
    measures,
    shared::Shared,
};

/// How long a destination may take to answer.
const LIMIT_SECONDS: u32 = 30;
/// Longer than any attempt: whoever makes one is lost when this has passed.
const LEASE_SECONDS: i64 = 60;
/// Deliveries under way at once.
const BATCH: u32 = 16;

/// What one round of deliveries came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeliveryReport {
    pub delivered: u32,
    /// To be tried again.
    pub put_off: u32,
    pub given_up: u32,
    /// When the next attempt is due that this worker could make.
    pub next_at: Option<Instant>,
}

impl Worker {
    /// Delivers what is due and can be delivered from here.
    pub async fn deliver(&self) -> StoreResult<DeliveryReport> {
        Courier::of(&self.shared).run_once().await
    }
}

/// Delivers whenever a glance of the worker saw something due, until told to stop. What it has in
/// hand then is brought to its end, unless the worker is cut.
pub(crate) async fn keep_delivering(shared: &Shared, stop: &CancellationToken) {
    let courier = Courier::of(shared);
    let mut pauses = Pauses::default();
    let mut next_at = None;
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = shared.to_deliver.notified() => {}
            () = sleep_until(shared, next_at) => {}
        }
        let delivered = tokio::select! {
            biased;
            () = shared.cut.cancelled() => return,
            delivered = courier.run_once() => delivered,
        };
        next_at = match delivered {
            Ok(report) => {
                pauses.reset();
                report.next_at
            }
            Err(error) => {
                tracing::error!(%error, "results could not be delivered; trying again");
                Some(shared.clock.now() + pauses.after_failure())
            }
        };
    }
}

async fn sleep_until(shared: &Shared, at: Option<Instant>) {
    match at {
        Some(at) => shared.clock.sleep_until(at).await,
        None => std::future::pending().await,
    }
}

struct Courier<'a> {
    shared: &'a Shared,
    http: HttpLauncher,
}

impl<'a> Courier<'a> {
    fn of(shared: &'a Shared) -> Self {
        let http = HttpLauncher::new(shared.clock.clone(), shared.config.secrets.clone());
        Self { shared, http }
    }

    async fn run_once(&self) -> StoreResult<DeliveryReport> {
        let Shared {
            store,
            clock,
            config,
            ..
        } = self.shared;
        let mut report = DeliveryReport::default();
        loop {
            // Read anew: a secret may have come.
            let secrets = config.secrets.names();
            report.next_at = store.next_delivery_at(&secrets).await?;
            let now = clock.now();
            if report.next_at.is_none_or(|at| at > now) || self.shared.stopping.is_cancelled() {
                return Ok(report);
            }
            let lease_until = now + Duration::seconds(LEASE_SECONDS);
            let taken = store
                .take_deliveries(&config.name, &secrets, BATCH, lease_until, now)
                .await?;
            if taken.is_empty() {
                // Another worker was faster, and holds it for now.
                report.next_at = Some(lease_until);
                return Ok(report);
            }
            let all_at_once = taken.len();
            let standings: Vec<_> = stream::iter(taken)
                .map(|order| self.attempt(order))
                .buffer_unordered(all_at_once)
                .collect()
                .await;
            for standing in standings.into_iter().flatten() {
                match standing {
                    Delivery::Delivered => report.delivered += 1,
                    Delivery::Pending => report.put_off += 1,
                    Delivery::Failed | Delivery::None => report.given_up += 1,
                }
            }
        }
    }

    /// One that ended and could not be written is made again when its lease lapses, under the same
    /// key.
    async fn attempt(&self, order: DeliveryOrder) -> Option<Delivery> {
        let (run, routine) = (order.run_id, order.routine_id);
        let (end, message) = self.send(&order).await;
        measures::delivery_ended(end);
        match &message {
            None => tracing::debug!(%run, %routine, attempt = order.attempt, "delivered"),
            Some(message) => {
                tracing::warn!(%run, %routine, attempt = order.attempt, %end, message, "a result was not delivered");
            }
        }
        let Shared {
            store,
            clock,
            config,
            ..
        } = self.shared;
        let ended = store.end_delivery(&config.name, &order, end, message.as_deref(), clock.now());
        match ended.await {
            Ok(standing) => standing,
            Err(error) => {
                tracing::error!(%run, %error, "the end of a delivery could not be written");
                None
            }
        }
    }

    async fn send(&self, order: &DeliveryOrder) -> (DeliveryEnd, Option<String>) {
        if self.shared.sandbox.is_virtual() {
            let pretended = "On a virtual clock runs are pretended, so nothing is delivered.";
            return (DeliveryEnd::Gone, Some(pretended.to_owned()));
        }
        let Some(destination) = &order.destination else {
            let gone = "The routine names no destination any more.".to_owned();
            return (DeliveryEnd::Gone, Some(gone));
        };
        let Destination::Webhook {
            url,
            form,
            secret_name,
        } = destination;
        // The same for every attempt: a receiver can tell a second time.
        let key = format!("{}:delivery", order.run_id);
        let post = Post {
            url,
            secret_name: secret_name.as_deref(),
            idempotency_key: Some(&key),
            body: body::of(order, *form),
            limit_seconds: LIMIT_SECONDS,
        };
        self.http.deliver(post, &destination.place()).await
    }
}
