//! Holds the rows against the books: what must be there, and what must not.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{Duration, SecondsFormat};
use routine_domain::{Instant, Misfire, Overlap, TriggerSpec};

use super::{history::Book, outside::Seen, rows::RunRow};

/// The shortest wait before a launch that failed is tried again.
const SHORTEST_WAIT_SECONDS: i64 = 60;

/// Held while the history goes on: a run that has ended stays as it is.
#[derive(Default)]
pub struct Ends(HashMap<String, String>);

impl Ends {
    pub fn observe(&mut self, runs: &[RunRow]) {
        for run in runs.iter().filter(|run| !run.is_open()) {
            let before = self.0.insert(run.id.clone(), run.status.clone());
            let stands = before
                .as_ref()
                .is_none_or(|before| *before == run.status || *before == "abandoned");
            assert!(stands, "run {} was {before:?}, now {}", run.id, run.status);
        }
    }
}

/// At most one run of a routine is open that its schedule asked for, unless its rule allows more.
pub fn judge_overlap(books: &[&Book], runs: &[RunRow]) {
    let mut open: HashMap<&str, Vec<&RunRow>> = HashMap::new();
    for run in runs.iter().filter(|run| run.is_open() && !run.by_hand) {
        open.entry(&run.routine).or_default().push(run);
    }
    for book in books.iter().filter(|book| book.overlap != Overlap::Allow) {
        let mut open = open.remove(&*book.id.to_string()).unwrap_or_default();
        // What is claimed under a schedule that is no more will be skipped, whatever else is open.
        open.retain(|run| {
            run.status != "claimed" || run.schedule_revision == book.schedule_revision
        });
        let waiting = open.iter().filter(|run| run.waits).count();
        let going = open.len() - waiting;
        let may_wait = usize::from(book.overlap == Overlap::QueueOne);
        assert!(going <= 1, "{going} runs of {} overlap: {open:#?}", book.id);
        assert!(
            waiting <= may_wait,
            "{waiting} runs of {} wait: {open:#?}",
            book.id
        );
    }
}

/// After everything has come to rest at `now`.
pub fn judge(book: &Book, runs: &[&RunRow], seen: &[&Seen], now: Instant) {
    let id = book.id;
    let mut decided: BTreeMap<u32, BTreeSet<Instant>> = BTreeMap::new();
    let mut attempts: BTreeMap<Instant, Vec<&RunRow>> = BTreeMap::new();
    for run in runs {
        assert!(
            !run.is_open(),
            "{id}: run {} is {} still",
            run.id,
            run.status
        );
        let Some(scheduled_for) = run.scheduled_for else {
            assert_eq!(run.key, format!("{id}:run:{}", run.id));
            continue;
        };
        let at = scheduled_for.to_rfc3339_opts(SecondsFormat::Millis, true);
        assert_eq!(run.key, format!("{id}:{at}"), "{id}: a key");
        let trigger = &book.triggers[&run.schedule_revision];
        let decides = match run.missed {
            None => vec![scheduled_for],
            Some((until, count)) => {
                let passed = planned(trigger, scheduled_for - Duration::milliseconds(1), until);
                assert_eq!(
                    passed.len(),
                    count as usize,
                    "{id}: missed from {at} to {until}"
                );
                passed
            }
        };
        assert!(
            is_planned(trigger, scheduled_for),
            "{id}: {at} was never planned"
        );
        if run.attempt <= 1 {
            let before = decided.entry(run.schedule_revision).or_default();
            for occurrence in decides {
                assert!(
                    before.insert(occurrence),
                    "{id}: {occurrence} was decided twice"
                );
            }
        }
        if run.attempt >= 1 {
            attempts.entry(scheduled_for).or_default().push(run);
        }
    }
    for (occurrence, attempts) in &mut attempts {
        attempts.sort_by_key(|run| run.attempt);
        judge_attempts(book, *occurrence, attempts);
    }
    let all: BTreeSet<Instant> = decided.values().flatten().copied().collect();
    for span in book.spans.iter().filter(|span| !span.is_vague) {
        // Where the clock was set back, claims before and after it are of the same times.
        let own = decided.get(&span.schedule_revision);
        let mut lost = None;
        for occurrence in planned(&span.trigger, span.from, span.to.unwrap_or(now)) {
            match lost {
                None if !all.contains(&occurrence) => lost = Some(occurrence),
                Some(lost) if own.is_some_and(|own| own.contains(&occurrence)) => {
                    panic!("{id}: {lost} left no trace, {occurrence} did")
                }
                _ => {}
            }
        }
        // What passed undecided before the routine left the schedule is explained by its leaving.
        if span.to.is_none() {
            assert_eq!(
                lost, None,
                "{id}: left no trace, in the schedule since {}",
                span.from
            );
        }
    }
    judge_launches(book, runs, seen);
    let by_hand = runs.iter().filter(|run| run.by_hand).count();
    assert_eq!(
        by_hand, book.by_hand as usize,
        "{id}: runs asked for by hand"
    );
    let failures = runs
        .iter()
        .filter(|run| run.status == "schedule_failed")
        .count();
    if book.dead {
        let marked = runs.iter().any(|run| run.dead_lettered);
        assert!(
            marked && failures >= book.policy.dead_letter_after as usize,
            "{id}: a dead letter of {failures} failures"
        );
    }
}

/// Each attempt but the last ended as a failed launch, and the next came no sooner than its wait.
fn judge_attempts(book: &Book, occurrence: Instant, attempts: &[&RunRow]) {
    let id = book.id;
    for (pair, number) in attempts.windows(2).zip(1..) {
        let (before, after) = (pair[0], pair[1]);
        assert_eq!(
            before.status, "schedule_failed",
            "{id}: {occurrence} was tried again"
        );
        assert_eq!(
            (before.attempt, after.attempt),
            (number, number + 1),
            "{id}: {occurrence}"
        );
        let wait = Duration::seconds(SHORTEST_WAIT_SECONDS);
        let earliest = before.finished_at.unwrap() + wait;
        assert!(
            after.recorded_at >= earliest,
            "{id}: {occurrence} was tried again too soon"
        );
    }
    let first = attempts[0].attempt;
    assert_eq!(first, 1, "{id}: {occurrence} begins with attempt {first}");
    let missed = attempts.iter().any(|run| run.status == "missed");
    assert!(
        !missed || book.misfire == Misfire::Skip,
        "{id}: {occurrence} was missed"
    );
}

fn judge_launches(book: &Book, runs: &[&RunRow], seen: &[&Seen]) {
    let id = book.id;
    let rows: HashMap<&str, &RunRow> = runs.iter().map(|run| (&*run.id, *run)).collect();
    let mut starts: HashMap<&str, u32> = HashMap::new();
    for launch in seen {
        let run = rows.get(&*launch.run.to_string());
        let run = run.unwrap_or_else(|| panic!("{id}: {} was launched and is no run", launch.run));
        assert_eq!(run.key, launch.key, "{id}: the key of a launch");
        assert_eq!(
            run.scheduled_for, launch.scheduled_for,
            "{id}: the time of a launch"
        );
        assert!(
            !matches!(&*run.status, "skipped" | "missed" | "cancelled"),
            "{id}: {} was launched and is {}",
            run.key,
            run.status
        );
        *starts.entry(&launch.key).or_default() += u32::from(launch.starts_for_good);
    }
    let doubled = starts.iter().find(|(_, starts)| **starts > 1);
    assert_eq!(doubled, None, "{id}: started twice");
    let launched: BTreeSet<_> = seen.iter().map(|launch| launch.run.to_string()).collect();
    for run in runs
        .iter()
        .filter(|run| matches!(&*run.status, "succeeded" | "failed"))
    {
        assert!(
            launched.contains(&run.id),
            "{id}: {} ended and was never launched",
            run.key
        );
    }
}

fn is_planned(trigger: &TriggerSpec, at: Instant) -> bool {
    planned(trigger, at - Duration::milliseconds(1), at) == [at]
}

/// The planned times after `from`, up to and with `to`.
fn planned(trigger: &TriggerSpec, from: Instant, to: Instant) -> Vec<Instant> {
    match trigger {
        TriggerSpec::Manual => Vec::new(),
        TriggerSpec::Once { at } => Vec::from_iter((from < *at && *at <= to).then_some(*at)),
        TriggerSpec::Interval {
            every_seconds,
            anchor,
        } => {
            let every = i64::from(*every_seconds) * 1_000;
            let first = ((from - *anchor).num_milliseconds().div_euclid(every) + 1).max(0);
            (first..)
                .map(|number| *anchor + Duration::milliseconds(number * every))
                .take_while(|at| *at <= to)
                .collect()
        }
        TriggerSpec::Cron { .. } => unreachable!("no history has one"),
    }
}
