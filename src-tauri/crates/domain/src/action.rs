//! What an administrator may do to a routine or a run as it stands, and why not where not: the one
//! table that every screen and the command line follow.

use crate::{
    LauncherKind, RunStatus, StateFacts,
    change::{DELETED, NOTHING_WAITS},
    state::OffBy,
    words::words,
};

words! {
    /// An action on a routine, in the order in which screens offer them.
    RoutineAction, "action" {
        TryNow = "try_now",
        Restore = "restore",
        Revive = "revive",
        SwitchOn = "switch_on",
        Resume = "resume",
        RunNow = "run_now",
        Pause = "pause",
        Edit = "edit",
        StopRetrying = "stop_retrying",
        Delete = "delete",
    }
}

words! {
    /// An action on a run.
    RunAction, "action" {
        TryNow = "try_now",
        StopRetrying = "stop_retrying",
        Cancel = "cancel",
        Replay = "replay",
    }
}

impl RoutineAction {
    /// Why the routine does not allow it now; one sentence. None where it does.
    pub fn why_not(self, facts: &StateFacts) -> Option<String> {
        use RoutineAction::*;
        if self == Restore {
            return (facts.deleted.is_none()).then(|| "It is not deleted.".into());
        }
        if facts.deleted.is_some() {
            return Some(DELETED.into());
        }
        let off = facts.off.as_ref();
        let by = off.map(|off| off.by);
        let refusal = match (self, by) {
            (RunNow | Edit | Delete | Restore, _) => return None,
            (TryNow | StopRetrying, _) if !facts.retry_waits => NOTHING_WAITS,
            (TryNow | StopRetrying, _) => return None,
            (Pause, None) => return None,
            (Pause, _) => {
                let actor = off.map_or("", |off| off.actor.as_str());
                return Some(format!("It is off already, by {actor}."));
            }
            (Resume, Some(OffBy::Person)) => return None,
            (Resume, None) => "It is not paused.",
            (Resume, _) => "The system switched it off, so there is nothing to resume.",
            (Revive, _) if facts.dead_lettered_at.is_some() => return None,
            (Revive, _) => "It is not dead-lettered, so there is nothing to revive.",
            (SwitchOn, Some(OffBy::Fatigue)) => return None,
            (SwitchOn, Some(OffBy::Unschedulable)) => {
                "Its trigger cannot be planned. Edit it: that switches it on again."
            }
            (SwitchOn, _) => "The system did not switch it off.",
        };
        Some(refusal.to_owned())
    }
}

/// What the actions on a run depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunFacts {
    pub status: RunStatus,
    pub launcher: LauncherKind,
    /// Its worker was asked to end it and has not answered yet.
    pub cancel_requested: bool,
    /// The routine waits to launch this run's occurrence again.
    pub retry_waits: bool,
    /// Its routine is deleted.
    pub deleted: bool,
}

impl RunAction {
    /// Why the run does not allow it now; one sentence. None where it does.
    pub fn why_not(self, run: &RunFacts) -> Option<String> {
        match self {
            RunAction::TryNow | RunAction::StopRetrying => (!run.retry_waits)
                .then(|| "Its occurrence does not wait to be launched again.".into()),
            RunAction::Cancel => plan_cancel(run).err(),
            RunAction::Replay if run.deleted => {
                Some("Its routine was deleted. Restore that first.".into())
            }
            RunAction::Replay if run.status.is_open() => Some(
                "It has not ended yet. Wait for its end or cancel it, or run the routine now."
                    .into(),
            ),
            RunAction::Replay => None,
        }
    }
}

/// How a run comes to its end by a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CancelPlan {
    /// Nothing was launched: it ends in the database.
    AtOnce,
    /// The worker that holds it must end the work.
    AskItsWorker,
}

/// Whether, and how, a run can be cancelled; or the sentence why not.
pub fn plan_cancel(run: &RunFacts) -> Result<CancelPlan, String> {
    match run.status {
        RunStatus::Claimed => Ok(CancelPlan::AtOnce),
        RunStatus::Launching | RunStatus::Running => match run.launcher {
            LauncherKind::Http => Err(
                "Its hub carries it out, and a hub takes no word to stop. What it reports is recorded.".into(),
            ),
            _ if run.cancel_requested => {
                Err("Its worker has been asked to end it and has not answered yet.".into())
            }
            LauncherKind::Command | LauncherKind::Simulated => Ok(CancelPlan::AskItsWorker),
        },
        RunStatus::Abandoned => Err("Its worker is gone, so nobody here can end it.".into()),
        ended => Err(format!("It has ended already: {ended}.")),
    }
}
