//! What a trigger is going to do, for a person to read before it is saved. The fires are those of
//! `Trigger::next_after`, as the engine claims them; this module only explains them.

use chrono::{NaiveDateTime, TimeDelta};
use serde::{Deserialize, Serialize};

use crate::{
    Instant, Trigger,
    cron::{CronExpression, CronKind, Mark, NotFired},
    words::Description,
    zone::{ClockChange, Zone},
};

mod diff;

pub use diff::{Diff, diff};

/// Times without a fire are listed up to here; a field says when there are more.
const MOST_NOT_FIRED: usize = 64;

/// How far clock changes are looked at for their effect: the next two of any zone that has some.
const EFFECT_HORIZON: TimeDelta = TimeDelta::days(366);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    pub description: Description,
    /// For cron only.
    pub kind: Option<CronKind>,
    pub fires: Vec<PreviewFire>,
    /// Matching times without a fire, from the start up to the fire that follows the listed ones.
    pub not_fired: Vec<NotFired>,
    /// Whether `not_fired` had to be cut short.
    pub not_fired_is_cut: bool,
    /// The next one of the trigger's zone, whether it touches the trigger or not.
    pub next_clock_change: Option<ClockChange>,
    /// What the clock changes of the coming year do to this trigger.
    pub effects: Vec<ChangeEffect>,
}

/// One fire as the clock on the wall shows it; UTC for triggers without a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewFire {
    pub at: Instant,
    pub wall_clock: NaiveDateTime,
    pub offset_seconds: i32,
    pub mark: Option<Mark>,
}

/// What one clock change does to a trigger: nothing, when all three are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeEffect {
    pub change: ClockChange,
    /// The fire that takes the place of what falls into the gap.
    pub moved: Option<PreviewFire>,
    /// Matching times that stay without a fire of their own.
    pub not_fired: u32,
    /// Fires that the second pass adds.
    pub repeated: u32,
}

/// The first `count` fires after `from`, with everything worth knowing about them.
pub fn preview(trigger: &Trigger, from: Instant, count: usize) -> Preview {
    let fires: Vec<PreviewFire> = trigger
        .after(from)
        .take(count)
        .map(|at| shown(trigger, at))
        .collect();
    let (not_fired, not_fired_is_cut) = match (trigger, fires.last()) {
        (Trigger::Cron { expression, zone }, Some(last)) => {
            let until = trigger.next_after(last.at).unwrap_or(last.at);
            without_fire(expression, *zone, from, until)
        }
        _ => (Vec::new(), false),
    };
    Preview {
        description: trigger.describe(),
        kind: match trigger {
            Trigger::Cron { expression, .. } => Some(expression.kind()),
            _ => None,
        },
        fires,
        not_fired,
        not_fired_is_cut,
        next_clock_change: trigger.zone().and_then(|zone| zone.next_change(from)),
        effects: effects(trigger, from),
    }
}

fn shown(trigger: &Trigger, at: Instant) -> PreviewFire {
    let zone = trigger.zone().unwrap_or(Zone::UTC);
    PreviewFire {
        at,
        wall_clock: zone.reading_at(at),
        offset_seconds: zone.offset_at(at),
        mark: match trigger {
            Trigger::Cron { expression, zone } => expression.mark(*zone, at),
            _ => None,
        },
    }
}

fn without_fire(
    expression: &CronExpression,
    zone: Zone,
    from: Instant,
    until: Instant,
) -> (Vec<NotFired>, bool) {
    // A second pass may have begun before `from` and still have times to come.
    let changes = zone.changes(
        from.checked_sub_signed(TimeDelta::days(1)).unwrap_or(from),
        until,
    );
    let mut listed: Vec<NotFired> = changes
        .filter(|change| !change.is_gap() || change.at > from)
        .flat_map(|change| expression.not_fired(change))
        .filter(|entry| entry.at > from && entry.at <= until)
        .take(MOST_NOT_FIRED + 1)
        .collect();
    let is_cut = listed.len() > MOST_NOT_FIRED;
    listed.truncate(MOST_NOT_FIRED);
    (listed, is_cut)
}

fn effects(trigger: &Trigger, from: Instant) -> Vec<ChangeEffect> {
    let (Trigger::Cron { expression, zone }, Some(until)) =
        (trigger, from.checked_add_signed(EFFECT_HORIZON))
    else {
        return Vec::new();
    };
    let effect = |change: ClockChange| {
        let at_change = trigger.next_after(change.at - TimeDelta::milliseconds(1));
        ChangeEffect {
            change,
            moved: at_change
                .filter(|at| *at == change.at)
                .map(|at| shown(trigger, at))
                .filter(|fire| matches!(fire.mark, Some(Mark::MovedFromGap { .. }))),
            not_fired: u32::try_from(expression.count_not_fired(&change)).unwrap_or(u32::MAX),
            repeated: u32::try_from(expression.repeated(&change)).unwrap_or(u32::MAX),
        }
    };
    zone.changes(from, until).map(effect).collect()
}
