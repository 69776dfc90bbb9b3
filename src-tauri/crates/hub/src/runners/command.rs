use std::sync::Arc;

use async_trait::async_trait;
use routine_domain::Launcher;
use routine_engine::{Clock, Launch, launchers::CommandLauncher};
use routine_store::model::{HandOff, LaunchOrder, RunError};

use super::{ended, failed};
use crate::{Ended, Runner};

/// Starts the program that the run's definition names for a hub, on this machine.
pub struct CommandRunner {
    launcher: CommandLauncher,
}

impl CommandRunner {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            launcher: CommandLauncher::new(clock),
        }
    }
}

#[async_trait]
impl Runner for CommandRunner {
    fn is_repeatable(&self, hand_off: &HandOff) -> bool {
        matches!(
            &hand_off.order.launcher,
            Launcher::Http { command: Some(command), .. } if command.repeatable
        )
    }

    async fn run(&self, hand_off: &HandOff) -> Ended {
        let order = &hand_off.order;
        let Launcher::Http {
            command: Some(command),
            ..
        } = &order.launcher
        else {
            return Ended::With(failed(RunError {
                code: "no_command".into(),
                message: format!(
                    "The definition {} names no program for a hub to start. Add a command to it.",
                    order.definition_id
                ),
                detail: None,
            }));
        };
        let order = LaunchOrder {
            launcher: Launcher::Command {
                program: command.program.clone(),
                args: command.args.clone(),
                time_limit_seconds: command.time_limit_seconds,
                repeatable: command.repeatable,
            },
            ..order.clone()
        };
        ended(self.launcher.launch(&order).await).await
    }
}
