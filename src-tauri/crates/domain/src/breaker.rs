//! When an endpoint that several routines find unavailable is given a rest, and when the rest ends.
//! Pure: the store keeps what stands here in `endpoint_breakers` and `endpoint_failures`.

use std::collections::BTreeMap;

use chrono::Duration;

use crate::{Instant, RoutineId};

/// It opens when this many routines find the endpoint unavailable …
pub const OPENS_AT_ROUTINES: usize = 3;
/// … within so many seconds, with no answer in between.
pub const WINDOW_SECONDS: i64 = 5 * 60;
/// While it is open, one run is let through in so many seconds.
pub const PROBE_EVERY_SECONDS: i64 = 60;
/// What waited goes on one by one, at most this far apart …
const SPREAD_STEP_MS: i64 = 500;
/// … and all of it within this time.
const SPREAD_MS: i64 = 60_000;

/// What a launch tells about its endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Any definite answer but "try later", also a no.
    Answers,
    /// Refused, timed out, or 502, 503, 504.
    Unavailable,
}

impl Sign {
    /// By the code of a launch failure; none where the endpoint was not asked.
    pub fn of_failure(code: &str) -> Option<Sign> {
        match code {
            "refused" | "timeout" | "unavailable" => Some(Sign::Unavailable),
            "http_status" | "bad_answer" => Some(Sign::Answers),
            _ => None,
        }
    }
}

/// What is known of one endpoint.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Breaker {
    /// Down since then.
    pub opened_at: Option<Instant>,
    /// When each routine last found it unavailable, since it last answered; those that opened it.
    pub failures: BTreeMap<RoutineId, Instant>,
    /// When it last ended a rest.
    pub closed_at: Option<Instant>,
}

impl Breaker {
    /// What a launch of `routine` told at `at`. Signs may come late and out of order.
    pub fn hear(&mut self, sign: Sign, routine: RoutineId, at: Instant) {
        match sign {
            Sign::Answers => {
                if self.opened_at.is_some_and(|opened_at| opened_at > at) {
                    return;
                }
                self.failures.retain(|_, failed_at| *failed_at > at);
                if self.opened_at.take().is_some() {
                    self.closed_at = Some(at);
                }
            }
            // What opened it is kept, and a probe's failure adds nothing.
            Sign::Unavailable if self.opened_at.is_some() => {}
            Sign::Unavailable => {
                if self.closed_at.is_some_and(|closed_at| closed_at > at) {
                    return;
                }
                let failed_at = self.failures.entry(routine).or_insert(at);
                *failed_at = at.max(*failed_at);
                let newest = self.failures.values().max().copied().unwrap_or(at);
                self.failures
                    .retain(|_, failed_at| is_recent(*failed_at, newest));
                if self.failures.len() >= OPENS_AT_ROUTINES {
                    self.opened_at = Some(newest);
                }
            }
        }
    }
}

/// Failures before this are forgotten.
pub fn forgotten_before(now: Instant) -> Instant {
    now - Duration::seconds(WINDOW_SECONDS)
}

fn is_recent(failed_at: Instant, now: Instant) -> bool {
    failed_at >= forgotten_before(now)
}

/// When an endpoint that is down may be tried next.
pub fn next_probe_at(opened_at: Instant, last_probe_at: Option<Instant>) -> Instant {
    let last = last_probe_at.map_or(opened_at, |probe| probe.max(opened_at));
    last + Duration::seconds(PROBE_EVERY_SECONDS)
}

/// How long the run at `place` of `waiting`, counted from 0, goes on waiting when the endpoint has
/// answered: an endpoint that just came back is not met by all at once.
pub fn spread(place: usize, waiting: usize) -> Duration {
    let (place, waiting) = (signed(place), signed(waiting).max(1));
    let even = SPREAD_MS * place / waiting;
    Duration::milliseconds(even.min(SPREAD_STEP_MS * place))
}

fn signed(count: usize) -> i64 {
    // Bounded, so that the product above holds.
    i64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
