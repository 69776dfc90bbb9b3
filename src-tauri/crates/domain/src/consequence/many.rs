//! What one action would do to many routines together: sums, the first time, and who is left out.

use chrono::TimeDelta;

use super::{
    Consequence, Phrase, Sentence, Situation, consequence, open_runs,
    phrase::{count, sentence},
};
use crate::{Instant, Routine, RoutineAction, RoutineState, StateFacts, StateName};

/// One of many, with what only the database and the tenant's policy can tell.
#[derive(Debug, Clone)]
pub struct Member {
    pub routine: Routine,
    pub facts: StateFacts,
    /// Open runs that are claimed and not launched yet.
    pub not_launched: u32,
    /// Open runs whose launch has begun.
    pub under_way: u32,
}

/// What `action` does at `now` to those that it can be done to, and which are left out; `until` is
/// when a pause is to end by itself.
pub fn consequence_of_many(
    action: RoutineAction,
    until: Option<Instant>,
    members: &[Member],
    now: Instant,
) -> Vec<Sentence> {
    let (fit, left): (Vec<&Member>, Vec<&Member>) = members
        .iter()
        .partition(|member| member.allowed(action).is_some());
    let mut told = Told {
        fit,
        now,
        sentences: Vec::new(),
    };
    if !told.fit.is_empty() {
        match action {
            RoutineAction::Pause => told.leave(until, "resumes"),
            RoutineAction::Delete => {
                told.leave(None, "restores");
                told.say(["Their history stays readable, and they can be restored."]);
            }
            RoutineAction::Resume | RoutineAction::Restore => told.return_by(action),
            RoutineAction::Revive | RoutineAction::SwitchOn => {
                told.return_by(action);
                told.say(["Their streaks of failures are cleared."]);
            }
            RoutineAction::TryNow => told.try_now(),
            RoutineAction::RunNow => told.run_now(),
            RoutineAction::StopRetrying | RoutineAction::Edit => {}
        }
    }
    told.leave_out(&left);
    told.sentences
}

impl Member {
    /// What the action is for this one: reviving also switches on what the system switched off.
    fn allowed(&self, action: RoutineAction) -> Option<RoutineAction> {
        let meant: &[RoutineAction] = match action {
            RoutineAction::Revive => &[RoutineAction::Revive, RoutineAction::SwitchOn],
            _ => &[action],
        };
        let mut meant = meant.iter().copied();
        meant.find(|each| each.why_not(&self.facts).is_none())
    }

    fn told(&self, action: RoutineAction, now: Instant) -> Consequence {
        let situation = Situation {
            routine: &self.routine,
            dead_letter_after: self.facts.dead_letter_after,
            not_launched: self.not_launched,
            under_way: self.under_way,
        };
        consequence(self.allowed(action).unwrap_or(action), None, situation, now)
    }
}

struct Told<'a> {
    fit: Vec<&'a Member>,
    now: Instant,
    sentences: Vec<Sentence>,
}

impl Told<'_> {
    fn say<P: Into<Phrase>>(&mut self, parts: impl IntoIterator<Item = P>) {
        self.sentences.push(sentence(parts));
    }

    fn number(&self, of: impl Fn(&Member) -> bool) -> u32 {
        let number = self.fit.iter().filter(|member| of(member)).count();
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    fn sum(&self, of: impl Fn(&Member) -> u32) -> u32 {
        self.fit
            .iter()
            .map(|member| of(member))
            .fold(0, u32::saturating_add)
    }

    /// Out of the schedule: without an end, the fires of the next day say how much that is.
    fn leave(&mut self, until: Option<Instant>, back: &str) {
        let end = until.unwrap_or(self.now + TimeDelta::days(1));
        let (mut lost, mut first, mut again) = (0_u32, None, None);
        for member in &self.fit {
            let placement = &member.routine.placement;
            let Ok(trigger) = member.routine.trigger.parse() else {
                continue;
            };
            let next = match placement.retry {
                None => placement.next_fire_at,
                Some(_) => trigger.next_after(self.now),
            };
            let Some(next) = next else { continue };
            let before = next - TimeDelta::milliseconds(1);
            lost = lost.saturating_add(trigger.count_between(before, end));
            first = earlier(first, Some(next));
            again = earlier(again, trigger.next_after(end));
        }
        if until.is_none() {
            self.say([format!("None of them fires until someone {back} it.")]);
        }
        let span: Vec<Phrase> = match until {
            None => vec![" in the next day".into()],
            Some(until) => vec![" until ".into(), Phrase::At(until)],
        };
        match (lost, first) {
            (_, None) => self.say(["No fire is planned, so none is lost."]),
            (0, Some(first)) => {
                let mut parts = vec!["No fire".into()];
                parts.extend(span);
                parts.extend([
                    " is lost; the next one is planned for ".into(),
                    Phrase::At(first),
                    ".".into(),
                ]);
                self.say(parts);
            }
            (lost, Some(first)) => {
                let mut parts = vec![count(lost, "fire").into()];
                parts.extend(span);
                parts.extend([
                    " will not happen; the first would have been at ".into(),
                    Phrase::At(first),
                    ".".into(),
                ]);
                self.say(parts);
            }
        }
        if let (Some(_), Some(again)) = (until, again) {
            self.say([
                "Then they fire again, the first at ".into(),
                Phrase::At(again),
                ".".into(),
            ]);
        }
        let waiting = self.number(|member| member.routine.placement.retry.is_some());
        if waiting > 0 {
            let waiting = count(waiting, "fire");
            self.say([format!("What waits for a retry ({waiting}) is dropped.")]);
        }
        let (not_launched, under_way) = (
            self.sum(|member| member.not_launched),
            self.sum(|member| member.under_way),
        );
        self.sentences.extend(open_runs(not_launched, under_way));
    }

    fn return_by(&mut self, action: RoutineAction) {
        let now = self.now;
        let told: Vec<_> = self.fit.iter().map(|each| each.told(action, now)).collect();
        let fires = told.iter().filter_map(|each| each.first_fire);
        let back = u32::try_from(fires.clone().count()).unwrap_or(u32::MAX);
        if let Some(first) = fires.min() {
            self.say([
                format!(
                    "{} {} into the schedule; the first fire is at ",
                    count(back, "routine"),
                    if back == 1 { "comes back" } else { "come back" }
                )
                .into(),
                Phrase::At(first),
                ".".into(),
            ]);
        }
        let passed = told.iter().filter(|each| each.passed_once.is_some());
        let passed = u32::try_from(passed.count()).unwrap_or(u32::MAX);
        if passed > 0 {
            let passed = count(passed, "single time");
            self.say([format!("What has passed ({passed}) is left without a run.")]);
        }
        let idle = told.len() as u64 - u64::from(back) - u64::from(passed);
        if idle > 0 {
            let idle = count(u32::try_from(idle).unwrap_or(u32::MAX), "routine");
            self.say([format!("{idle} will have no next fire.")]);
        }
        let lost = told.iter().filter_map(|each| each.fires_lost);
        match lost.fold(0, u32::saturating_add) {
            0 => {}
            lost => self.say([format!(
                "Nothing fires for the past: {} went by.",
                count(lost, "planned time")
            )]),
        }
    }

    fn try_now(&mut self) {
        let waiting = count(self.number(|_| true), "fire");
        self.say([format!(
            "What waits ({waiting}) is tried as soon as a worker looks, each under the same key."
        )]);
        let last = self.number(|member| {
            let facts = &member.facts;
            facts.consecutive_failures + 1 >= facts.dead_letter_after
        });
        if last > 0 {
            self.say([format!(
                "For {} it is the last try before a dead letter.",
                count(last, "routine")
            )]);
        }
    }

    fn run_now(&mut self) {
        let all = self.number(|_| true);
        let begins = if all == 1 { "starts" } else { "start" };
        self.say([format!(
            "{} {begins} by hand. No schedule moves, and no streak is touched.",
            count(all, "extra run")
        )]);
        let open = self.sum(|member| member.not_launched.saturating_add(member.under_way));
        if open > 0 {
            self.say([format!("They run beside {}.", count(open, "open run"))]);
        }
        let dead = self.number(|member| member.facts.dead_lettered_at.is_some());
        if dead > 0 {
            let dead = count(dead, "routine");
            self.say([format!(
                "What is dead-lettered ({dead}) stays so, even if its run succeeds."
            )]);
        }
    }

    /// Those that are in no state for it, by state.
    fn leave_out(&mut self, left: &[&Member]) {
        let names: Vec<_> = left
            .iter()
            .map(|member| RoutineState::derive(&member.facts, self.now).name())
            .collect();
        let groups: Vec<_> = StateName::ALL
            .iter()
            .map(|name| (name, names.iter().filter(|each| *each == name).count()))
            .filter(|(_, number)| *number > 0)
            .map(|(name, number)| format!("{number} {}", word(*name)))
            .collect();
        if !groups.is_empty() {
            self.say([format!("Left out as they are: {}.", groups.join(", "))]);
        }
    }
}

fn earlier(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    one.into_iter().chain(other).min()
}

/// After a number.
fn word(state: StateName) -> &'static str {
    match state {
        StateName::Scheduled => "scheduled",
        StateName::Running => "running",
        StateName::Overdue => "overdue",
        StateName::BackingOff => "backing off",
        StateName::DeadLettered => "dead-lettered",
        StateName::Off => "paused",
        StateName::SwitchedOff => "switched off",
        StateName::CannotFire => "that cannot fire",
        StateName::Manual => "run by hand only",
        StateName::Done => "done",
        StateName::Deleted => "deleted",
    }
}
