//! The time of the engine. The only file that reads the wall clock or monotonic time, and the only
//! one that sleeps.
#![expect(
    clippy::disallowed_methods,
    reason = "every other file goes through this one"
)]

mod manual;

pub use manual::ManualClock;

use std::time::Instant as Monotonic;

use async_trait::async_trait;
use routine_domain::{Instant, instant::truncate};
use tokio::sync::watch;

/// Time, whole milliseconds, UTC.
#[async_trait]
pub trait Clock: Send + Sync {
    fn now(&self) -> Instant;

    /// Resolves once `now` is `at` or later.
    async fn sleep_until(&self, at: Instant);

    /// Takes over the database's time, so that all its workers agree.
    fn synchronise(&self, database_now: Instant);
}

/// This machine's own clock, for nothing but telling how far it is off the database's.
pub fn wall_clock() -> Instant {
    truncate(chrono::Utc::now())
}

/// Measures how long something takes.
pub struct Stopwatch(Monotonic);

impl Stopwatch {
    pub fn start() -> Self {
        Self(Monotonic::now())
    }

    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// A reading arrives late by however long its answer took and is cut to milliseconds: a clock that
/// is ahead of it by no more than this is as right as the reading, and is not set back.
const READING_LAG: chrono::Duration = chrono::Duration::milliseconds(10);

/// The database's time at the last synchronisation plus the monotonic time since: a wall clock that
/// is set while the program runs moves no fire.
pub struct SystemClock {
    anchor: watch::Sender<Anchor>,
}

#[derive(Clone, Copy)]
struct Anchor {
    time: Instant,
    read_at: Monotonic,
}

impl Anchor {
    fn new(time: Instant) -> Self {
        Self {
            time,
            read_at: Monotonic::now(),
        }
    }

    fn now(self) -> Instant {
        let since = chrono::Duration::from_std(self.read_at.elapsed()).unwrap_or_default();
        truncate(self.time + since)
    }
}

impl SystemClock {
    /// Starts from this machine's clock; the first pass puts it right.
    pub fn new() -> Self {
        Self {
            anchor: watch::Sender::new(Anchor::new(chrono::Utc::now())),
        }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Instant {
        self.anchor.borrow().now()
    }

    async fn sleep_until(&self, at: Instant) {
        let mut anchor = self.anchor.subscribe();
        loop {
            let now = anchor.borrow_and_update().now();
            let Ok(wait) = (at - now).to_std() else {
                return;
            };
            if wait.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                // Dropped or moved: either way the wait is measured anew.
                _ = anchor.changed() => {}
            }
        }
    }

    fn synchronise(&self, database_now: Instant) {
        let ahead = self.now() - database_now;
        if ahead < chrono::Duration::zero() || ahead > READING_LAG {
            self.anchor.send_replace(Anchor::new(database_now));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    #[tokio::test]
    async fn the_database_sets_the_time_and_sleepers_measure_anew() {
        let clock = SystemClock::new();
        let database = from_millis(1_000_000_000_000).unwrap();
        clock.synchronise(database);
        assert!((clock.now() - database).num_seconds() < 60);
        assert_eq!(clock.now().timestamp_subsec_nanos() % 1_000_000, 0);

        let tomorrow = database + chrono::Duration::days(1);
        let slept = clock.sleep_until(tomorrow);
        let moved = async { clock.synchronise(tomorrow) };
        tokio::join!(slept, moved);
        assert!(clock.now() >= tomorrow);
    }

    #[test]
    fn a_late_reading_does_not_set_it_back() {
        let clock = SystemClock::new();
        let database = from_millis(1_000_000_000_000).unwrap();
        clock.synchronise(database);
        let before = clock.now();
        clock.synchronise(before - chrono::Duration::milliseconds(1));
        assert!(clock.now() >= before);
        clock.synchronise(before - chrono::Duration::seconds(9));
        assert!(clock.now() < before);
    }

    #[tokio::test]
    async fn a_short_sleep_ends_at_its_time_and_not_before() {
        let clock = SystemClock::new();
        let at = clock.now() + chrono::Duration::milliseconds(15);
        clock.sleep_until(at).await;
        assert!(clock.now() >= at);
    }
}
