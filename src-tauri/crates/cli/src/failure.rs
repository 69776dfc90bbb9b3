//! Errors on the command line: one sentence on standard error, the same as JSON where asked for, and
//! an exit code. `--help` lists the codes.

use std::{fmt::Display, io::Write, process::ExitCode};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use routine_commands::{CommandError, ErrorCode};
use serde::Serialize;

#[derive(Serialize)]
struct Failure<'a> {
    error: &'a CommandError,
}

pub fn report(error: &CommandError, json: bool) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{error}");
    if json && let Ok(failure) = serde_json::to_string(&Failure { error }) {
        let _ = writeln!(std::io::stdout(), "{failure}");
    }
    ExitCode::from(exit_code(error.code))
}

fn exit_code(code: ErrorCode) -> u8 {
    match code {
        ErrorCode::Internal => 1,
        ErrorCode::Invalid
        | ErrorCode::Refused
        | ErrorCode::ReadOnly
        | ErrorCode::NeedsConfirmation
        | ErrorCode::NeedsTypedName => 2,
        ErrorCode::NotFound => 3,
        ErrorCode::Conflict => 4,
        ErrorCode::Unavailable
        | ErrorCode::NeedsPassword
        | ErrorCode::NewerSchema
        | ErrorCode::OlderSchema => 5,
    }
}

pub fn internal(error: impl Display) -> CommandError {
    CommandError::new(ErrorCode::Internal, error.to_string())
}

pub fn refused(sentence: impl Into<String>) -> CommandError {
    CommandError::new(ErrorCode::Refused, sentence)
}

pub fn of_runtime(error: &std::io::Error, json: bool) -> ExitCode {
    report(
        &internal(format!("The program could not start its threads: {error}.")),
        json,
    )
}

/// Help and version are answers; anything else is refused input, in clap's first sentence.
pub fn of_arguments(refused: clap::Error) -> ExitCode {
    if matches!(
        refused.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        let _ = refused.print();
        return ExitCode::from(u8::from(refused.use_stderr()) * 2);
    }
    let error = CommandError {
        code: ErrorCode::Invalid,
        message: sentence_of(&refused.to_string()),
        field: match refused.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(argument)) => Some(field_of(argument)),
            Some(ContextValue::Strings(arguments)) => {
                arguments.first().map(|first| field_of(first))
            }
            _ => None,
        },
    };
    report(
        &error,
        std::env::args().any(|argument| argument == "--json"),
    )
}

/// What clap says before it comes to hints and usage, on one line.
fn sentence_of(rendered: &str) -> String {
    let said: Vec<&str> = rendered
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let said = said.join(" ");
    let said = said.trim_start_matches("error: ").trim_end_matches('.');
    let mut letters = said.chars();
    let first = letters.next().map(char::to_uppercase);
    let first: String = first.into_iter().flatten().collect();
    format!(
        "{first}{}. `routinectl --help` lists what can be said.",
        letters.as_str()
    )
}

/// `--from <TIME>` is the field `from`.
fn field_of(argument: &str) -> String {
    argument
        .split([' ', '='])
        .next()
        .unwrap_or_default()
        .trim_matches(['-', '<', '>', '[', ']'])
        .replace('-', "_")
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_is_cut_to_its_first_sentence() {
        let rendered =
            "error: the following were not provided:\n  --zone <ZONE>\n\nUsage: routinectl …\n";
        assert_eq!(
            sentence_of(rendered),
            "The following were not provided: --zone <ZONE>. `routinectl --help` lists what can be said."
        );
        assert_eq!(field_of("--poll-seconds <SECONDS>"), "poll_seconds");
    }
}
