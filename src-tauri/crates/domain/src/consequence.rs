//! What an action would do, said before it is done: which fires go and come, the first new one, what
//! becomes of streaks and open runs. Pure; the words are the screens' and the command line's alike.

mod many;
mod phrase;
mod retry;

pub use many::{Member, consequence_of_many};
pub use phrase::{Phrase, Sentence};

use phrase::{count, sentence};

use crate::{
    Instant, Routine, RoutineAction, RoutineChange, Trigger, change::passed_once, state::OffBy,
};

/// A routine before the action, with what only the database and the tenant's policy can tell.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    pub routine: &'a Routine,
    pub dead_letter_after: u32,
    /// Open runs that are claimed and not launched yet.
    pub not_launched: u32,
    /// Open runs whose launch has begun.
    pub under_way: u32,
}

/// The effects of one action, in the order in which they are told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Consequence {
    pub sentences: Vec<Sentence>,
    /// The first planned time afterwards.
    pub first_fire: Option<Instant>,
    /// Planned times that will stay without a fire, where they can be counted.
    pub fires_lost: Option<u32>,
    /// A single fire that passed without a launch: it can be run at once, or left.
    pub passed_once: Option<Instant>,
}

/// What `action` does at `now`; `until` is when a pause is to end by itself.
pub fn consequence(
    action: RoutineAction,
    until: Option<Instant>,
    situation: Situation<'_>,
    now: Instant,
) -> Consequence {
    let mut told = Told {
        situation,
        now,
        trigger: situation.routine.trigger.parse().ok(),
        consequence: Consequence::default(),
    };
    match action {
        RoutineAction::Pause => {
            told.leaves(until, "someone resumes it");
            told.open_runs(true);
            told.streak_stays();
        }
        RoutineAction::Delete => {
            told.leaves(None, "someone restores it");
            told.open_runs(true);
            told.say(["Its history stays readable, and it can be restored."]);
        }
        RoutineAction::Resume => {
            told.returns(&RoutineChange::Resume);
            told.streak_stays();
        }
        RoutineAction::Restore => {
            told.returns(&RoutineChange::Restore);
            told.streak_stays();
        }
        RoutineAction::Revive | RoutineAction::SwitchOn => {
            told.returns(&RoutineChange::Revive);
            told.streak_is_cleared();
        }
        RoutineAction::TryNow => told.tries_now(),
        RoutineAction::StopRetrying => told.stops_retrying(),
        RoutineAction::RunNow => told.runs_now(),
        RoutineAction::Edit => {}
    }
    told.consequence
}

struct Told<'a> {
    situation: Situation<'a>,
    now: Instant,
    /// None where the stored trigger cannot be planned.
    trigger: Option<Trigger>,
    consequence: Consequence,
}

impl Told<'_> {
    fn say<P: Into<Phrase>>(&mut self, parts: impl IntoIterator<Item = P>) {
        self.consequence.sentences.push(sentence(parts));
    }

    /// Out of the schedule.
    fn leaves(&mut self, until: Option<Instant>, back: &str) {
        let placement = &self.situation.routine.placement;
        let waiting = placement.next_fire_at.filter(|_| placement.retry.is_some());
        let next = match waiting {
            None => placement.next_fire_at,
            Some(_) => self.next_planned(),
        };
        match (next, until) {
            (None, _) => {
                self.consequence.fires_lost = Some(0);
                self.say(["No fire is planned, so none is lost."]);
            }
            (Some(next), None) => self.say([
                "No fire from ".into(),
                Phrase::At(next),
                format!(" on happens until {back}.").into(),
            ]),
            (Some(next), Some(until)) => self.loses(next, until),
        }
        if let Some(retry_at) = waiting {
            self.say([
                "The retry at ".into(),
                Phrase::At(retry_at),
                " is dropped.".into(),
            ]);
        }
        if let Some(until) = until {
            let first = self
                .trigger
                .as_ref()
                .and_then(|trigger| trigger.next_after(until));
            self.first_fire(first, "It then fires again at ");
        }
        if placement.dead_lettered_at.is_some() {
            self.say(["It stays dead-lettered."]);
        }
    }

    fn loses(&mut self, next: Instant, until: Instant) {
        let before = next - chrono::TimeDelta::milliseconds(1);
        let lost = self
            .trigger
            .as_ref()
            .map_or(0, |trigger| trigger.count_between(before, until));
        self.consequence.fires_lost = Some(lost);
        match lost {
            0 => self.say([
                "No fire is lost: the next one comes after ".into(),
                Phrase::At(until),
                ".".into(),
            ]),
            lost => self.say([
                format!("{} until ", count(lost, "fire")).into(),
                Phrase::At(until),
                " will not happen.".into(),
            ]),
        }
    }

    /// Back into the schedule by `change`, as far as it gets there.
    fn returns(&mut self, change: &RoutineChange) {
        let routine = self.situation.routine;
        let Ok(after) = change.apply(routine, "", self.now) else {
            self.say(["It cannot come back as it stands."]);
            return;
        };
        self.consequence.passed_once = passed_once(routine, self.now).filter(|_| after.is_live());
        if after
            .off
            .as_ref()
            .is_some_and(|off| off.by == OffBy::Person)
        {
            self.say(["It was paused before, and stays so."]);
        } else if after.off.is_some() {
            self.say(["The system had switched it off, and it stays so."]);
        } else if after.placement.dead_lettered_at.is_some() {
            self.say(["It stays dead-lettered: revive it to bring it back into the schedule."]);
        } else if let Some(passed) = self.consequence.passed_once {
            self.say([
                "Its one time, ".into(),
                Phrase::At(passed),
                ", passed without a launch: it runs at once, or is left.".into(),
            ]);
        } else {
            self.first_fire(after.placement.next_fire_at, "It next fires at ");
            self.passed_times();
        }
    }

    fn first_fire(&mut self, first: Option<Instant>, words: &str) {
        self.consequence.first_fire = first;
        match first {
            Some(first) => self.say([words.into(), Phrase::At(first), ".".into()]),
            None => self.say(["It has no next fire."]),
        }
    }

    /// Nothing fires for the past, and how much that is.
    fn passed_times(&mut self) {
        let routine = self.situation.routine;
        let since = [
            routine.off.as_ref().map(|off| off.at),
            routine.deleted.as_ref().map(|deletion| deletion.at),
            routine.placement.dead_lettered_at,
        ];
        let (Some(since), Some(trigger)) = (since.into_iter().flatten().min(), &self.trigger)
        else {
            return;
        };
        let lost = trigger.count_between(since, self.now);
        self.consequence.fires_lost = Some(lost);
        match lost {
            0 => self.say(["No planned time has passed meanwhile."]),
            lost => self.say([
                format!(
                    "Nothing fires for the past: {} since ",
                    count(lost, "planned time")
                )
                .into(),
                Phrase::At(since),
                ".".into(),
            ]),
        }
    }

    fn runs_now(&mut self) {
        let routine = self.situation.routine;
        self.say(["One extra run starts by hand. The schedule does not move, and the streaks are not touched."]);
        self.open_runs(false);
        if routine.placement.dead_lettered_at.is_some() {
            self.say(["It stays dead-lettered, even if this run succeeds."]);
        }
    }

    /// `leaving` the schedule, what is not launched yet is skipped.
    fn open_runs(&mut self, leaving: bool) {
        let Situation {
            not_launched,
            under_way,
            ..
        } = self.situation;
        match (leaving, not_launched + under_way) {
            (true, _) => {
                let told = open_runs(not_launched, under_way);
                self.consequence.sentences.extend(told);
            }
            (false, 0) => {}
            (false, open) => self.say([format!("It runs beside {}.", count(open, "open run"))]),
        }
    }

    fn streak_stays(&mut self) {
        let failures = self.situation.routine.streaks.consecutive_failures;
        if failures > 0 {
            let limit = self.situation.dead_letter_after;
            self.say([format!(
                "The streak stays at {failures} of {limit} launch failures."
            )]);
        }
    }

    fn streak_is_cleared(&mut self) {
        let streaks = self.situation.routine.streaks;
        if streaks.consecutive_failures > 0 || streaks.failed_runs > 0 {
            self.say(["The streak of failures is cleared."]);
        }
    }

    fn next_planned(&self) -> Option<Instant> {
        self.trigger
            .as_ref()
            .and_then(|trigger| trigger.next_after(self.now))
    }
}

/// What becomes of open runs when their routine leaves the schedule.
fn open_runs(not_launched: u32, under_way: u32) -> impl Iterator<Item = Sentence> {
    let told = |number, before: &str, after: &str| {
        let runs = count(number, "run");
        (number > 0).then(|| sentence([format!("{before} ({runs}) {after}")]))
    };
    let skipped = told(not_launched, "What is not launched yet", "is skipped.");
    let kept = told(under_way, "What is under way", "goes on to its end.");
    skipped.into_iter().chain(kept)
}
