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
    fn synchronise(&self, reading: Reading);

    /// So long from now, however fast this clock goes, or whether it is held.
    fn deadline(&self, after: chrono::Duration) -> Deadline;

    /// Resolves once the deadline has passed.
    async fn reach(&self, deadline: Deadline);
}

/// What a database says about the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub now: Instant,
    /// How many times as fast as real time it goes; 0: it is held.
    pub rate: u32,
}

impl From<Instant> for Reading {
    /// Real time.
    fn from(now: Instant) -> Self {
        Self { now, rate: 1 }
    }
}

/// The end of a wait that no virtual time shortens or prolongs.
#[derive(Debug, Clone, Copy)]
pub enum Deadline {
    Real(Monotonic),
    /// By a clock that knows no other time than its own.
    Shown(Instant),
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

/// Timers of the runtime are no finer.
const TICK: std::time::Duration = std::time::Duration::from_millis(1);

/// The database's time at the last synchronisation plus the monotonic time since, at the pace of the
/// database: a wall clock that is set while the program runs moves no fire.
pub struct SystemClock {
    anchor: watch::Sender<Anchor>,
}

#[derive(Clone, Copy)]
struct Anchor {
    time: Instant,
    rate: u32,
    read_at: Monotonic,
}

impl Anchor {
    fn new(Reading { now, rate }: Reading) -> Self {
        Self {
            time: now,
            rate,
            read_at: Monotonic::now(),
        }
    }

    fn now(self) -> Instant {
        let since = chrono::Duration::from_std(self.read_at.elapsed()).unwrap_or_default();
        let moved = since.checked_mul(pace(self.rate)).unwrap_or_default();
        truncate(self.time + moved)
    }

    /// How long until it shows `at`; none while it is held.
    fn wait(self, at: Instant) -> Option<std::time::Duration> {
        let left = at - self.now();
        if left <= chrono::Duration::zero() {
            return Some(std::time::Duration::ZERO);
        }
        left.checked_div(pace(self.rate))?.to_std().ok()
    }
}

impl SystemClock {
    /// Starts from this machine's clock; the first pass puts it right.
    pub fn new() -> Self {
        Self {
            anchor: watch::Sender::new(Anchor::new(chrono::Utc::now().into())),
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
            let anchored = *anchor.borrow_and_update();
            if anchored.now() >= at {
                return;
            }
            let passed = async {
                match anchored.wait(at) {
                    // A shorter one would be over before the clock shows the time.
                    Some(wait) => tokio::time::sleep(wait.max(TICK)).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = passed => {}
                // Dropped or moved: either way the wait is measured anew.
                _ = anchor.changed() => {}
            }
        }
    }

    fn synchronise(&self, reading: Reading) {
        let anchored = *self.anchor.borrow();
        let ahead = anchored.now() - reading.now;
        let lag = READING_LAG * pace(reading.rate);
        let is_right = (chrono::Duration::zero()..=lag).contains(&ahead);
        if anchored.rate != reading.rate || !is_right {
            self.anchor.send_replace(Anchor::new(reading));
        }
    }

    fn deadline(&self, after: chrono::Duration) -> Deadline {
        Deadline::Real(Monotonic::now() + after.to_std().unwrap_or_default())
    }

    async fn reach(&self, deadline: Deadline) {
        match deadline {
            Deadline::Real(at) => tokio::time::sleep_until(at.into()).await,
            Deadline::Shown(at) => self.sleep_until(at).await,
        }
    }
}

fn pace(rate: u32) -> i32 {
    i32::try_from(rate).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    #[tokio::test]
    async fn the_database_sets_the_time_and_sleepers_measure_anew() {
        let clock = SystemClock::new();
        let database = from_millis(1_000_000_000_000).unwrap();
        clock.synchronise(database.into());
        assert!((clock.now() - database).num_seconds() < 60);
        assert_eq!(clock.now().timestamp_subsec_nanos() % 1_000_000, 0);

        let tomorrow = database + chrono::Duration::days(1);
        let slept = clock.sleep_until(tomorrow);
        let moved = async { clock.synchronise(tomorrow.into()) };
        tokio::join!(slept, moved);
        assert!(clock.now() >= tomorrow);
    }

    #[test]
    fn a_late_reading_does_not_set_it_back() {
        let clock = SystemClock::new();
        let database = from_millis(1_000_000_000_000).unwrap();
        clock.synchronise(database.into());
        let before = clock.now();
        clock.synchronise((before - chrono::Duration::milliseconds(1)).into());
        assert!(clock.now() >= before);
        clock.synchronise((before - chrono::Duration::seconds(9)).into());
        assert!(clock.now() < before);
    }

    #[tokio::test]
    async fn a_short_sleep_ends_at_its_time_and_not_before() {
        let clock = SystemClock::new();
        let at = clock.now() + chrono::Duration::milliseconds(15);
        clock.sleep_until(at).await;
        assert!(clock.now() >= at);
    }

    #[tokio::test]
    async fn it_goes_at_the_pace_of_the_database() {
        let clock = SystemClock::new();
        let now = from_millis(1_000_000_000_000).unwrap();
        clock.synchronise(Reading { now, rate: 0 });
        assert_eq!(clock.now(), now);
        let hour = now + chrono::Duration::hours(1);
        let slept = clock.sleep_until(hour);
        // An hour at the fastest pace is six seconds; the step that follows ends the sleep at once.
        let moved = async {
            clock.synchronise(Reading { now, rate: 600 });
            let now = hour + chrono::Duration::hours(1);
            clock.synchronise(Reading { now, rate: 0 });
        };
        tokio::join!(slept, moved);
        assert_eq!(clock.now(), hour + chrono::Duration::hours(1));
        clock.synchronise(Reading { now, rate: 600 });
        let soon = now + chrono::Duration::seconds(6);
        clock.sleep_until(soon).await;
        assert!(clock.now() >= soon);
    }

    #[tokio::test]
    async fn a_deadline_passes_while_the_clock_is_held() {
        let clock = SystemClock::new();
        let now = from_millis(1_000_000_000_000).unwrap();
        clock.synchronise(Reading { now, rate: 0 });
        clock
            .reach(clock.deadline(chrono::Duration::milliseconds(5)))
            .await;
        assert_eq!(clock.now(), now);
    }
}
