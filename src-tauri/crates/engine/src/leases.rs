//! The leases this worker holds, and their renewal well before they lapse.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::Duration;
use routine_domain::{Instant, RunId};
use routine_store::{
    Store,
    model::{LaunchOrder, Lease},
};
use tokio::sync::Notify;

use crate::Clock;

/// A running run is presumed lost after 60 s of silence: this leaves room for three heartbeats.
const HEARTBEAT_SECONDS: i64 = 15;
const BATCH: usize = 500;

#[derive(Default)]
pub(crate) struct Leases {
    state: Mutex<State>,
    /// One was added that must be renewed earlier than was planned.
    sooner: Notify,
}

#[derive(Default)]
struct State {
    held: HashMap<RunId, Held>,
    /// When the next renewal is planned.
    planned: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Held {
    epoch: u32,
    every: Duration,
    renew_at: Instant,
}

impl Leases {
    pub(crate) fn add(&self, order: &LaunchOrder, now: Instant) {
        let every = renewal_interval(order.launch_timeout_seconds);
        let held = Held {
            epoch: order.lease.epoch,
            every,
            renew_at: now + every,
        };
        let mut state = self.lock();
        state.held.insert(order.lease.run_id, held);
        if state.planned.is_none_or(|planned| held.renew_at < planned) {
            self.sooner.notify_one();
        }
    }

    pub(crate) fn holds(&self, lease: Lease) -> bool {
        self.lock()
            .held
            .get(&lease.run_id)
            .is_some_and(|held| held.epoch == lease.epoch)
    }

    /// Stops renewing a lease. One of a later epoch, taken up again meanwhile, stays.
    pub(crate) fn forget(&self, lease: Lease) {
        let held = &mut self.lock().held;
        if held
            .get(&lease.run_id)
            .is_some_and(|held| held.epoch == lease.epoch)
        {
            held.remove(&lease.run_id);
        }
    }

    fn plan_renewal(&self) -> Option<Instant> {
        let mut state = self.lock();
        state.planned = state.held.values().map(|held| held.renew_at).min();
        state.planned
    }

    /// The leases to renew by `now`, each set to its next time.
    fn take_due(&self, now: Instant) -> Vec<Lease> {
        self.lock()
            .held
            .iter_mut()
            .filter(|(_, held)| held.renew_at <= now)
            .map(|(run_id, held)| {
                held.renew_at = now + held.every;
                Lease {
                    run_id: *run_id,
                    epoch: held.epoch,
                }
            })
            .collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lease is longer than the launch time limit, so half of that is well before it lapses.
fn renewal_interval(launch_timeout_seconds: u32) -> Duration {
    let half = Duration::milliseconds(i64::from(launch_timeout_seconds) * 500);
    half.min(Duration::seconds(HEARTBEAT_SECONDS))
}

/// Renews what is held, for ever. A renewal that fails is tried again at its next time, of which
/// several fit into a lease.
pub(crate) async fn keep(leases: Arc<Leases>, store: Arc<dyn Store>, clock: Arc<dyn Clock>) {
    loop {
        let renewal = leases.plan_renewal();
        let due = async {
            match renewal {
                Some(at) => clock.sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = due => {}
            () = leases.sooner.notified() => continue,
        }
        let now = clock.now();
        for batch in leases.take_due(now).chunks(BATCH) {
            match store.renew_leases(batch, now).await {
                Ok(lost) => drop_lost(&leases, batch, &lost),
                Err(error) => {
                    tracing::warn!(%error, leases = batch.len(), "leases were not renewed")
                }
            }
        }
    }
}

fn drop_lost(leases: &Leases, batch: &[Lease], lost: &[RunId]) {
    for lease in batch.iter().filter(|lease| lost.contains(&lease.run_id)) {
        tracing::info!(run = %lease.run_id, "the lease is no longer held here");
        leases.forget(*lease);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launchers::sample::order;
    use routine_domain::{Launcher, Simulation, instant::from_millis};

    #[test]
    fn each_lease_is_renewed_at_its_own_time() {
        let start = from_millis(1_700_000_000_000).unwrap();
        let leases = Leases::default();
        let slow = order(Launcher::Simulated(Simulation::default()));
        let quick = LaunchOrder {
            launch_timeout_seconds: 1,
            ..order(Launcher::Simulated(Simulation::default()))
        };
        leases.add(&slow, start);
        leases.add(&quick, start);
        let quick_due = start + Duration::milliseconds(500);
        assert_eq!(leases.plan_renewal(), Some(quick_due));
        assert_eq!(leases.take_due(quick_due), [quick.lease]);
        leases.forget(quick.lease);
        assert_eq!(leases.plan_renewal(), Some(start + Duration::seconds(15)));
    }

    #[test]
    fn forgetting_an_old_epoch_leaves_the_new_one() {
        let now = from_millis(1_700_000_000_000).unwrap();
        let leases = Leases::default();
        let old = order(Launcher::Simulated(Simulation::default()));
        let mut new = old.clone();
        new.lease.epoch = 2;
        leases.add(&old, now);
        leases.add(&new, now);
        leases.forget(old.lease);
        assert!(leases.holds(new.lease));
        assert!(!leases.holds(old.lease));
    }
}
