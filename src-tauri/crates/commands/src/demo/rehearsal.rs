//! The launcher of a rehearsal. Simulated work comes out the same at every rehearsal, and every launch
//! is counted, since a second launch of the same attempt is what must never happen.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{Instant, RoutineId, RunId};
use routine_engine::{Clock, Launch, LaunchResult, Launchers};
use routine_store::model::LaunchOrder;

/// What a rehearsed routine does besides what its definition says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// As its simulated definition says.
    AsDefined,
    /// It is handed off, and its end is reported after so many minutes.
    HandedOff { minutes: i64 },
    /// It is handed off, and nobody hears of it again.
    HandedOffAndLost,
}

pub(super) struct Rehearsal {
    launchers: Launchers,
    clock: Arc<dyn Clock>,
    manners: HashMap<String, Manner>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// Launches by idempotency key and attempt.
    launches: HashMap<(String, u32), u32>,
    /// Work that is done elsewhere, and when it ends.
    elsewhere: Vec<(Instant, RunId)>,
}

impl Rehearsal {
    pub fn new(
        launchers: Launchers,
        clock: Arc<dyn Clock>,
        manners: HashMap<String, Manner>,
    ) -> Self {
        Self {
            launchers,
            clock,
            manners,
            seen: Mutex::default(),
        }
    }

    /// Launches beyond the first of one attempt.
    pub fn doubled(&self) -> u32 {
        let seen = self.seen();
        seen.launches.values().map(|launches| launches - 1).sum()
    }

    /// When the next piece of work elsewhere ends.
    pub fn next_end(&self) -> Option<Instant> {
        self.seen().elsewhere.iter().map(|(at, _)| *at).min()
    }

    /// The work elsewhere that has ended by `now`.
    pub fn take_ended(&self, now: Instant) -> Vec<(Instant, RunId)> {
        let mut seen = self.seen();
        seen.elsewhere
            .extract_if(.., |(at, _)| *at <= now)
            .collect()
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Launch for Rehearsal {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        let key = (order.idempotency_key.clone(), order.attempt);
        *self.seen().launches.entry(key).or_default() += 1;
        match self.manners.get(&order.routine_name) {
            Some(Manner::HandedOff { minutes }) => {
                let end = self.clock.now() + Duration::minutes(*minutes);
                self.seen().elsewhere.push((end, order.lease.run_id));
                LaunchResult::HandedOff
            }
            Some(Manner::HandedOffAndLost) => LaunchResult::HandedOff,
            Some(Manner::AsDefined) | None => self.launchers.launch(&by_name(order)).await,
        }
    }
}

/// Outcomes are drawn by the routine's id, which is another one at every rehearsal: its name decides
/// instead.
fn by_name(order: &LaunchOrder) -> LaunchOrder {
    let mut bytes = [0_u8; 16];
    for (place, byte) in order.routine_name.bytes().enumerate() {
        let slot = &mut bytes[place % 16];
        *slot = slot.wrapping_mul(31).wrapping_add(byte);
    }
    LaunchOrder {
        routine_id: RoutineId(uuid::Uuid::from_bytes(bytes)),
        ..order.clone()
    }
}
