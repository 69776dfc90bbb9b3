//! The questions that rows of history answer: who looked, what was claimed, what became of it.

use super::{Attempt, Check, CheckVerdict, Facts, Proof, Question, check, schedule};
use crate::{Overlap, RunStatus, recorded_plan::Expected, words::length};

pub(super) fn checks(facts: &Facts<'_>) -> Vec<Check> {
    let looked = looked_in_time(facts);
    let claims: Vec<_> = facts
        .attempts
        .iter()
        .filter(|attempt| attempt.status != RunStatus::Missed)
        .collect();
    let Some(last) = claims.last() else {
        let rest = [
            Question::ClaimedOnce,
            Question::OtherRunOpen,
            Question::LaunchAccepted,
            Question::WorkEnded,
        ];
        let rest = rest.map(|question| check(question, CheckVerdict::NotReached, "Not reached."));
        return std::iter::once(looked).chain(rest).collect();
    };
    vec![
        looked,
        claimed_once(&claims),
        other_run_open(facts, last),
        launch_accepted(last, &claims),
        work_ended(facts, last),
    ]
}

fn run(attempt: &Attempt) -> Proof {
    Proof::Run { id: attempt.run }
}

fn looked_in_time(facts: &Facts<'_>) -> Check {
    let asked = |verdict, answer: String| check(Question::LookedInTime, verdict, answer);
    if let Some(first) = facts.attempts.first() {
        let late = (first.recorded_at - facts.at).num_seconds().max(0);
        let late = length(u32::try_from(late).unwrap_or(u32::MAX));
        let who = first.worker.as_deref().unwrap_or("A worker");
        let when = facts.said(first.recorded_at);
        return match first.status {
            RunStatus::Missed => asked(
                CheckVerdict::No,
                first
                    .message
                    .clone()
                    .unwrap_or_else(|| format!("{who} looked at {when}, {late} after its time.")),
            ),
            _ => asked(
                CheckVerdict::Yes,
                format!("{who} looked at {when}, {late} after its time."),
            ),
        }
        .shown_by([run(first)]);
    }
    if facts.is_ahead() {
        return asked(CheckVerdict::NotReached, "It lies ahead.".into());
    }
    if let Some(since) = facts.forgotten() {
        let since = facts.said(since);
        return asked(
            CheckVerdict::Unknown,
            format!("Runs recorded before {since} are no longer kept."),
        );
    }
    let swept = facts.swept.as_ref().map(|swept| Proof::Sweep {
        id: swept.id.clone(),
        at: swept.at,
    });
    match (facts.expected(), &facts.swept) {
        (Some(Expected::Explained), _) if facts.is_planned() => {
            asked(CheckVerdict::No, schedule::dropped(facts))
        }
        (None, _) => asked(
            CheckVerdict::NotReached,
            "There was nothing to look for.".into(),
        ),
        (Some(_), Some(swept)) => asked(
            CheckVerdict::Unknown,
            format!(
                "{} swept at {}, and there is no row.",
                swept.worker,
                facts.said(swept.at)
            ),
        ),
        (Some(_), None) => asked(CheckVerdict::No, "No sweep is known since.".into()),
    }
    .shown_by(swept)
}

fn claimed_once(claims: &[&Attempt]) -> Check {
    let key = &claims[0].idempotency_key;
    let others = claims
        .iter()
        .filter(|claim| claim.idempotency_key != *key)
        .count();
    let take_overs: u32 = claims.iter().map(|claim| claim.take_overs).sum();
    let attempts = match claims.len() {
        1 => "One claim".to_owned(),
        attempts => format!("{attempts} attempts"),
    };
    let taken = match take_overs {
        0 => String::new(),
        1 => ", taken over once".to_owned(),
        times => format!(", taken over {times} times"),
    };
    let proof = claims.iter().map(|claim| run(claim));
    match others {
        0 => check(
            Question::ClaimedOnce,
            CheckVerdict::Yes,
            format!("{attempts}{taken}, under one key."),
        ),
        _ => check(
            Question::ClaimedOnce,
            CheckVerdict::No,
            format!("{attempts}{taken}, and not all under one key."),
        ),
    }
    .shown_by(proof)
}

fn other_run_open(facts: &Facts<'_>, last: &Attempt) -> Check {
    let Some(other) = &facts.other else {
        return check(
            Question::OtherRunOpen,
            CheckVerdict::No,
            "No other run was open.",
        );
    };
    let which = match other.scheduled_for {
        Some(at) => format!("The run of {} was open", facts.said(at)),
        None => "A run started by hand was open".to_owned(),
    };
    let rule = match (last.status, facts.routine.overlap) {
        (RunStatus::Skipped, _) => "the new fire was skipped",
        (_, Overlap::Allow) => "they run side by side",
        (_, Overlap::QueueOne) => "one waits",
        (_, Overlap::Skip) => "it did not matter",
    };
    check(
        Question::OtherRunOpen,
        CheckVerdict::Yes,
        format!("{which}, and {rule}."),
    )
    .shown_by([Proof::Run { id: other.run }])
}

fn launch_accepted(last: &Attempt, claims: &[&Attempt]) -> Check {
    let asked = |verdict, answer: &str| check(Question::LaunchAccepted, verdict, answer);
    let message = last.message.as_deref();
    match last.status {
        RunStatus::ScheduleFailed => asked(
            CheckVerdict::No,
            message.unwrap_or("The launch was refused."),
        ),
        RunStatus::Claimed => asked(
            CheckVerdict::NotReached,
            &last.waits_for.as_ref().map_or_else(
                || "It is claimed and not launched yet.".to_owned(),
                |reason| format!("It waits for {reason}."),
            ),
        ),
        RunStatus::Launching => asked(CheckVerdict::Unknown, "It is being launched."),
        RunStatus::Abandoned if last.started_at.is_none() => {
            asked(CheckVerdict::Unknown, "It may have started.")
        }
        RunStatus::Skipped | RunStatus::Missed => asked(CheckVerdict::NotReached, "Not reached."),
        RunStatus::Cancelled if last.launched_at.is_none() => {
            asked(CheckVerdict::NotReached, "Not reached.")
        }
        _ => asked(
            CheckVerdict::Yes,
            &match claims.len() {
                1 => "Accepted.".to_owned(),
                attempts => format!("Accepted at attempt {attempts}."),
            },
        ),
    }
    .shown_by([run(last)])
}

fn work_ended(facts: &Facts<'_>, last: &Attempt) -> Check {
    let asked = |verdict, answer: String| check(Question::WorkEnded, verdict, answer);
    let message = last.message.clone().unwrap_or_default();
    match last.status {
        RunStatus::Succeeded => asked(CheckVerdict::Yes, format!("Succeeded{}.", took(last))),
        RunStatus::Failed => asked(
            CheckVerdict::Yes,
            format!("Failed{}: {message}", took(last)),
        ),
        RunStatus::Cancelled => asked(CheckVerdict::Yes, format!("Cancelled: {message}")),
        RunStatus::Running => asked(
            CheckVerdict::Unknown,
            format!(
                "Running since {}.",
                facts.said(last.started_at.unwrap_or(last.recorded_at))
            ),
        ),
        RunStatus::Abandoned => asked(CheckVerdict::Unknown, format!("Lost its worker. {message}")),
        _ => asked(CheckVerdict::NotReached, "Not reached.".into()),
    }
    .shown_by([run(last)])
}

fn took(last: &Attempt) -> String {
    let span = last.started_at.zip(last.finished_at);
    span.map_or_else(String::new, |(from, to)| {
        let seconds = (to - from).num_seconds().max(0);
        format!(
            " after {}",
            length(u32::try_from(seconds).unwrap_or(u32::MAX))
        )
    })
}

/// The sentence of an occurrence that has a row, by its last attempt.
pub(super) fn answer(facts: &Facts<'_>, last: &Attempt) -> (Question, String) {
    let at = facts.said(facts.at);
    let message = last.message.clone().unwrap_or_default();
    match last.status {
        RunStatus::Succeeded => (
            Question::WorkEnded,
            format!("Fired for {at} and succeeded."),
        ),
        RunStatus::Failed => (
            Question::WorkEnded,
            format!("Fired for {at}, and the work failed: {message}"),
        ),
        RunStatus::Cancelled => (Question::WorkEnded, format!("Cancelled: {message}")),
        RunStatus::Running => (
            Question::WorkEnded,
            format!("Fired for {at}, and the work goes on."),
        ),
        RunStatus::Abandoned => (
            Question::WorkEnded,
            format!("Fired for {at}, and its worker was lost: {message}"),
        ),
        RunStatus::ScheduleFailed => (
            Question::LaunchAccepted,
            match last.attempt {
                0 | 1 => format!("The launch was refused, so it never started: {message}"),
                attempts => format!(
                    "The launch was refused {attempts} times, so it never started: {message}"
                ),
            },
        ),
        RunStatus::Skipped => (
            match facts.other {
                Some(_) => Question::OtherRunOpen,
                None => Question::LaunchAccepted,
            },
            message,
        ),
        RunStatus::Missed => (Question::LookedInTime, message),
        RunStatus::Claimed => (
            Question::LaunchAccepted,
            match &last.waits_for {
                Some(reason) => format!("Claimed for {at}, and waits for {reason}."),
                None => format!("Claimed for {at}, and not launched yet."),
            },
        ),
        RunStatus::Launching => (
            Question::LaunchAccepted,
            format!("Being launched for {at}."),
        ),
    }
}
