use routine_commands::{
    CommandError, connection,
    wire::{ConnectionCheck, Verdict},
};

use crate::{answer::Answer, open, table};

pub async fn run(database: Option<&str>) -> Result<Answer, CommandError> {
    let (desk, request) = open::closed(database)?;
    let report = connection::test(&desk, request).await?;
    let answer = Answer::new(&report, listed(&report.checks))?;
    Ok(match report.usable {
        true => answer,
        false => answer.failed(),
    })
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
