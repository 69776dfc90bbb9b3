//! A run: one attempt at one occurrence, or one fire by hand. Its statuses and the one table of
//! legal moves between them; the CHECK constraints and `docs/state-machine.md` repeat this table.

use crate::{Instant, RoutineId, RunId, instant::rfc3339, words::words};

words! {
    /// Where a run is in its life.
    RunStatus, "status" {
        /// Taken by a worker, nothing launched yet; may wait for a reason (`waits_for`).
        Claimed = "claimed",
        /// Being handed to its launcher; durable before anything is sent or started.
        Launching = "launching",
        /// Accepted; the work is under way.
        Running = "running",
        Succeeded = "succeeded",
        /// The work ran and failed.
        Failed = "failed",
        /// The launch itself failed: the work never started.
        ScheduleFailed = "schedule_failed",
        /// Not launched, for a recorded reason.
        Skipped = "skipped",
        /// Nobody looked in time; may stand for many occurrences (`missed_count`).
        Missed = "missed",
        Cancelled = "cancelled",
        /// Presumed lost with its worker; a late real outcome may still replace it, once.
        Abandoned = "abandoned",
    }
}

words! {
    /// Why a run exists.
    Cause, "cause" {
        Schedule = "schedule",
        Retry = "retry",
        CatchUp = "catch_up",
        Manual = "manual",
        Once = "once",
        Replay = "replay",
        Webhook = "webhook",
    }
}

words! {
    /// What became of the result's delivery; apart from the run's outcome.
    Delivery, "delivery" {
        None = "none",
        Pending = "pending",
        Delivered = "delivered",
        Failed = "failed",
    }
}

impl RunStatus {
    /// Whether a run may move from `self` to `next` (product.md, section 3).
    pub fn may_become(self, next: RunStatus) -> bool {
        use RunStatus::*;
        match self {
            Claimed => matches!(next, Launching | Skipped | Missed | Cancelled),
            Launching => matches!(
                next,
                Running | Succeeded | Failed | ScheduleFailed | Cancelled | Abandoned
            ),
            Running => matches!(next, Succeeded | Failed | Cancelled | Abandoned),
            Abandoned => matches!(next, Succeeded | Failed | Cancelled),
            Succeeded | Failed | ScheduleFailed | Skipped | Missed | Cancelled => false,
        }
    }

    /// Every status from which a run may move to `self`: the guard of each compare-and-set.
    pub fn sources(self) -> Vec<RunStatus> {
        Self::ALL
            .iter()
            .copied()
            .filter(|from| from.may_become(self))
            .collect()
    }

    /// Claimed, launching or running: something may still happen without a person.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            RunStatus::Claimed | RunStatus::Launching | RunStatus::Running
        )
    }

    /// The launch was accepted: the work started, whatever became of it.
    pub fn was_launched(self) -> bool {
        matches!(
            self,
            RunStatus::Running | RunStatus::Succeeded | RunStatus::Failed
        )
    }
}

impl Cause {
    /// Whether runs of this cause raise and clear the routine's streaks. Fires by hand do neither.
    pub fn counts_towards_streaks(self) -> bool {
        !matches!(self, Cause::Manual | Cause::Replay | Cause::Webhook)
    }
}

/// The idempotency key of an occurrence, the same for every attempt at it; a run without a planned
/// time is its own occurrence.
pub fn idempotency_key(routine: RoutineId, run: RunId, scheduled_for: Option<Instant>) -> String {
    match scheduled_for {
        Some(at) => format!("{routine}:{}", rfc3339(at)),
        None => format!("{routine}:run:{run}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair, spelled out once more and independently of the `match` above.
    #[test]
    fn only_the_documented_moves_are_legal() {
        use RunStatus::*;
        let legal = [
            (Claimed, vec![Launching, Skipped, Missed, Cancelled]),
            (
                Launching,
                vec![
                    Running,
                    Succeeded,
                    Failed,
                    ScheduleFailed,
                    Cancelled,
                    Abandoned,
                ],
            ),
            (Running, vec![Succeeded, Failed, Cancelled, Abandoned]),
            (Abandoned, vec![Succeeded, Failed, Cancelled]),
        ];
        for from in RunStatus::ALL {
            let allowed = legal
                .iter()
                .find(|(state, _)| state == from)
                .map(|(_, next)| next.clone())
                .unwrap_or_default();
            for next in RunStatus::ALL {
                assert_eq!(
                    from.may_become(*next),
                    allowed.contains(next),
                    "{from} → {next}"
                );
            }
        }
    }

    #[test]
    fn an_open_run_can_still_end_and_a_final_one_cannot() {
        for status in RunStatus::ALL {
            let movable = RunStatus::ALL.iter().any(|next| status.may_become(*next));
            let open_or_presumed = status.is_open() || *status == RunStatus::Abandoned;
            assert_eq!(movable, open_or_presumed, "{status}");
        }
    }
}
