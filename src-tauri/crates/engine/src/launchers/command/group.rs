//! A program and everything it started: one process group, killed as one.

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::Child;

/// Dropping it kills what is left of the group while the program that leads it still runs.
pub(super) struct Group {
    leader: Child,
}

impl Group {
    /// `leader` must have been started in a process group of its own.
    pub(super) fn led_by(leader: Child) -> Self {
        Self { leader }
    }

    pub(super) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    pub(super) fn kill(&self) {
        // None once the program was waited for: its number may be someone else's by then.
        let id = self.leader.id().and_then(|id| i32::try_from(id).ok());
        if let Some(group) = id.and_then(Pid::from_raw) {
            // It fails only if the whole group has ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
