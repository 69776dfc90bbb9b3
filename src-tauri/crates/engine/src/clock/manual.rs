//! A clock that moves only when told to: for tests, simulation and the headless demo.

use std::{collections::BTreeMap, ops::Bound};

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{Instant, instant::truncate};
use tokio::sync::watch;

use super::{Clock, Deadline, Reading};

pub struct ManualClock {
    state: watch::Sender<State>,
}

struct State {
    now: Instant,
    /// How many sleep until when.
    sleepers: BTreeMap<Instant, usize>,
}

impl State {
    fn earliest_sleeper(&self) -> Option<Instant> {
        let to_come = (Bound::Excluded(self.now), Bound::Unbounded);
        self.sleepers.range(to_come).next().map(|(at, _)| *at)
    }
}

impl ManualClock {
    pub fn new(now: Instant) -> Self {
        Self {
            state: watch::Sender::new(State {
                now: truncate(now),
                sleepers: BTreeMap::new(),
            }),
        }
    }

    /// Moves the time, also backwards; whoever slept until then or earlier wakes.
    pub fn set(&self, now: Instant) {
        self.state.send_modify(|state| state.now = truncate(now));
    }

    pub fn advance(&self, by: Duration) {
        self.state
            .send_modify(|state| state.now = truncate(state.now + by));
    }

    /// The earliest instant to come that anyone sleeps until.
    pub fn earliest_sleeper(&self) -> Option<Instant> {
        self.state.borrow().earliest_sleeper()
    }

    /// Moves the time from sleeper to sleeper, never beyond `limit`. Never resolves: drop it.
    pub async fn follow_sleepers(&self, limit: Instant) {
        let mut state = self.state.subscribe();
        loop {
            let next = state
                .wait_for(|state| state.earliest_sleeper().is_some_and(|at| at <= limit))
                .await
                .ok()
                .and_then(|state| state.earliest_sleeper());
            if let Some(next) = next {
                self.set(next);
            }
        }
    }

    /// Resolves once someone sleeps until exactly `at`.
    pub async fn someone_sleeps_until(&self, at: Instant) {
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = self
            .state
            .subscribe()
            .wait_for(|state| state.sleepers.contains_key(&at))
            .await;
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Instant {
        self.state.borrow().now
    }

    async fn sleep_until(&self, at: Instant) {
        let _sleeper = Sleeper::new(&self.state, at);
        let _ = self
            .state
            .subscribe()
            .wait_for(|state| state.now >= at)
            .await;
    }

    /// Nothing: a manual clock stands in for the database's as well.
    fn synchronise(&self, _reading: Reading) {}

    fn deadline(&self, after: Duration) -> Deadline {
        Deadline::Shown(self.now() + after)
    }

    async fn reach(&self, deadline: Deadline) {
        match deadline {
            Deadline::Shown(at) => self.sleep_until(at).await,
            Deadline::Real(at) => tokio::time::sleep_until(at.into()).await,
        }
    }
}

/// One sleeper, counted for as long as it sleeps.
struct Sleeper<'a> {
    state: &'a watch::Sender<State>,
    until: Instant,
}

impl<'a> Sleeper<'a> {
    fn new(state: &'a watch::Sender<State>, until: Instant) -> Self {
        state.send_modify(|state| *state.sleepers.entry(until).or_default() += 1);
        Self { state, until }
    }
}

impl Drop for Sleeper<'_> {
    fn drop(&mut self) {
        self.state.send_modify(|state| {
            if let Some(count) = state.sleepers.get_mut(&self.until) {
                *count -= 1;
                if *count == 0 {
                    state.sleepers.remove(&self.until);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    #[tokio::test]
    async fn a_sleeper_is_seen_wakes_and_is_gone() {
        let start = from_millis(1_700_000_000_000).unwrap();
        let clock = ManualClock::new(start);
        let at = start + Duration::hours(1);
        let sleep = clock.sleep_until(at);
        let drive = async {
            clock.someone_sleeps_until(at).await;
            clock.advance(Duration::minutes(59));
            assert_eq!(clock.earliest_sleeper(), Some(at));
            clock.advance(Duration::minutes(1));
        };
        tokio::join!(sleep, drive);
        assert_eq!(clock.earliest_sleeper(), None);
        assert_eq!(clock.now(), at);
    }

    #[tokio::test]
    async fn time_follows_the_sleepers_to_its_limit() {
        let start = from_millis(1_700_000_000_000).unwrap();
        let clock = ManualClock::new(start);
        let sleeps = async {
            clock.sleep_until(start + Duration::seconds(5)).await;
            clock.sleep_until(start + Duration::seconds(9)).await;
            clock.sleep_until(start + Duration::hours(1)).await;
        };
        let limit = start + Duration::minutes(1);
        let ninth = clock.sleep_until(start + Duration::seconds(9));
        tokio::select! {
            biased;
            () = sleeps => panic!("it went beyond its limit"),
            ((), ()) = async { tokio::join!(ninth, clock.someone_sleeps_until(start + Duration::hours(1))) } => {}
            () = clock.follow_sleepers(limit) => {}
        }
        assert_eq!(clock.now(), start + Duration::seconds(9));
    }

    #[tokio::test]
    async fn the_database_does_not_move_it() {
        let start = from_millis(1_700_000_000_000).unwrap();
        let clock = ManualClock::new(start);
        clock.synchronise((start + Duration::days(3)).into());
        assert_eq!(clock.now(), start);
    }
}
