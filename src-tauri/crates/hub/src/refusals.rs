//! Refused hand-offs and calls on their way into the journal: at most one row a minute for each
//! reason and peer, with a count. A journal that cannot be written changes no answer.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::Duration;
use routine_domain::{Instant, RefusalReason, RefusedRequest};
use routine_engine::Clock;
use routine_store::{Store, model::DispatchRefusal};
use tokio_util::task::TaskTracker;

const WINDOW_SECONDS: i64 = 60;
/// Beyond so many peers in a minute the rest are counted together: an attacker must not fill memory.
const PEERS: usize = 1_000;
const OTHERS: &str = "others";

/// What was asked for, why it was refused, and who asked.
type Key = (RefusedRequest, RefusalReason, String);

/// Since the last row.
struct Window {
    ends_at: Instant,
    uncounted: u32,
}

pub(crate) struct Refusals {
    hub: String,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    windows: Mutex<HashMap<Key, Window>>,
    /// Rows being written.
    writing: TaskTracker,
}

impl Refusals {
    pub(crate) fn new(hub: String, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self {
            hub,
            store,
            clock,
            windows: Mutex::default(),
            writing: TaskTracker::new(),
        }
    }

    /// The first of a minute is written at once, by another task.
    pub(crate) fn note(
        self: &Arc<Self>,
        request: RefusedRequest,
        reason: RefusalReason,
        peer: IpAddr,
    ) {
        let now = self.clock.now();
        tracing::warn!(%request, %reason, %peer, "a request was refused");
        let key = (request, reason, peer.to_string());
        if let Some(key) = count(&mut self.lock(), key, now) {
            let this = self.clone();
            self.writing.spawn(async move { this.write(key, 1).await });
        }
    }

    /// Writes what was counted in the minutes that have ended.
    pub(crate) async fn flush(&self) {
        let ended = ended(&mut self.lock(), self.clock.now());
        self.write_all(ended).await;
    }

    /// Writes everything that was counted: the hub stops.
    pub(crate) async fn flush_all(&self) {
        let all = self
            .lock()
            .drain()
            .map(|(key, window)| (key, window.uncounted))
            .collect();
        self.write_all(all).await;
        self.writing.close();
        self.writing.wait().await;
    }

    async fn write_all(&self, counted: Vec<(Key, u32)>) {
        for (key, count) in counted {
            if count > 0 {
                self.write(key, count).await;
            }
        }
    }

    async fn write(&self, (request, reason, peer): Key, count: u32) {
        let refusal = DispatchRefusal {
            hub: self.hub.clone(),
            request,
            reason,
            peer,
            count,
        };
        if let Err(error) = self.store.record_refusal(&refusal, self.clock.now()).await {
            tracing::warn!(%error, "a refused request was not written into the journal");
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Key, Window>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers the key where this is the first of its minute.
fn count(windows: &mut HashMap<Key, Window>, key: Key, now: Instant) -> Option<Key> {
    let key = match windows.len() < PEERS || windows.contains_key(&key) {
        true => key,
        false => (key.0, key.1, OTHERS.to_owned()),
    };
    if let Some(window) = windows.get_mut(&key) {
        window.uncounted = window.uncounted.saturating_add(1);
        return None;
    }
    let window = Window {
        ends_at: now + Duration::seconds(WINDOW_SECONDS),
        uncounted: 0,
    };
    windows.insert(key.clone(), window);
    Some(key)
}

/// What was counted in minutes that have ended; where there was something, the next minute begins,
/// so that a steady stream makes one row a minute.
fn ended(windows: &mut HashMap<Key, Window>, now: Instant) -> Vec<(Key, u32)> {
    let mut counted = Vec::new();
    windows.retain(|key, window| {
        if window.ends_at > now {
            return true;
        }
        counted.push((key.clone(), window.uncounted));
        let goes_on = window.uncounted > 0;
        window.ends_at = now + Duration::seconds(WINDOW_SECONDS);
        window.uncounted = 0;
        goes_on
    });
    counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    fn at(seconds: i64) -> Instant {
        from_millis(1_700_000_000_000 + seconds * 1_000).unwrap()
    }

    fn wrong(peer: &str) -> Key {
        (
            RefusedRequest::HandOff,
            RefusalReason::Wrong,
            peer.to_owned(),
        )
    }

    #[test]
    fn a_steady_stream_makes_one_row_a_minute() {
        let mut windows = HashMap::new();
        assert_eq!(count(&mut windows, wrong("a"), at(0)), Some(wrong("a")));
        for second in 1..60 {
            assert_eq!(count(&mut windows, wrong("a"), at(second)), None);
            assert_eq!(ended(&mut windows, at(second)), []);
        }
        assert_eq!(ended(&mut windows, at(60)), [(wrong("a"), 59)]);
        assert_eq!(count(&mut windows, wrong("a"), at(61)), None);
        assert_eq!(ended(&mut windows, at(119)), []);
        assert_eq!(ended(&mut windows, at(120)), [(wrong("a"), 1)]);
        // Quiet for a minute, it is forgotten, and the next is the first again.
        assert_eq!(ended(&mut windows, at(180)), [(wrong("a"), 0)]);
        assert!(windows.is_empty());
        assert!(count(&mut windows, wrong("a"), at(181)).is_some());
    }

    #[test]
    fn requests_reasons_and_peers_are_counted_apart() {
        let mut windows = HashMap::new();
        let a = || "a".to_owned();
        let missing = (RefusedRequest::HandOff, RefusalReason::Missing, a());
        let call = (RefusedRequest::Webhook, RefusalReason::Wrong, a());
        for key in [wrong("a"), wrong("b"), missing, call] {
            assert_eq!(count(&mut windows, key.clone(), at(0)), Some(key));
        }
    }

    #[test]
    fn many_peers_are_counted_together() {
        let mut windows = HashMap::new();
        for peer in 0..PEERS {
            assert!(count(&mut windows, wrong(&peer.to_string()), at(0)).is_some());
        }
        assert_eq!(
            count(&mut windows, wrong("new"), at(0)),
            Some(wrong(OTHERS))
        );
        assert_eq!(count(&mut windows, wrong("newer"), at(0)), None);
        assert_eq!(windows.len(), PEERS + 1);
    }
}
