//! One schedule, three times: as ours, as the `cron` crate's and as `croner`'s.

use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use cron::Schedule;
use croner::Cron;
use routine_domain::{CronExpression, Instant, Trigger, Zone};

pub struct Routine {
    pub trigger: Trigger,
    pub zone: Tz,
    schedule: Schedule,
    croner: Cron,
}

impl Routine {
    /// Five fields, weekdays by name: the one way of writing that all three read alike.
    pub fn new(expression: &str, zone: &str) -> Self {
        Self {
            trigger: Trigger::Cron {
                expression: parse(expression),
                zone: Zone::parse(zone).unwrap(),
            },
            zone: zone.parse().unwrap(),
            schedule: parse_by_cron(expression),
            croner: parse_by_croner(expression),
        }
    }

    pub fn next(&self, from: &DateTime<Tz>) -> Option<Instant> {
        self.trigger.next_after(from.to_utc())
    }

    /// The calendar only, on the same wall-clock reading carried as UTC.
    pub fn next_of_cron(&self, from: &DateTime<Tz>) -> Option<DateTime<Utc>> {
        self.schedule.after(&from.naive_local().and_utc()).next()
    }

    pub fn next_of_croner(&self, from: &DateTime<Tz>) -> Option<DateTime<Tz>> {
        self.croner.find_next_occurrence(from, false).ok()
    }
}

pub fn parse(expression: &str) -> CronExpression {
    CronExpression::parse(expression).unwrap()
}

pub fn parse_by_cron(expression: &str) -> Schedule {
    Schedule::from_str(&format!("0 {expression}")).unwrap()
}

pub fn parse_by_croner(expression: &str) -> Cron {
    Cron::from_str(expression).unwrap()
}

/// Some hundred instants over ten years, at all times of day.
pub fn instants(zone: Tz) -> Vec<DateTime<Tz>> {
    let start: Instant = "2026-01-05T08:00:00Z".parse().unwrap();
    let step = TimeDelta::seconds(86_400 * 37 + 5_077);
    let instants = (0..100).map(|n| (start + step * n).with_timezone(&zone));
    instants.collect()
}
