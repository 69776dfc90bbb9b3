//! The three ways to start work. A launcher knows nothing of leases, streaks or retries: it answers
//! what happened, and the caller decides what that means.

mod command;
mod http;
mod simulated;
mod text;

#[cfg(test)]
pub(crate) mod sample;

pub use command::CommandLauncher;
pub use http::{HttpLauncher, Post, Probed, read_outcome};
pub use simulated::SimulatedLauncher;

use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use routine_domain::Launcher;
use routine_store::model::{LaunchOrder, RunError, RunEvent};

use crate::{Clock, Secrets};

/// Starts the work of a run. Must not be called before `launching` is durable.
#[async_trait]
pub trait Launch: Send + Sync {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult;
}

/// Work that goes on in this process. Dropping it ends the work.
pub type Work = BoxFuture<'static, WorkOutcome>;

/// What became of a launch.
pub enum LaunchResult {
    /// The work has started and ended within the launch.
    Finished(WorkOutcome),
    /// The work goes on here.
    Started(Work),
    /// The work goes on elsewhere, and its end is reported from there.
    HandedOff,
    /// A definite no, or nothing was sent: the work never started.
    Refused(RunError),
    /// It was sent and no answer came: the work may have started.
    Unknown(RunError),
}

/// How work that started has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkOutcome {
    Succeeded {
        output: Option<String>,
    },
    Failed {
        error: RunError,
        output: Option<String>,
    },
}

impl From<WorkOutcome> for RunEvent {
    fn from(outcome: WorkOutcome) -> Self {
        match outcome {
            WorkOutcome::Succeeded { output } => RunEvent::Succeeded { output },
            WorkOutcome::Failed { error, output } => RunEvent::Failed { error, output },
        }
    }
}

/// Launches each order the way its definition says.
pub struct Launchers {
    simulated: SimulatedLauncher,
    command: CommandLauncher,
    http: HttpLauncher,
}

impl Launchers {
    pub fn new(clock: Arc<dyn Clock>, secrets: Arc<dyn Secrets>) -> Self {
        Self {
            simulated: SimulatedLauncher::new(clock.clone()),
            command: CommandLauncher::new(clock.clone()),
            http: HttpLauncher::new(clock, secrets),
        }
    }

    /// `hub`, where given, replaces the addresses that definitions name.
    pub fn handing_to(self, hub: Option<String>) -> Self {
        Self {
            http: self.http.handing_to(hub),
            ..self
        }
    }
}

#[async_trait]
impl Launch for Launchers {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        match &order.launcher {
            Launcher::Simulated(_) => self.simulated.launch(order).await,
            Launcher::Command { .. } => self.command.launch(order).await,
            Launcher::Http { .. } => self.http.launch(order).await,
        }
    }
}

/// The code of a launch that was sent and not answered in time.
pub(crate) const TIMEOUT: &str = "timeout";

pub(crate) fn error(code: &str, message: impl Into<String>, detail: Option<String>) -> RunError {
    RunError {
        code: code.to_owned(),
        message: message.into(),
        detail,
    }
}

/// An order of another launcher: only a caller that bypasses `Launchers` gets here.
fn not_mine(kind: &str) -> LaunchResult {
    LaunchResult::Refused(error(
        "wrong_launcher",
        format!("The {kind} launcher was handed a run of another launcher."),
        None,
    ))
}
