use routine_domain::{
    Instant, ProbeFinding, RefusalReason, RefusedRequest, RoutineId, RunId, RunStatus,
};

use crate::model::{LaunchOrder, RunError, RunEvent};

/// A run as a hub reads it from the stored rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandOff {
    pub order: LaunchOrder,
    pub owner: String,
}

/// What a hand-off leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CarryStart {
    /// The hub has it: start the work.
    Start(Box<HandOff>),
    /// A hub has it, or had it: start nothing. Where the work had ended already, its outcome was
    /// recorded for this run.
    Carried {
        hub: String,
    },
    /// The hub that had it is silent, and this one has it now. The work may have been done.
    TakenOver {
        hand_off: Box<HandOff>,
        from: String,
    },
    /// It is not launched, or has ended.
    NotOpen(RunStatus),
    NotFound,
}

/// How carried work ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CarryOutcome {
    Succeeded {
        output: Option<String>,
    },
    Failed {
        error: RunError,
        output: Option<String>,
    },
    /// Presumed lost; one sentence.
    Abandoned {
        message: String,
    },
}

impl From<CarryOutcome> for RunEvent {
    fn from(outcome: CarryOutcome) -> Self {
        match outcome {
            CarryOutcome::Succeeded { output } => RunEvent::Succeeded { output },
            CarryOutcome::Failed { error, output } => RunEvent::Failed { error, output },
            CarryOutcome::Abandoned { message } => RunEvent::Abandoned { message },
        }
    }
}

/// What is known of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carry {
    pub run_id: RunId,
    pub hub: String,
    pub heartbeat_at: Instant,
    pub ended_at: Option<Instant>,
}

/// A call from outside that fires a routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhookCall<'a> {
    pub routine_id: RoutineId,
    /// The sender's own id of it: the same one again starts nothing.
    pub id: &'a str,
    /// The input of this run alone, JSON.
    pub input: Option<&'a str>,
    /// Who received it.
    pub hub: &'a str,
}

/// What a call leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookOutcome {
    Requested(RunId),
    /// It came before.
    Repeated(RunId),
    /// The routine is off or dead-lettered; one sentence.
    Refused(String),
    NotFound,
}

/// Requests refused for one reason, from one peer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatchRefusal {
    pub hub: String,
    pub request: RefusedRequest,
    pub reason: RefusalReason,
    /// The address the requests came from, without the port.
    pub peer: String,
    pub count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubProbe {
    pub worker: String,
    pub url: String,
    pub probed_at: Instant,
    pub finding: ProbeFinding,
    /// One sentence: what it means and what to do.
    pub message: String,
}
