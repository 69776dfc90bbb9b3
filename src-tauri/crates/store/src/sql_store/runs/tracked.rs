//! One run while a batch of reports is decided. Pure.

use routine_domain::{
    Cause, Delivery, Instant, RoutineId, RunId, RunStatus, TenantId,
    delivery::{Ended, deliver},
    fingerprint::fingerprint,
    text::{error_detail, error_sentence},
};

use super::streaks::Effect;
use crate::model::{RunError, RunEvent, RunReport};

/// A run as the reports have left it so far.
#[derive(Debug, Clone)]
pub(super) struct TrackedRun {
    pub(super) id: RunId,
    pub(super) tenant_id: TenantId,
    pub(super) routine_id: RoutineId,
    pub(super) schedule_revision: u32,
    pub(super) scheduled_for: Option<Instant>,
    pub(super) attempt: u32,
    pub(super) cause: Cause,
    /// The status it was locked with.
    pub(super) seen: RunStatus,
    pub(super) status: RunStatus,
    pub(super) lease_epoch: u32,
    pub(super) worker: Option<String>,
    pub(super) recorded_at: Instant,
    pub(super) launched_at: Option<Instant>,
    pub(super) started_at: Option<Instant>,
    pub(super) finished_at: Option<Instant>,
    pub(super) heartbeat_at: Option<Instant>,
    pub(super) error_code: Option<String>,
    /// Of the error as it was reported, before anything is said about it.
    pub(super) fingerprint: Option<String>,
    pub(super) message: Option<String>,
    pub(super) detail: Option<String>,
    pub(super) output: Option<String>,
    pub(super) dead_lettered: bool,
    /// Its routine names a place for results.
    pub(super) has_destination: bool,
    pub(super) delivery: Delivery,
    /// Its routine has something counted in a row that a good outcome may end.
    pub(super) streak_stands: bool,
    /// Another fire may wait for this one to end.
    pub(super) may_be_waited_for: bool,
    /// Some endpoint was found unavailable lately and has not answered since.
    pub(super) an_endpoint_is_troubled: bool,
}

/// A move that won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Won {
    pub(super) from: RunStatus,
    pub(super) to: RunStatus,
}

impl Won {
    pub(super) fn launch_failed(self) -> bool {
        self.to == RunStatus::ScheduleFailed
    }

    /// The launch went well, and this is the first that is heard of it.
    pub(super) fn launched(self) -> bool {
        self.to.was_launched() && matches!(self.from, RunStatus::Claimed | RunStatus::Launching)
    }
}

impl TrackedRun {
    /// Moves it, or answers how it stands where the report comes too late or from someone else.
    pub(super) fn report(&mut self, report: &RunReport) -> Result<Won, RunStatus> {
        let (from, to) = (self.status, report.event.status());
        if !from.may_become(to) || !self.accepts(report) {
            return Err(from);
        }
        self.status = to;
        self.finished_at = (!to.is_open()).then_some(report.at);
        (self.error_code, self.message) = (None, None);
        self.fingerprint = None;
        (self.detail, self.output) = (None, None);
        match &report.event {
            RunEvent::Started { heartbeats } => {
                self.started_at = Some(report.at);
                self.heartbeat_at = heartbeats.then_some(report.at);
            }
            RunEvent::Succeeded { output } => self.output = output.as_deref().map(storable),
            RunEvent::Failed { error, output } => {
                self.output = output.as_deref().map(storable);
                self.explain(error);
            }
            RunEvent::ScheduleFailed { error } => self.explain(error),
            RunEvent::Cancelled { message } | RunEvent::Abandoned { message } => {
                self.message = Some(sentence(message));
            }
        }
        if to.was_launched() {
            // What ends with its launch began with it.
            self.started_at = self.started_at.or(self.launched_at);
        }
        Ok(Won { from, to })
    }

    /// What becomes of the launch is only known to whoever holds the run.
    fn accepts(&self, report: &RunReport) -> bool {
        match report.epoch {
            Some(epoch) => epoch == self.lease_epoch,
            None => !matches!(
                report.event,
                RunEvent::Started { .. } | RunEvent::ScheduleFailed { .. }
            ),
        }
    }

    fn explain(&mut self, error: &RunError) {
        self.error_code = Some(storable(&error.code));
        self.message = Some(sentence(&error.message));
        self.fingerprint = Some(fingerprint(&error.code, &error.message));
        self.detail = error
            .detail
            .as_deref()
            .map(|detail| error_detail(&storable(detail)));
    }

    /// Says that the failure will not be tried again, where nobody can overlook it.
    pub(super) fn mark_superseded(&mut self) {
        let message = self.message.take().unwrap_or_default();
        self.message = Some(sentence(&format!(
            "Superseded by a newer occurrence, so not tried again: {message}"
        )));
    }

    pub(super) fn decide_delivery(&mut self, effect: &Effect) {
        self.delivery = deliver(Ended {
            status: self.status,
            has_destination: self.has_destination,
            failed_in_a_row: effect.failed_in_a_row,
            switched_off: effect.switched_off,
        });
    }

    /// Its holder goes on holding it: the work sends heartbeats.
    pub(super) fn keeps_lease(&self) -> bool {
        self.status == RunStatus::Running && self.heartbeat_at.is_some()
    }
}

fn sentence(text: &str) -> String {
    error_sentence(&storable(text))
}

/// PostgreSQL cannot keep a NUL, which any program may print.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
