//! The eight rules restated as a scan over every minute. It asks chrono-tz for the reading of an
//! instant, and shares no idea with the search it checks.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::collections::BTreeSet;

use chrono::{Datelike, NaiveDateTime, TimeDelta, Timelike};
use chrono_tz::Tz;
use proptest::prelude::*;
use routine_domain::{Instant, Zone};

pub mod places;

/// One field as it was generated: its text and what it allows.
#[derive(Debug, Clone)]
pub struct FieldModel {
    pub text: String,
    values: BTreeSet<u32>,
}

impl FieldModel {
    fn starts_with_star(&self) -> bool {
        self.text.starts_with('*')
    }
}

/// A five-field expression with a meaning of its own.
#[derive(Debug, Clone)]
pub struct ExpressionModel {
    pub fields: [FieldModel; 5],
}

impl ExpressionModel {
    pub fn text(&self) -> String {
        self.fields
            .each_ref()
            .map(|field| field.text.as_str())
            .join(" ")
    }

    fn matches(&self, reading: NaiveDateTime) -> bool {
        let [minute, hour, month_day, month, weekday] = &self.fields;
        let on_day = month_day.values.contains(&reading.day());
        let on_weekday = weekday
            .values
            .contains(&reading.weekday().num_days_from_sunday());
        minute.values.contains(&reading.minute())
            && hour.values.contains(&reading.hour())
            && month.values.contains(&reading.month())
            && match month_day.starts_with_star() || weekday.starts_with_star() {
                true => on_day && on_weekday,
                false => on_day || on_weekday,
            }
    }

    /// Fires with `from < fire <= to`. Starts looking two days earlier, to know what the clock
    /// has shown before.
    pub fn fires(&self, clock: &Clock, from: Instant, to: Instant) -> Vec<Instant> {
        let [minute, hour, ..] = &self.fields;
        let interval_like = minute.starts_with_star() || hour.starts_with_star();
        let mut latest = clock.minutes[0].1 - TimeDelta::minutes(1);
        let mut fires = Vec::new();
        for &(at, reading) in &clock.minutes {
            let fires_now = if interval_like {
                self.matches(reading)
            } else {
                // What the clock shows for the first time now, or has just jumped over.
                let fresh = (reading - latest).num_minutes().max(0);
                (0..fresh).any(|back| self.matches(reading - TimeDelta::minutes(back)))
            };
            latest = latest.max(reading);
            if fires_now && at > from && at <= to {
                fires.push(at);
            }
        }
        fires
    }
}

/// What the clock of a zone shows at each minute of a stretch of time.
pub struct Clock {
    minutes: Vec<(Instant, NaiveDateTime)>,
}

impl Clock {
    /// From two days before `from` up to `to`.
    pub fn record(zone: Zone, from: Instant, to: Instant) -> Self {
        let tz: Tz = zone.name().parse().unwrap();
        let start = (from - TimeDelta::days(2)).timestamp() / 60;
        let minutes = (start..=to.timestamp() / 60)
            .map(|minute| {
                let at = chrono::DateTime::from_timestamp(minute * 60, 0).unwrap();
                (at, at.with_timezone(&tz).naive_local())
            })
            .collect();
        Self { minutes }
    }
}

/// A field over `low..=high`; `wide` says how often it is a plain `*`.
fn field(low: u32, high: u32, wide: u32) -> impl Strategy<Value = FieldModel> {
    let range = move || (low..=high, low..=high).prop_map(|(a, b)| (a.min(b), a.max(b)));
    let step = 1..=(high - low).max(2);
    let item = prop_oneof![
        (low..=high).prop_map(|a| (a.to_string(), (a..=a).collect::<Vec<_>>())),
        range().prop_map(|(a, b)| (format!("{a}-{b}"), (a..=b).collect())),
        (range(), step.clone()).prop_map(|((a, b), n)| {
            (
                format!("{a}-{b}/{n}"),
                (a..=b).step_by(n as usize).collect(),
            )
        }),
        step.clone()
            .prop_map(move |n| { (format!("*/{n}"), (low..=high).step_by(n as usize).collect()) }),
        (low..=high, step).prop_map(move |(a, n)| {
            (format!("{a}/{n}"), (a..=high).step_by(n as usize).collect())
        }),
    ];
    let list = proptest::collection::vec(item, 1..4).prop_map(|items| FieldModel {
        text: items
            .iter()
            .map(|(text, _)| text.as_str())
            .collect::<Vec<_>>()
            .join(","),
        values: items.into_iter().flat_map(|(_, values)| values).collect(),
    });
    let all = FieldModel {
        text: "*".to_owned(),
        values: (low..=high).collect(),
    };
    prop_oneof![wide => Just(all), 4 => list]
}

pub fn expression() -> impl Strategy<Value = ExpressionModel> {
    let weekday = field(0, 7, 12).prop_map(|mut field| {
        if field.values.remove(&7) {
            field.values.insert(0);
        }
        field
    });
    (
        field(0, 59, 1),
        field(0, 23, 2),
        field(1, 31, 8),
        field(1, 12, 12),
        weekday,
    )
        .prop_map(
            |(minute, hour, month_day, month, weekday)| ExpressionModel {
                fields: [minute, hour, month_day, month, weekday],
            },
        )
}

/// The model of a text that uses `*`, numbers, lists and `*/n` only.
pub fn plain(text: &str) -> ExpressionModel {
    let bounds = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 6)];
    let mut fields = text
        .split(' ')
        .zip(bounds)
        .map(|(text, (low, high))| FieldModel {
            text: text.to_owned(),
            values: match (text, text.strip_prefix("*/")) {
                ("*", _) => (low..=high).collect(),
                (_, Some(step)) => (low..=high).step_by(step.parse().unwrap()).collect(),
                _ => text
                    .split(',')
                    .map(|value| value.parse().unwrap())
                    .collect(),
            },
        });
    ExpressionModel {
        fields: std::array::from_fn(|_| fields.next().expect("five fields")),
    }
}
