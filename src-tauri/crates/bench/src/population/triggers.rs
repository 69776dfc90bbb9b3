//! The schedules that are dealt out, and the times at which they fired.

use chrono::Duration;
use routine_domain::{Instant, TriggerSpec, instant::rfc3339, trigger::Trigger};

use crate::{
    BenchError, BenchResult,
    raw::{Raw, quoted},
};

/// What administrators write: office hours, nights, every few minutes, in several zones.
pub fn everyday() -> Vec<TriggerSpec> {
    let mut triggers = Vec::new();
    for zone in ["America/New_York", "Europe/Berlin", "Asia/Tokyo", "UTC"] {
        for minute in [0, 5, 20, 30, 45, 52] {
            for expression in [
                format!("{minute} 9 * * 1-5"),
                format!("{minute} 2 * * *"),
                format!("{minute} * * * *"),
                format!("{minute} 6,18 * * *"),
            ] {
                triggers.push(TriggerSpec::Cron {
                    expression,
                    zone: zone.to_owned(),
                });
            }
        }
    }
    triggers
}

/// `population_triggers` with each one's neighbouring fires, and `population_times` with its newest
/// `layers` passed ones, the newest first.
pub(super) async fn write(
    raw: &mut Raw,
    specs: &[TriggerSpec],
    layers: u32,
    now: Instant,
) -> BenchResult<()> {
    let mut triggers = Vec::new();
    let mut times = Vec::new();
    for (number, spec) in specs.iter().enumerate() {
        let trigger = spec.parse()?;
        let next = trigger.next_after(now).ok_or_else(ended)?;
        let passed = newest(&trigger, layers.max(1) as usize, now)?;
        let written = serde_json::to_string(spec).map_err(|error| {
            BenchError::Place(format!("A trigger cannot be written as JSON: {error}."))
        })?;
        triggers.push(format!(
            "({number}, {}, {}, {}, {})",
            quoted(kind(spec)),
            quoted(&written),
            next.timestamp_millis(),
            passed[0].timestamp_millis()
        ));
        times.extend(passed.iter().enumerate().map(|(layer, at)| {
            let (ms, key) = (at.timestamp_millis(), rfc3339(*at));
            format!("({number}, {}, {ms}, '{key}')", layer + 1)
        }));
    }
    raw.run_all(&[
        "CREATE TEMPORARY TABLE population_triggers (number BIGINT PRIMARY KEY, kind TEXT, spec TEXT, next_ms BIGINT, newest_ms BIGINT)".into(),
        format!("INSERT INTO population_triggers VALUES {}", triggers.join(", ")),
        "CREATE TEMPORARY TABLE population_times (number BIGINT, layer BIGINT, ms BIGINT, written TEXT, PRIMARY KEY (number, layer))".into(),
    ])
    .await?;
    for some in times.chunks(5_000) {
        raw.run(format!(
            "INSERT INTO population_times VALUES {}",
            some.join(", ")
        ))
        .await?;
    }
    raw.run(raw.pick("SELECT 1", "ANALYZE population_times"))
        .await?;
    Ok(())
}

/// The newest `count` occurrences up to now, looked for further and further back.
fn newest(trigger: &Trigger, count: usize, now: Instant) -> BenchResult<Vec<Instant>> {
    let mut span = Duration::days(1);
    loop {
        let from = now - span;
        let mut found = trigger.fires(from, now, usize::MAX);
        if found.len() >= count {
            found.reverse();
            found.truncate(count);
            return Ok(found);
        }
        span = span * 2;
        if span > Duration::days(366 * 40) {
            return Err(ended());
        }
    }
}

fn kind(spec: &TriggerSpec) -> &'static str {
    match spec {
        TriggerSpec::Cron { .. } => "cron",
        TriggerSpec::Interval { .. } => "interval",
        TriggerSpec::Once { .. } => "once",
        TriggerSpec::Manual => "manual",
    }
}

fn ended() -> BenchError {
    BenchError::Place("A trigger of the population does not fire often enough.".into())
}
