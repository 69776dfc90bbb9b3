//! What must hold of every answer.

use chrono::{NaiveDateTime, TimeZone};
use chrono_tz::Tz;
use proptest::prelude::*;
use routine_domain::{Instant, Invalid, Trigger, Zone, preview};

type Checked = Result<(), TestCaseError>;

/// A refusal is one sentence that fits on a screen.
pub fn teach(refused: &Invalid) -> Checked {
    prop_assert_eq!(&refused.field, "trigger.cron");
    prop_assert!(refused.message.ends_with('.'), "{}", refused.message);
    prop_assert!(
        refused.message.chars().count() <= 400,
        "{}",
        refused.message
    );
    Ok(())
}

pub fn words_and_floor(trigger: &Trigger, from: Instant) -> Checked {
    prop_assert!(!trigger.describe().sentence.is_empty());
    prop_assert_eq!(trigger.spec().parse(), Ok(trigger.clone()));
    let least = trigger.check_floor(1).unwrap().least_seconds.unwrap();
    for floor in [1, 60, 900, 86_400, u32::MAX] {
        prop_assert_eq!(trigger.check_floor(floor).is_ok(), floor <= least);
        prop_assert_eq!(trigger.check_seconds(floor).is_ok(), {
            let five_fields = trigger.check_seconds(u32::MAX).is_ok();
            floor < 60 || five_fields
        });
    }
    for warning in trigger.floor_warnings(least, from, 3) {
        prop_assert!(warning.gap_seconds < least && warning.first < warning.second);
    }
    Ok(())
}

/// Each after the one before, at a time that its clock really shows.
pub fn fires(trigger: &Trigger, from: Instant) -> Checked {
    let mut last = from;
    for at in trigger.after(from).take(30) {
        prop_assert!(at > last, "{at} is not after {last}");
        let zone = trigger.zone().unwrap_or(Zone::UTC);
        prop_assert!(is_shown(zone, zone.reading_at(at), at), "{at} in {zone}");
        last = at;
    }
    Ok(())
}

pub fn preview(trigger: &Trigger, from: Instant) -> Checked {
    let preview = preview::preview(trigger, from, 10);
    let fires: Vec<Instant> = preview.fires.iter().map(|fire| fire.at).collect();
    prop_assert_eq!(fires, trigger.after(from).take(10).collect::<Vec<_>>());
    let zone = trigger.zone().unwrap_or(Zone::UTC);
    for fire in &preview.fires {
        prop_assert!(
            is_shown(zone, fire.wall_clock, fire.at),
            "{fire:?} in {zone}"
        );
    }
    prop_assert!(preview.not_fired.len() <= 64 && preview.effects.len() <= 16);
    prop_assert!(preview.not_fired.is_sorted_by_key(|entry| entry.at));
    prop_assert!(preview.not_fired.iter().all(|entry| entry.at > from));
    Ok(())
}

pub fn passed(trigger: &Trigger, from: Instant, now: Instant) -> Checked {
    let passed = trigger.passed(from, now).unwrap();
    prop_assert_eq!(passed.first, from);
    prop_assert!(passed.newest >= from && passed.newest <= now);
    prop_assert_eq!(passed.next, trigger.next_after(now));
    let others = trigger.count_between(from, now);
    prop_assert_eq!(passed.count, others.saturating_add(1));
    prop_assert_eq!(others == 0, trigger.newest(from, now).is_none());
    Ok(())
}

pub fn diff(old: &Trigger, new: &Trigger, from: Instant, to: Instant) -> Checked {
    let diff = preview::diff(old, new, from, to);
    prop_assert_eq!(diff.first, new.next_after(from));
    for list in [&diff.gone, &diff.come] {
        prop_assert!(list.len() <= 200 && list.is_sorted_by(|a, b| a < b));
        prop_assert!(list.iter().all(|at| *at > from && *at <= to));
    }
    if diff.complete {
        let kept = diff.fires_before as usize - diff.gone.len();
        prop_assert_eq!(kept + diff.come.len(), diff.fires_after as usize);
    }
    Ok(())
}

/// Whether a clock in the zone shows the reading at the instant, as chrono-tz has it.
fn is_shown(zone: Zone, reading: NaiveDateTime, at: Instant) -> bool {
    let zone: Tz = zone.name().parse().unwrap();
    let shown = zone.from_local_datetime(&reading);
    [shown.earliest(), shown.latest()].contains(&Some(at.with_timezone(&zone)))
}
