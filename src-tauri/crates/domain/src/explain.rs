//! Why a routine did, did not, will or will not fire at an instant: eight questions in the order in
//! which an occurrence meets them, and one sentence. Pure; the facts were gathered before.

mod ahead;
mod launch;
mod said;
mod schedule;

use serde::{Deserialize, Serialize};

use crate::{
    Instant, Routine, RunId, RunStatus,
    recorded_plan::{Expected, RecordedPlan},
    words::words,
};

words! {
    Question, "question" {
        WasOn = "was_on",
        WasPlanned = "was_planned",
        ClockChangeNear = "clock_change_near",
        LookedInTime = "looked_in_time",
        ClaimedOnce = "claimed_once",
        OtherRunOpen = "other_run_open",
        LaunchAccepted = "launch_accepted",
        WorkEnded = "work_ended",
    }
}

words! {
    CheckVerdict, "verdict" {
        Yes = "yes",
        No = "no",
        NotReached = "not_reached",
        Unknown = "unknown",
    }
}

/// What shows that a check is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proof {
    /// A recorded change of the plan.
    Change {
        at: Instant,
        revision: u32,
    },
    Run {
        id: RunId,
    },
    Sweep {
        id: String,
        at: Instant,
    },
    ZoneData {
        release: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Check {
    pub question: Question,
    pub verdict: CheckVerdict,
    pub answer: String,
    pub proof: Vec<Proof>,
    /// The answer of all of them rests on this one.
    pub decides: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    pub answer: String,
    pub checks: Vec<Check>,
    /// The planned times around the instant, itself left out.
    pub planned_before: Option<Instant>,
    pub planned_after: Option<Instant>,
}

/// One row at the occurrence, or a `missed` one that stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub run: RunId,
    pub attempt: u32,
    pub status: RunStatus,
    pub idempotency_key: String,
    pub worker: Option<String>,
    pub recorded_at: Instant,
    pub launched_at: Option<Instant>,
    pub started_at: Option<Instant>,
    pub finished_at: Option<Instant>,
    pub take_overs: u32,
    pub waits_for: Option<String>,
    pub message: Option<String>,
}

/// Another run of the routine that was open when the occurrence was claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherRun {
    pub run: RunId,
    pub scheduled_for: Option<Instant>,
}

/// The first pass that began at the instant or later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swept {
    pub id: String,
    pub worker: String,
    pub at: Instant,
}

pub struct Facts<'a> {
    pub routine: &'a Routine,
    pub plan: &'a RecordedPlan<'a>,
    pub at: Instant,
    pub now: Instant,
    /// Oldest first.
    pub attempts: &'a [Attempt],
    pub other: Option<OtherRun>,
    pub swept: Option<Swept>,
    /// What was recorded before may have been removed since.
    pub runs_kept_since: Option<Instant>,
}

/// Answers for any instant, past or future, with or without a run.
pub fn explain(facts: &Facts<'_>) -> Explanation {
    let mut checks = schedule::checks(facts);
    checks.extend(launch::checks(facts));
    let answer = match facts.is_ahead() {
        true => ahead::answer(facts, &mut checks),
        false => past_answer(facts, &mut checks),
    };
    let trigger = facts.trigger();
    let step = chrono::TimeDelta::milliseconds(1);
    Explanation {
        answer,
        checks,
        planned_before: trigger
            .as_ref()
            .and_then(|trigger| trigger.newest(facts.at - BACK, facts.at - step)),
        planned_after: trigger.and_then(|trigger| trigger.next_after(facts.at)),
    }
}

/// How far back a planned time is looked for: rarer ones are not near.
const BACK: chrono::TimeDelta = chrono::TimeDelta::days(4 * 366);

/// The first check that kept it from going on, in words; or how it went.
fn past_answer(facts: &Facts<'_>, checks: &mut [Check]) -> String {
    let (question, answer) = match facts.attempts.last() {
        Some(last) => launch::answer(facts, last),
        None => schedule::answer(facts, checks),
    };
    for check in checks {
        check.decides = check.question == question;
    }
    answer
}

impl Facts<'_> {
    fn is_ahead(&self) -> bool {
        self.at > self.now && self.attempts.is_empty()
    }

    /// The trigger that held at the instant, or the present one of a time before all records.
    fn trigger(&self) -> Option<crate::Trigger> {
        match self.plan.at(self.at) {
            Some(span) => span.trigger.clone(),
            None => self.routine.trigger.parse().ok(),
        }
    }

    fn is_planned(&self) -> bool {
        let before = self.at - chrono::TimeDelta::milliseconds(1);
        let trigger = self.trigger();
        trigger.is_some_and(|trigger| trigger.next_after(before) == Some(self.at))
    }

    fn expected(&self) -> Option<Expected> {
        self.plan.expected(self.at)
    }

    /// History no longer reaches back to it, so that no row means nothing.
    fn forgotten(&self) -> Option<Instant> {
        self.runs_kept_since
            .filter(|since| self.at < *since && self.attempts.is_empty())
    }

    /// An instant as the clock of the routine's zone shows it.
    fn said(&self, at: Instant) -> String {
        said::time(at, self.trigger().and_then(|trigger| trigger.zone()))
    }
}

fn check(question: Question, verdict: CheckVerdict, answer: impl Into<String>) -> Check {
    Check {
        question,
        verdict,
        answer: answer.into(),
        proof: Vec::new(),
        decides: false,
    }
}

impl Check {
    fn shown_by(mut self, proof: impl IntoIterator<Item = Proof>) -> Self {
        self.proof.extend(proof);
        self
    }
}
