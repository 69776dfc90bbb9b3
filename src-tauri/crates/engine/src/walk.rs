//! Goes through time with a worker, from one thing that is to happen to the next, so that nothing is
//! late that need not be.

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::Instant;

use crate::{EngineError, Worker};

/// What waits for a place or an endpoint is looked at again after this.
const WAITING_SECONDS: i64 = 60;
/// What is due may have been so for long.
const EVER: Duration = Duration::days(400_000);

/// Whoever moves the clock of a walk.
#[async_trait]
pub trait Steer: Send + Sync {
    /// Takes the clock to `at` and holds it there. False ends the walk where it is.
    async fn go_to(&self, at: Instant) -> Result<bool, EngineError>;
}

impl Worker {
    /// Lets everything happen until `to`, each thing at its time. The clock must be held. Answers
    /// where the walk has ended.
    pub async fn walk(&self, to: Instant, steer: &dyn Steer) -> Result<Instant, EngineError> {
        loop {
            let next = self.rest().await?;
            let now = self.clock().now();
            if now >= to {
                return Ok(now);
            }
            if !steer.go_to(next.map_or(to, |next| next.min(to))).await? {
                return Ok(now);
            }
        }
    }

    /// Passes until nothing is left to do at this moment, and answers the next at which there is.
    async fn rest(&self) -> Result<Option<Instant>, EngineError> {
        let now = self.shared.synchronise().await?;
        self.work_ended(now).await;
        let busy_until = self.shared.sandbox.faults().busy_until(now);
        while busy_until.is_none() {
            let report = self.sweep().await?;
            self.work_ended(now).await;
            let due = self.store().next_wake(now - EVER).await?;
            let rests = report.counts.claimed == 0 || due.is_none_or(|at| at > now);
            if report.is_complete && rests {
                break;
            }
        }
        let waiting = match self.store().look().await?.has_open_runs {
            true => self.store().gauges(now).await?.waiting_runs,
            false => 0,
        };
        let events = [
            self.store().next_wake(now).await?,
            self.shared.sandbox.next_end(),
            (waiting > 0).then(|| now + Duration::seconds(WAITING_SECONDS)),
        ];
        let next = events.into_iter().flatten().filter(|at| *at > now).min();
        // Until then nothing can happen, whatever is due.
        Ok(busy_until.or(next))
    }

    /// Resolves once all that ends by `now` has been reported.
    async fn work_ended(&self, now: Instant) {
        // Asked at each change: a launch on its way may yet become work with an end of its own.
        let sandbox = &self.shared.sandbox;
        self.until(|load| load.is_settled() && load.working <= sandbox.working_after(now))
            .await;
    }
}
