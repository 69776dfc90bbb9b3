//! Times that lie ahead.

use super::{Check, CheckVerdict, Facts, Question, schedule::lower};
use crate::recorded_plan::Standing;

pub(super) fn answer(facts: &Facts<'_>, checks: &mut [Check]) -> String {
    let at = facts.said(facts.at);
    let (question, answer) = if !facts.is_planned() {
        let check = &checks[1];
        (
            Question::WasPlanned,
            format!("Will not fire at {at}: {}", lower(&check.answer)),
        )
    } else if let Some(resume_at) = resumes_before(facts) {
        let on = &mut checks[0];
        on.verdict = CheckVerdict::Yes;
        on.answer = format!("{} It resumes at {}.", on.answer, facts.said(resume_at));
        (
            Question::WasOn,
            format!(
                "Will fire at {at}, provided it resumes at {} as planned and a worker looks.",
                facts.said(resume_at)
            ),
        )
    } else if Standing::of(facts.routine) != Standing::On {
        let check = &checks[0];
        (
            Question::WasOn,
            format!("Will not fire at {at}: {}", lower(&check.answer)),
        )
    } else {
        (
            Question::LookedInTime,
            format!(
                "Will fire at {at}, provided it stays on, its schedule stays and a worker looks."
            ),
        )
    };
    for check in checks {
        check.decides = check.question == question;
    }
    answer
}

fn resumes_before(facts: &Facts<'_>) -> Option<crate::Instant> {
    let routine = facts.routine;
    let off = routine.off.as_ref()?;
    let resume_at = off.resume_at.filter(|at| *at < facts.at)?;
    (routine.deleted.is_none() && routine.placement.dead_lettered_at.is_none()).then_some(resume_at)
}
