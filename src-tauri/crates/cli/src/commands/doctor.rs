use std::{path::PathBuf, sync::Arc};

use clap::Args;
use routine_commands::{
    CommandError,
    connection::{self, CHECKS, Surroundings},
    wire::{ConnectionCheck, ConnectionReport, SchemaState, Verdict},
};
use routine_engine::SystemClock;

use crate::{
    answer::Answer,
    failure,
    needs::{self, Needs},
    open, table,
};

/// The exit code where the first check fails; each has one of its own.
const FIRST_CODE: usize = 10;

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes, by the first check that stands in the way:\n  \
    10  Reachable     11  Signed in    12  Clock        13  Zone data\n  \
    14  Schema        15  Workers      16  Hub          17  Tenants\n  \
    18  Endpoints     19  Role         20  Secrets      21  Hand-off\n\
    A warning alone is 0; what the command itself refuses has the usual codes."
)]
pub struct DoctorArgs {
    /// A folder with one file per secret, beside ROUTINE_SECRET_* in the environment.
    #[arg(long, value_name = "FOLDER")]
    secrets_dir: Option<PathBuf>,
    /// Ask this hub, whatever address definitions name.
    #[arg(long, value_name = "URL")]
    hub: Option<String>,
}

pub async fn run(database: Option<&str>, args: DoctorArgs) -> Result<Answer, CommandError> {
    let mut needs = Needs::default();
    let secrets = needs.take(needs::secrets(args.secrets_dir.as_deref()));
    let hub = needs.take(args.hub.as_deref().map(needs::hub_url).transpose());
    needs.met()?;
    let (Some(secrets), Some(hub)) = (secrets, hub) else {
        return Err(failure::internal("What is needed was found and is gone."));
    };
    let around = Surroundings {
        clock: Arc::new(SystemClock::new()),
        secrets,
        hub,
    };
    let (desk, request) = open::closed(database)?;
    let report = connection::examine(&desk, request, &around).await?;
    let answer = Answer::new(&report, listed(&report.checks))?;
    Ok(match in_the_way(&report) {
        Some(code) => answer.failed_with(code),
        None => answer,
    })
}

/// The first check that failed; where the schema is not this program's, what was warned of.
fn in_the_way(report: &ConnectionReport) -> Option<u8> {
    let first = |verdict| report.checks.iter().find(|check| check.verdict == verdict);
    let is_current = report.schema == Some(SchemaState::Current);
    let found =
        first(Verdict::Failed).or_else(|| first(Verdict::Warning).filter(|_| !is_current))?;
    let place = CHECKS.iter().position(|name| *name == found.name)?;
    u8::try_from(FIRST_CODE + place).ok()
}

fn listed(checks: &[ConnectionCheck]) -> String {
    let rows: Vec<_> = checks
        .iter()
        .map(|check| {
            vec![
                check.name.clone(),
                word(check.verdict).to_owned(),
                check.sentence.clone(),
            ]
        })
        .collect();
    table::lay_out(&["check", "verdict", "found"], &rows)
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "ok",
        Verdict::Warning => "warning",
        Verdict::Failed => "failed",
        Verdict::NotReached => "not reached",
    }
}
