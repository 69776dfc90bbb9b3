//! The half hours around now: which one an instant falls into, and how many fires each will see.

use std::collections::{BTreeMap, HashMap};

use chrono::TimeDelta;

use crate::{Instant, TriggerSpec, instant::from_millis};

pub const SLOT_SECONDS: i64 = 1_800;

/// The beginning of the half hour (of UTC) that `at` falls into.
pub fn slot_of(at: Instant) -> Instant {
    let millis = SLOT_SECONDS * 1_000;
    from_millis(at.timestamp_millis().div_euclid(millis) * millis).unwrap_or(at)
}

/// What waits in the schedule, many alike counted once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    pub trigger: TriggerSpec,
    pub next_fire_at: Instant,
    /// `next_fire_at` is the retry of a launch that failed, and no occurrence.
    pub retries: bool,
    pub routines: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SlotPlan {
    pub fires: u32,
    /// Of these, triggers that fire a single time.
    pub once: u32,
    pub retries: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    pub slots: BTreeMap<Instant, SlotPlan>,
    /// The budget ended before every trigger was looked at.
    pub is_cut: bool,
}

/// The fires with `now < fire <= until`, at most `budget` of them computed: triggers that are written
/// alike are computed once.
pub fn plan(planned: &[Planned], now: Instant, until: Instant, budget: usize) -> Plan {
    let mut plan = Plan::default();
    let mut alike: HashMap<&TriggerSpec, (Vec<&Planned>, u32)> = HashMap::new();
    let mut order = Vec::new();
    for each in planned {
        if each.retries && each.next_fire_at <= until {
            let slot = slot_of(each.next_fire_at.max(now));
            plan.slots.entry(slot).or_default().retries += each.routines;
        }
        let (members, routines) = alike.entry(&each.trigger).or_insert_with(|| {
            order.push(&each.trigger);
            (Vec::new(), 0)
        });
        members.push(each);
        *routines += each.routines;
    }
    let mut left = budget;
    for spec in order {
        let Some((members, routines)) = alike.get(spec) else {
            continue;
        };
        if left == 0 {
            plan.is_cut = true;
            break;
        }
        let fires = match spec.parse() {
            Ok(trigger) => trigger.fires(now, until, left),
            Err(_) => Vec::new(),
        };
        left -= fires.len();
        plan.is_cut |= left == 0;
        let is_once = matches!(spec, TriggerSpec::Once { .. });
        for at in fires {
            // While a launch is tried again, nothing else of its routine fires.
            let held: u32 = members
                .iter()
                .filter(|each| each.retries && each.next_fire_at >= at)
                .map(|each| each.routines)
                .sum();
            let slot = plan.slots.entry(slot_of(at)).or_default();
            slot.fires += routines - held;
            if is_once {
                slot.once += routines - held;
            }
        }
    }
    plan
}

/// How many fires `now < fire <= until` do not happen because their routine is out of the schedule.
/// None where there are too many to count.
pub fn held_back(stopped: &[(TriggerSpec, u32)], now: Instant, until: Instant) -> Option<u32> {
    /// Computed in all; a routine that fires each minute takes 1,440 a day.
    const BUDGET: usize = 20_000;
    let mut left = BUDGET;
    let mut held = 0_u32;
    for (spec, routines) in stopped {
        let fires = spec
            .parse()
            .map_or(0, |trigger| trigger.fires(now, until, left).len());
        left -= fires;
        if left == 0 {
            return None;
        }
        let fires = u32::try_from(fires).unwrap_or(u32::MAX);
        held = held.saturating_add(fires.saturating_mul(*routines));
    }
    Some(held)
}

/// The window of the axis: a day behind and a day ahead, in whole slots.
pub fn window(now: Instant) -> (Instant, Instant) {
    let here = slot_of(now);
    (here - TimeDelta::days(1), here + TimeDelta::days(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Instant {
        from_millis(1_700_006_400_000 + minutes * 60_000).unwrap()
    }

    fn every(minutes: u32) -> TriggerSpec {
        TriggerSpec::Interval {
            every_seconds: minutes * 60,
            anchor: at(0),
        }
    }

    fn planned(trigger: TriggerSpec, next: i64, retries: bool, routines: u32) -> Planned {
        Planned {
            trigger,
            next_fire_at: at(next),
            retries,
            routines,
        }
    }

    #[test]
    fn slots_are_half_hours() {
        assert_eq!(slot_of(at(29)), at(0));
        assert_eq!(slot_of(at(30)), at(30));
        let (from, to) = window(at(44));
        assert_eq!((from, to), (at(30 - 1_440), at(30 + 1_440)));
    }

    #[test]
    fn fires_are_counted_once_per_routine_and_half_hour() {
        let waits = [
            planned(every(10), 10, false, 3),
            planned(TriggerSpec::Once { at: at(45) }, 45, false, 1),
        ];
        let plan = plan(&waits, at(0), at(60), 1_000);
        assert!(!plan.is_cut);
        let slots: Vec<_> = plan.slots.into_iter().collect();
        let fires = |fires, once| SlotPlan {
            fires,
            once,
            retries: 0,
        };
        assert_eq!(
            slots,
            [
                (at(0), fires(6, 0)),
                (at(30), fires(10, 1)),
                (at(60), fires(3, 0))
            ]
        );
    }

    #[test]
    fn a_retry_holds_back_the_fires_before_it() {
        let waits = [planned(every(10), 25, true, 2)];
        let plan = plan(&waits, at(0), at(29), 1_000);
        assert_eq!(
            plan.slots[&at(0)],
            SlotPlan {
                fires: 0,
                once: 0,
                retries: 2
            }
        );
    }

    #[test]
    fn a_budget_that_ends_is_said() {
        let waits = [
            planned(every(1), 1, false, 1),
            planned(every(2), 2, false, 1),
        ];
        assert!(plan(&waits, at(0), at(60), 60).is_cut);
        assert!(!plan(&waits, at(0), at(60), 91).is_cut);
    }

    #[test]
    fn what_is_stopped_holds_back_its_fires() {
        let stopped = [(every(30), 2), (TriggerSpec::Manual, 1)];
        assert_eq!(held_back(&stopped, at(0), at(90)), Some(6));
        let many: Vec<_> = (0..30).map(|_| (every(1), 1)).collect();
        assert_eq!(held_back(&many, at(0), at(1_440)), None);
    }
}
