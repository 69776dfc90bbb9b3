//! The questions that the calendar and the records answer: was it on, was it planned, was a clock
//! change near, and, where there is no row at all, why.

use chrono::TimeDelta;

use super::{Check, CheckVerdict, Facts, Proof, Question, check, said};
use crate::{
    Instant, Trigger,
    cron::{CronExpression, Mark, NotFiredReason},
    recorded_plan::{CREATED, Expected, ScheduleChange, Standing},
    zone::{ClockChange, TZDB_VERSION, Zone},
};

/// A clock change this close may have to do with it.
const NEAR: TimeDelta = TimeDelta::hours(24);

pub(super) fn checks(facts: &Facts<'_>) -> Vec<Check> {
    vec![was_on(facts), was_planned(facts), clock_change(facts)]
}

fn was_on(facts: &Facts<'_>) -> Check {
    let asked = |verdict, answer: String| check(Question::WasOn, verdict, answer);
    let Some(span) = facts.plan.at(facts.at) else {
        return match facts.plan.spans.first().map(|span| span.began) {
            Some(first) if first.kind == CREATED => asked(
                CheckVerdict::No,
                format!("It was only made at {}.", facts.said(first.at)),
            )
            .shown_by([proof(first)]),
            Some(first) => asked(
                CheckVerdict::Unknown,
                format!("The records begin at {}.", facts.said(first.at)),
            ),
            None => asked(CheckVerdict::Unknown, "Nothing was recorded of it.".into()),
        };
    };
    let since = standing_since(facts, span.began);
    let verdict = match span.began.standing {
        Standing::On => CheckVerdict::Yes,
        Standing::Off | Standing::DeadLettered | Standing::Deleted => CheckVerdict::No,
    };
    let mut answer = standing(facts, since);
    if facts.plan.unrecorded_change && span.ended.is_none() {
        answer.push_str(" It was changed since without a record of it.");
    }
    asked(verdict, answer).shown_by([proof(since)])
}

/// The change since which the routine stood as it did.
fn standing_since<'a>(facts: &'a Facts<'_>, began: &'a ScheduleChange) -> &'a ScheduleChange {
    let spans = facts.plan.spans.iter().rev().map(|span| span.began);
    spans
        .skip_while(|change| *change != began)
        .take_while(|change| change.standing == began.standing)
        .last()
        .unwrap_or(began)
}

fn standing(facts: &Facts<'_>, since: &ScheduleChange) -> String {
    let when = facts.said(since.at);
    let why = since
        .reason
        .as_ref()
        .map(|reason| format!(" ({reason})"))
        .unwrap_or_default();
    match since.standing {
        Standing::On => format!("On since {when}, revision {}.", since.revision),
        Standing::Off if since.kind == "routine.switched_off" => {
            format!("Switched off by the system since {when}{why}.")
        }
        Standing::Off => format!("Off by {} since {when}{why}.", since.actor),
        Standing::DeadLettered => format!("Dead-lettered since {when}."),
        Standing::Deleted => format!("Deleted by {} since {when}.", since.actor),
    }
}

fn was_planned(facts: &Facts<'_>) -> Check {
    let asked = |verdict, answer: String| check(Question::WasPlanned, verdict, answer);
    let proof = facts.plan.at(facts.at).map(|span| proof(span.began));
    let Some(trigger) = facts.trigger() else {
        return asked(CheckVerdict::Unknown, "Its trigger cannot be read.".into());
    };
    if facts.is_planned() {
        return asked(CheckVerdict::Yes, words_of(&trigger)).shown_by(proof);
    }
    let answer = match &trigger {
        Trigger::Manual => "It has no schedule: it fires by hand.".to_owned(),
        Trigger::Cron { expression, zone } => left_out(expression, *zone, facts.at)
            .unwrap_or_else(|| format!("Not one of its times: {}", words_of(&trigger))),
        Trigger::Interval(_) | Trigger::Once { .. } => {
            format!("Not one of its times: {}", words_of(&trigger))
        }
    };
    asked(CheckVerdict::No, answer).shown_by(proof)
}

fn words_of(trigger: &Trigger) -> String {
    match trigger {
        Trigger::Cron { expression, zone } => format!("{expression} in {zone}."),
        _ => format!("{}.", trigger.describe().sentence.trim_end_matches('.')),
    }
}

/// A clock time that matches and has no fire of its own.
fn left_out(expression: &CronExpression, zone: Zone, at: Instant) -> Option<String> {
    let mut changes = zone.changes(at - NEAR, at + NEAR);
    let found = changes.find_map(|change| {
        expression
            .not_fired(change)
            .take(100)
            .find(|left_out| left_out.at == at)
    })?;
    let time = found.wall_clock.format("%H:%M");
    Some(match found.reason {
        NotFiredReason::SecondPass => {
            format!("Not fired again: {time} came twice, the first one fired.")
        }
        NotFiredReason::InGap => {
            format!("{time} did not exist: the clock was put forward over it.")
        }
        NotFiredReason::MergedAfterGap => {
            format!("{time} did not exist: the fire after the gap stands for it.")
        }
    })
}

fn clock_change(facts: &Facts<'_>) -> Check {
    let asked = |verdict, answer: String| check(Question::ClockChangeNear, verdict, answer);
    let Some((trigger, zone)) = facts
        .trigger()
        .and_then(|trigger| trigger.zone().map(|zone| (trigger, zone)))
    else {
        return asked(
            CheckVerdict::No,
            "No clock moves it: it follows no zone.".into(),
        );
    };
    let release = Proof::ZoneData {
        release: TZDB_VERSION.to_owned(),
    };
    let near = zone.changes(facts.at - NEAR, facts.at + NEAR).next();
    let answered = match near {
        Some(change) => asked(
            CheckVerdict::Yes,
            format!("{}{}", moved(&change, zone), mark(&trigger, zone, facts.at)),
        ),
        None => asked(
            CheckVerdict::No,
            match zone.next_change(facts.at) {
                Some(change) => format!("The next one is {}.", said::time(change.at, Some(zone))),
                None => format!("{zone} has none within two years."),
            },
        ),
    };
    answered.shown_by([release])
}

fn moved(change: &ClockChange, zone: Zone) -> String {
    format!(
        "{} became {} at {}.",
        change.reading_before().format("%H:%M"),
        change.reading_after().format("%H:%M"),
        said::time(change.at, Some(zone))
    )
}

fn mark(trigger: &Trigger, zone: Zone, at: Instant) -> String {
    let Trigger::Cron { expression, .. } = trigger else {
        return String::new();
    };
    let fires = expression.next_after(zone, at - TimeDelta::milliseconds(1)) == Some(at);
    match fires.then(|| expression.mark(zone, at)).flatten() {
        Some(Mark::MovedFromGap { wall_clock }) => format!(
            " {} did not exist, fired at {}.",
            wall_clock.format("%H:%M"),
            zone.reading_at(at).format("%H:%M")
        ),
        Some(Mark::FirstOfTwo) => " This clock time comes twice, and the first one fires.".into(),
        None => String::new(),
    }
}

fn proof(change: &ScheduleChange) -> Proof {
    Proof::Change {
        at: change.at,
        revision: change.revision,
    }
}

/// Why there is no row, of a time that has passed.
pub(super) fn answer(facts: &Facts<'_>, checks: &[Check]) -> (Question, String) {
    let stopped = checks
        .iter()
        .take(2)
        .find(|check| check.verdict != CheckVerdict::Yes);
    if let Some(check) = stopped {
        return (
            check.question,
            format!("Did not fire: {}", lower(&check.answer)),
        );
    }
    let at = facts.said(facts.at);
    if let Some(since) = facts.forgotten() {
        return (
            Question::LookedInTime,
            format!(
                "Not provable: runs recorded before {} are no longer kept.",
                facts.said(since)
            ),
        );
    }
    let answer = match facts.expected() {
        Some(Expected::Decided) => {
            format!("Lost: {at} was planned and decided, and no row says what became of it.")
        }
        Some(Expected::Uncertain) => {
            "Not provable: what was planned at that time is not known for certain.".to_owned()
        }
        Some(Expected::BackingOff) => {
            "Not fired: it is backing off after a failed launch, and the retry will record it."
                .into()
        }
        Some(Expected::Explained) => dropped(facts),
        Some(Expected::Awaited) | None => match &facts.swept {
            Some(swept) => format!(
                "Not decided yet: {} swept at {} without taking it, so no worker is able to, or it was late by a pass.",
                swept.worker,
                facts.said(swept.at)
            ),
            None => format!("Not decided yet: nobody has swept since {at}."),
        },
    };
    (Question::LookedInTime, answer)
}

/// The change that came before anybody looked.
pub(super) fn dropped(facts: &Facts<'_>) -> String {
    let ended = facts.plan.at(facts.at).and_then(|span| span.ended);
    match ended {
        Some(change) if change.standing == Standing::On => format!(
            "Dropped: the schedule changed to revision {} at {}, before anybody looked.",
            change.revision,
            facts.said(change.at)
        ),
        Some(change) => format!(
            "Did not fire: {} Nobody had looked before.",
            lower(&standing(facts, change))
        ),
        None => "Did not fire: it was out of the schedule.".to_owned(),
    }
}

pub(super) fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
