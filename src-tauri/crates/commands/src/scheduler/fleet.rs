use chrono::Duration;
use routine_domain::Instant;
use routine_store::model::{Fleet, SweepSeen, WorkerSeen};

use crate::wire::{Heartbeat, SweepRow, WorkerRow, WorkerState};

/// Nobody is called silent before this, in seconds.
const SILENT_AFTER_SECONDS: i64 = 60;
/// A worker that names no cadence is taken to sweep this often.
const USUAL_POLL_SECONDS: u32 = 30;

/// `rate`: how many times as fast as real time the clock goes.
pub(super) fn heartbeat(fleet: &Fleet, rate: u32, now: Instant) -> Heartbeat {
    let newest = fleet
        .workers
        .iter()
        .max_by_key(|worker| worker.heartbeat_at);
    let poll = newest.map_or(USUAL_POLL_SECONDS, |worker| worker.poll_seconds);
    Heartbeat {
        last_sweep_at: fleet.last_sweep_at,
        silent: fleet
            .last_sweep_at
            .is_none_or(|at| now - at > patience(poll, rate)),
        overdue: fleet.overdue,
        lag_ms: fleet.sweeps.iter().find_map(|sweep| sweep.counts.lag_ms),
    }
}

pub(super) fn worker_row(
    worker: &WorkerSeen,
    sweeps: &[SweepSeen],
    this_app: &str,
    rate: u32,
    now: Instant,
) -> WorkerRow {
    let sweeps_now = sweeps
        .iter()
        .any(|sweep| sweep.worker == worker.name && sweep.ended_at.is_none());
    let state = if worker.stopped_at.is_some() {
        WorkerState::Stopped
    } else if now - worker.heartbeat_at > patience(worker.poll_seconds, rate) {
        WorkerState::Silent
    } else if sweeps_now {
        WorkerState::Sweeping
    } else {
        WorkerState::Waiting
    };
    WorkerRow {
        name: worker.name.clone(),
        state,
        this_app: worker.name == this_app,
        heartbeat_at: worker.heartbeat_at,
        started_at: worker.started_at,
        clock_offset_ms: worker.clock_offset_ms,
        holds: worker.holds,
        version: worker.version.clone(),
        zone_data: worker.zone_data.clone(),
    }
}

/// Three times the cadence, and never less than a minute; a cadence is one of real time.
fn patience(poll_seconds: u32, rate: u32) -> Duration {
    let seconds = (3 * i64::from(poll_seconds)).max(SILENT_AFTER_SECONDS);
    Duration::seconds(seconds * i64::from(rate.max(1)))
}

/// Whole milliseconds, within what an `i32` holds (24 days).
pub(super) fn bounded(difference: Duration) -> i32 {
    let milliseconds = difference.num_milliseconds();
    i32::try_from(milliseconds).unwrap_or(if milliseconds < 0 { i32::MIN } else { i32::MAX })
}

impl From<SweepSeen> for SweepRow {
    fn from(sweep: SweepSeen) -> Self {
        let took = sweep.ended_at.map(|ended| ended - sweep.started_at);
        Self {
            id: sweep.id,
            worker: sweep.worker,
            started_at: sweep.started_at,
            took_ms: took.map(|took| u32::try_from(took.num_milliseconds()).unwrap_or(0)),
            claimed: sweep.counts.claimed,
            launched: sweep.counts.launched,
            schedule_failed: sweep.counts.schedule_failed,
            skipped: sweep.counts.skipped,
            missed: sweep.counts.missed,
            taken_over: sweep.counts.taken_over,
            error: sweep.counts.error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    fn at(seconds: i64) -> Instant {
        from_millis(1_700_000_000_000 + seconds * 1_000).unwrap()
    }

    fn worker(poll_seconds: u32, heartbeat_at: Instant) -> WorkerSeen {
        WorkerSeen {
            name: "a".into(),
            version: String::new(),
            zone_data: String::new(),
            poll_seconds,
            clock_offset_ms: 0,
            started_at: at(0),
            heartbeat_at,
            stopped_at: None,
            holds: 0,
        }
    }

    fn silent(poll_seconds: u32, age_seconds: i64) -> bool {
        let fleet = Fleet {
            workers: vec![worker(poll_seconds, at(0))],
            sweeps: Vec::new(),
            last_sweep_at: Some(at(0)),
            next_fire_at: None,
            overdue: 0,
        };
        heartbeat(&fleet, 1, at(age_seconds)).silent
    }

    #[test]
    fn silence_is_three_times_the_cadence_and_at_least_a_minute() {
        assert!(!silent(5, 60));
        assert!(silent(5, 61));
        assert!(!silent(30, 90));
        assert!(silent(30, 91));
    }

    #[test]
    fn a_worker_is_silent_waiting_sweeping_or_stopped() {
        let state = |worker: &WorkerSeen, sweeps: &[SweepSeen]| {
            worker_row(worker, sweeps, "b", 1, at(100)).state
        };
        assert_eq!(state(&worker(30, at(0)), &[]), WorkerState::Silent);
        let fresh = worker(30, at(90));
        assert_eq!(state(&fresh, &[]), WorkerState::Waiting);
        let sweep = SweepSeen {
            id: String::new(),
            worker: "a".into(),
            started_at: at(99),
            ended_at: None,
            counts: Default::default(),
        };
        assert_eq!(state(&fresh, &[sweep]), WorkerState::Sweeping);
        let stopped = WorkerSeen {
            stopped_at: Some(at(95)),
            ..fresh
        };
        assert_eq!(state(&stopped, &[]), WorkerState::Stopped);
    }
}
