//! Starts a program, without a shell: input on stdin, who and what it is in its environment, the end
//! of its output kept. The program dies with its worker.

mod group;
mod output;
mod spawn;

use std::{io, os::unix::process::ExitStatusExt, pin::pin, process::ExitStatus, sync::Arc};

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{Instant, Launcher, instant::rfc3339, text::DETAIL_LIMIT};
use routine_store::model::{LaunchOrder, RunError};
use tokio::{io::AsyncWriteExt, process::Command};

use self::{group::Group, output::Output};
use super::{Launch, LaunchResult, WorkOutcome, error, not_mine, text::last};
use crate::{Clock, secrets::VARIABLE_PREFIX};

/// What a worker knows and a program must not.
const SECRET_VARIABLES: [&str; 2] = ["ROUTINE_DATABASE_URL", "PGPASSWORD"];

pub struct CommandLauncher {
    clock: Arc<dyn Clock>,
}

impl CommandLauncher {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }
}

#[async_trait]
impl Launch for CommandLauncher {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        let Launcher::Command {
            program,
            args,
            time_limit_seconds,
            ..
        } = &order.launcher
        else {
            return not_mine("command");
        };
        let mut command = Command::new(program);
        command.args(args);
        set_environment(&mut command, order);
        match start(command).await {
            Ok((group, output)) => {
                let terms = Terms {
                    input: order.input.clone(),
                    limit_seconds: *time_limit_seconds,
                    deadline: self.clock.now() + Duration::seconds(i64::from(*time_limit_seconds)),
                };
                LaunchResult::Started(Box::pin(watch(terms, self.clock.clone(), group, output)))
            }
            Err(reason) => LaunchResult::Refused(error(
                "could_not_start",
                format!("The program \"{program}\" could not be started: {reason}."),
                None,
            )),
        }
    }
}

fn set_environment(command: &mut Command, order: &LaunchOrder) {
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_secret) {
            command.env_remove(name);
        }
    }
    command
        .env("ROUTINE_ID", order.routine_id.to_string())
        .env("RUN_ID", order.lease.run_id.to_string())
        .env("IDEMPOTENCY_KEY", &order.idempotency_key);
    match order.scheduled_for {
        Some(at) => command.env("SCHEDULED_FOR", rfc3339(at)),
        None => command.env_remove("SCHEDULED_FOR"),
    };
}

/// Whether a variable is for the worker and not for what it starts.
fn is_secret(variable: &str) -> bool {
    variable.starts_with(VARIABLE_PREFIX) || SECRET_VARIABLES.contains(&variable)
}

async fn start(mut command: Command) -> io::Result<(Group, Output)> {
    let output = Output::capture(&mut command)?;
    let child = spawn::spawn(command).await?;
    Ok((Group::led_by(child), output))
}

/// What a program under way is measured by.
struct Terms {
    input: String,
    limit_seconds: u32,
    deadline: Instant,
}

async fn watch(
    terms: Terms,
    clock: Arc<dyn Clock>,
    mut group: Group,
    mut output: Output,
) -> WorkOutcome {
    let end = tokio::select! {
        biased;
        status = run(&mut group, &terms.input, &mut output) => end_of(status),
        () = clock.sleep_until(terms.deadline) => {
            group.kill();
            Err(error(
                "time_limit",
                format!(
                    "The program ran longer than its time limit of {} s and was killed.",
                    terms.limit_seconds
                ),
                None,
            ))
        }
    };
    let output = output.into_text();
    match end {
        Ok(()) => WorkOutcome::Succeeded { output },
        Err(error) => WorkOutcome::Failed {
            error: RunError {
                detail: output
                    .as_deref()
                    .map(|text| last(text, DETAIL_LIMIT).to_owned()),
                ..error
            },
            output,
        },
    }
}

/// Feeds the program and keeps its output until it ends. Processes it left behind may hold the pipe
/// open for ever, so its end is the end of the program, not of the output.
async fn run(group: &mut Group, input: &str, output: &mut Output) -> io::Result<ExitStatus> {
    let stdin = group.leader().stdin.take();
    let feed = async {
        if let Some(mut stdin) = stdin {
            // A program need not read its input.
            let _ = stdin.write_all(input.as_bytes()).await;
        }
    };
    let side = async { tokio::join!(feed, output.keep()) };
    let mut ended = pin!(group.leader().wait());
    tokio::select! {
        status = &mut ended => status,
        _ = side => ended.await,
    }
}

fn end_of(status: io::Result<ExitStatus>) -> Result<(), RunError> {
    let status = status.map_err(|reason| {
        let message = format!("The end of the program could not be observed: {reason}.");
        error("not_observed", message, None)
    })?;
    match (status.code(), status.signal()) {
        (Some(0), _) => Ok(()),
        (Some(code), _) => Err(error(
            "exit_code",
            format!("The program ended with exit code {code}."),
            None,
        )),
        (None, signal) => Err(error(
            "signal",
            format!(
                "The program was killed by signal {}.",
                signal.unwrap_or_default()
            ),
            None,
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_not_told_what_the_worker_knows() {
        for variable in ["ROUTINE_SECRET_HUB", "ROUTINE_DATABASE_URL", "PGPASSWORD"] {
            assert!(is_secret(variable), "{variable}");
        }
        for variable in ["PATH", "ROUTINE_ID", "PGHOST"] {
            assert!(!is_secret(variable), "{variable}");
        }
    }
}
