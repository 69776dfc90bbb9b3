use clap::Args;
use routine_commands::{CommandError, explain, wire::Explanation};
use routine_domain::{
    Instant,
    explain::{CheckVerdict, Question},
    instant::rfc3339,
};

use crate::{answer::Answer, lookup, open, table, words};

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The routine, by name or id.
    routine: String,
    /// The time asked about (RFC 3339), past or future; its last planned time where it is left out.
    #[arg(value_name = "TIME", value_parser = words::moment)]
    time: Option<Instant>,
}

pub async fn run(database: Option<&str>, args: ExplainArgs) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    let id = lookup::routine(&desk, &args.routine).await?.row.id;
    let explanation = explain::explain(&desk, id, args.time).await?;
    Answer::new(&explanation, text(&explanation))
}

fn text(explanation: &Explanation) -> String {
    let rows: Vec<_> = explanation
        .checks
        .iter()
        .map(|check| {
            let mark = if check.decides { "*" } else { "" };
            vec![
                mark.to_owned(),
                question(check.question).to_owned(),
                verdict(check.verdict).to_owned(),
                check.answer.clone(),
            ]
        })
        .collect();
    let near = |at: Option<Instant>| at.map_or_else(|| "none".to_owned(), rfc3339);
    format!(
        "{}, {}\n{}\n\n{}\n\nplanned before: {}, after: {}",
        explanation.routine_name,
        rfc3339(explanation.at),
        explanation.answer,
        table::lay_out(&["", "question", "answer", "why"], &rows),
        near(explanation.planned_before),
        near(explanation.planned_after),
    )
}

fn question(question: Question) -> &'static str {
    match question {
        Question::WasOn => "Was it on?",
        Question::WasPlanned => "Was it a planned time?",
        Question::ClockChangeNear => "Was a clock change near?",
        Question::LookedInTime => "Did a worker look in time?",
        Question::ClaimedOnce => "Was it claimed once?",
        Question::OtherRunOpen => "Was another run open?",
        Question::LaunchAccepted => "Was the launch accepted?",
        Question::WorkEnded => "Did the work start and end?",
    }
}

fn verdict(verdict: CheckVerdict) -> &'static str {
    match verdict {
        CheckVerdict::Yes => "yes",
        CheckVerdict::No => "no",
        CheckVerdict::NotReached => "not reached",
        CheckVerdict::Unknown => "unknown",
    }
}
