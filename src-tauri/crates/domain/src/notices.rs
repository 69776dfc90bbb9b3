//! What is told to a person who looks at something else: what went wrong or came back since the last
//! look, failures that say the same together, and at most once a minute. What comes sooner waits for
//! its turn and is told with the rest; nothing is told twice.

use std::collections::{BTreeMap, HashSet};

use chrono::TimeDelta;

use crate::{Instant, RevivePlanId, RoutineId, fingerprint::fingerprint};

/// The least time between two notices.
pub const LEAST_GAP: TimeDelta = TimeDelta::minutes(1);

/// Which kinds a person wants to hear of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    pub dead_lettered: bool,
    pub switched_off: bool,
    pub nobody_sweeps: bool,
    pub canary_failed: bool,
    pub recovered: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutKind {
    DeadLettered,
    SwitchedOff,
}

/// A routine that the scheduler put out of the schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Out {
    pub id: RoutineId,
    pub name: String,
    pub kind: OutKind,
    pub since: Instant,
    /// Why, in a sentence.
    pub error: String,
}

/// One look at a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// Another database begins anew: what it holds already is no news.
    pub database: String,
    pub at: Instant,
    pub silent: bool,
    /// The newest ones.
    pub out: Vec<Out>,
    /// Everything that fails, counted: backing off, dead-lettered, switched off.
    pub failing: u32,
    /// Plans that stopped since their canary failed, and what they were to bring back.
    pub failed_canaries: Vec<(RevivePlanId, String)>,
}

/// A notice as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub title: String,
    pub body: String,
    /// The page that shows what it is about.
    pub route: String,
}

/// What is remembered between two looks.
#[derive(Debug, Clone, Default)]
pub struct Board {
    last: Option<Observed>,
    waiting: Waiting,
    told_at: Option<Instant>,
}

#[derive(Debug, Clone, Default)]
struct Waiting {
    out: BTreeMap<(OutKind, String), Vec<Out>>,
    canaries: Vec<(RevivePlanId, String)>,
    silent: bool,
    sweeps_again: bool,
    recovered: u32,
}

impl Board {
    /// Takes a look in, and answers what is to be told now.
    pub fn look(&mut self, observed: Observed, wanted: Wanted) -> Option<Notice> {
        let now = observed.at;
        let last = self.last.replace(observed.clone());
        match last.filter(|last| last.database == observed.database) {
            Some(last) => self.waiting.add(&last, observed, wanted),
            None => self.waiting = Waiting::default(),
        }
        // A clock that was set back must not silence it.
        let rests = |told: Instant| now >= told && now - told < LEAST_GAP;
        if self.told_at.is_some_and(rests) {
            return None;
        }
        let notice = std::mem::take(&mut self.waiting).notice()?;
        self.told_at = Some(now);
        Some(notice)
    }
}

impl Board {
    /// How things stand, in a few words.
    pub fn standing(&self) -> String {
        match &self.last {
            None => "Nothing is open".to_owned(),
            Some(seen) => {
                let sweeps = if seen.silent {
                    "Nobody sweeps"
                } else {
                    "Sweeping"
                };
                match seen.failing {
                    0 => format!("{sweeps}, nothing fails"),
                    1 => format!("{sweeps}, 1 routine fails"),
                    many => format!("{sweeps}, {many} routines fail"),
                }
            }
        }
    }
}

impl Waiting {
    fn add(&mut self, last: &Observed, seen: Observed, wanted: Wanted) {
        let known: HashSet<_> = last.out.iter().map(|out| (out.id, out.since)).collect();
        let mut began = 0;
        for out in seen.out {
            // One that shows only because newer ones have gone is no news.
            if known.contains(&(out.id, out.since)) || out.since < last.at - LEAST_GAP {
                continue;
            }
            began += 1;
            let is_wanted = match out.kind {
                OutKind::DeadLettered => wanted.dead_lettered,
                OutKind::SwitchedOff => wanted.switched_off,
            };
            if is_wanted {
                let group = (out.kind, fingerprint("", &out.error));
                self.out.entry(group).or_default().push(out);
            }
        }
        let is_new = |canary: &&(RevivePlanId, String)| !last.failed_canaries.contains(canary);
        if wanted.canary_failed {
            let new = seen.failed_canaries.iter().filter(is_new).cloned();
            self.canaries.extend(new);
        }
        match (last.silent, seen.silent) {
            // Silence that ended before it was told never was.
            (true, false) if self.silent => self.silent = false,
            (true, false) => self.sweeps_again |= wanted.recovered,
            (false, true) => {
                self.silent |= wanted.nobody_sweeps;
                self.sweeps_again = false;
            }
            _ => {}
        }
        if wanted.recovered && began == 0 {
            self.recovered += last.failing.saturating_sub(seen.failing);
        }
    }

    fn notice(self) -> Option<Notice> {
        let mut titles = Vec::new();
        let mut lines = Vec::new();
        let mut routes = Vec::new();
        if self.silent {
            titles.push("Nobody sweeps".to_owned());
            lines.push(
                "No worker has looked for work. Nothing will fire until one does.".to_owned(),
            );
            routes.push("/scheduler".to_owned());
        }
        for kind in [OutKind::DeadLettered, OutKind::SwitchedOff] {
            let groups: Vec<_> = self.out.iter().filter(|((of, _), _)| *of == kind).collect();
            let count: usize = groups.iter().map(|(_, routines)| routines.len()).sum();
            if count == 0 {
                continue;
            }
            titles.push(match kind {
                OutKind::DeadLettered => format!("{} dead-lettered", were(count)),
                OutKind::SwitchedOff => format!("{} switched off", were(count)),
            });
            lines.extend(groups.iter().map(|(_, routines)| line(routines)));
            routes.push(match (groups.as_slice(), kind) {
                ([(_, one)], _) if one.len() == 1 => format!("/routines/{}", one[0].id),
                (_, OutKind::DeadLettered) => "/failures/dead".to_owned(),
                (_, OutKind::SwitchedOff) => "/failures/off".to_owned(),
            });
        }
        for (plan, subject) in self.canaries {
            titles.push("A canary failed".to_owned());
            lines.push(format!("{subject}: nothing else was brought back."));
            routes.push(format!("/failures/revive/{plan}"));
        }
        if self.sweeps_again {
            titles.push("The scheduler sweeps again".to_owned());
            routes.push("/scheduler".to_owned());
        }
        if self.recovered > 0 {
            titles.push(match self.recovered {
                1 => "1 routine recovered".to_owned(),
                many => format!("{many} routines recovered"),
            });
            routes.push("/today".to_owned());
        }
        if titles.is_empty() {
            return None;
        }
        Some(Notice {
            title: titles.join(", "),
            body: lines.join("\n"),
            route: match routes.as_slice() {
                [one] => one.clone(),
                _ => "/today".to_owned(),
            },
        })
    }
}

fn were(count: usize) -> String {
    match count {
        1 => "1 routine was".to_owned(),
        many => format!("{many} routines were"),
    }
}

/// What a group has in common: its error's first line, and whose it is.
fn line(routines: &[Out]) -> String {
    let error = routines.first().map_or("", |out| &out.error);
    let error = error.lines().next().unwrap_or_default();
    match routines {
        [one] => format!("{}: {error}", one.name),
        [first, others @ ..] => format!("{} and {} more: {error}", first.name, others.len()),
        [] => String::new(),
    }
}
