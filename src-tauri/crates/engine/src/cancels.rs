//! What people asked to end, as the last pass read it, and the wait for it beside the work.

use std::collections::HashMap;

use routine_domain::{LauncherKind, RunId};
use routine_store::model::CancelRequest;
use tokio::sync::watch;

#[derive(Default)]
pub(crate) struct Cancels {
    requested_by: watch::Sender<HashMap<RunId, String>>,
}

impl Cancels {
    /// Replaces what was asked before: whatever is still to be ended is read anew each time.
    pub(crate) fn replace(&self, requests: Vec<CancelRequest>) {
        let requests = requests
            .into_iter()
            .map(|request| (request.run_id, request.requested_by))
            .collect();
        self.requested_by.send_if_modified(|known| {
            let is_new = *known != requests;
            *known = requests;
            is_new
        });
    }

    /// Resolves once someone asks to end this run, with who it is.
    pub(crate) async fn of(&self, run: RunId) -> String {
        let mut asked = self.requested_by.subscribe();
        // Fails only without a sender, which lives as long as `self`.
        let _ = asked.wait_for(|known| known.contains_key(&run)).await;
        let by = asked.borrow().get(&run).cloned();
        by.unwrap_or_default()
    }
}

/// What is written about work that was ended here.
pub(crate) fn ended(by: &str, launcher: LauncherKind) -> String {
    let what = match launcher {
        LauncherKind::Command => "its program and everything that it started were killed",
        LauncherKind::Http | LauncherKind::Simulated => "its work was stopped",
    };
    format!("Cancelled by {by}: {what}.")
}
