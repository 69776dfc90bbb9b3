//! The three ways in which a hub does work.

mod command;
mod forward;
mod simulated;

pub use command::CommandRunner;
pub use forward::ForwardRunner;
pub use simulated::SimulatedRunner;

use routine_engine::{LaunchResult, WorkOutcome};
use routine_store::model::{CarryOutcome, RunError};

use crate::Ended;

/// The hub has accepted the run, so whatever keeps the work from starting is a failed run.
async fn ended(result: LaunchResult) -> Ended {
    match result {
        LaunchResult::Finished(outcome) => Ended::With(carried(outcome)),
        LaunchResult::Started(work) => Ended::With(carried(work.await)),
        LaunchResult::HandedOff => Ended::Elsewhere,
        LaunchResult::Refused(error) | LaunchResult::Unknown(error) => Ended::With(failed(error)),
    }
}

pub(crate) fn carried(outcome: WorkOutcome) -> CarryOutcome {
    match outcome {
        WorkOutcome::Succeeded { output } => CarryOutcome::Succeeded { output },
        WorkOutcome::Failed { error, output } => CarryOutcome::Failed { error, output },
    }
}

fn failed(error: RunError) -> CarryOutcome {
    CarryOutcome::Failed {
        error,
        output: None,
    }
}
