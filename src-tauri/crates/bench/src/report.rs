//! What a measurement says: its figure, the floor of the same run, and where it was taken.

use std::collections::BTreeMap;

use routine_store::Engine;
use serde::Serialize;

use crate::{BenchResult, place::Place, raw::Raw};

#[derive(Debug, Serialize)]
pub struct Report {
    pub scenario: &'static str,
    /// `sqlite` or `postgres`.
    pub database: &'static str,
    pub routines: u32,
    pub workers: u32,
    /// Rounds measured; each figure is their median.
    pub runs: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fires_per_second: Option<f64>,
    /// Of a scenario that fires nothing: how often a second the raw statement does the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor_fires_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio_to_floor: Option<f64>,
    /// The scenario's own figures; the unit stands in the name.
    #[serde(flatten)]
    pub figures: BTreeMap<String, f64>,
    pub settings: BTreeMap<&'static str, String>,
    pub machine: Machine,
}

#[derive(Debug, Serialize)]
pub struct Machine {
    pub processor: String,
    pub cores: usize,
    /// The load of the last minute, before and after.
    pub load: [f64; 2],
    pub program: &'static str,
    /// Whether the program was built with optimizations; figures without mean nothing.
    pub is_optimized: bool,
}

impl Report {
    pub async fn on(place: &Place, raw: &mut Raw, scenario: &'static str) -> BenchResult<Self> {
        let mut settings = BTreeMap::from([("version", place.version.clone())]);
        for name in raw.pick(
            &["journal_mode", "synchronous"][..],
            &["fsync", "synchronous_commit", "shared_buffers"][..],
        ) {
            let value = match place.engine {
                Engine::Sqlite => {
                    raw.text(format!("SELECT CAST({name} AS TEXT) FROM pragma_{name}"))
                        .await?
                }
                Engine::Postgres => {
                    raw.text(format!("SELECT current_setting('{name}')"))
                        .await?
                }
            };
            settings.insert(name, value);
        }
        Ok(Self {
            scenario,
            database: match place.engine {
                Engine::Sqlite => "sqlite",
                Engine::Postgres => "postgres",
            },
            routines: 0,
            workers: 1,
            runs: 0,
            fires_per_second: None,
            floor_fires_per_second: None,
            ratio_to_floor: None,
            figures: BTreeMap::new(),
            settings,
            machine: Machine::here(),
        })
    }

    pub fn figure(&mut self, name: impl Into<String>, value: f64) {
        self.figures.insert(name.into(), rounded(value));
    }

    /// Fires a second beside the floor's: medians of rounds that took turns.
    pub fn rates(&mut self, ours: &[f64], floor: &[f64]) {
        let (ours, floor) = (median(ours), median(floor));
        self.fires_per_second = Some(rounded(ours));
        self.floor_fires_per_second = Some(rounded(floor));
        self.ratio_to_floor = Some(rounded(ours / floor));
    }

    pub fn finish(mut self) -> Self {
        self.machine.load[1] = load();
        self.floor_fires_per_second = self.floor_fires_per_second.map(rounded);
        self.ratio_to_floor = self.ratio_to_floor.map(rounded);
        self
    }
}

impl Machine {
    fn here() -> Self {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let processor = info
            .lines()
            .find_map(|line| line.strip_prefix("model name"))
            .map_or("unknown", |line| line.trim_start_matches([' ', '\t', ':']));
        Self {
            processor: processor.to_owned(),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            load: [load(), 0.0],
            program: env!("CARGO_PKG_VERSION"),
            is_optimized: !cfg!(debug_assertions),
        }
    }
}

fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split(' ').next().unwrap_or_default();
    first.parse().unwrap_or_default()
}

pub fn median(values: &[f64]) -> f64 {
    percentile(values, 50)
}

/// The value that so many of a hundred do not exceed.
pub fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

/// To four digits that mean something.
fn rounded(value: f64) -> f64 {
    let scale = match value.abs() {
        whole if whole >= 1_000.0 => 1.0,
        some if some >= 1.0 => 100.0,
        _ => 10_000.0,
    };
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!((median(&values), percentile(&values, 99)), (50.0, 99.0));
        assert_eq!(percentile(&[7.0], 95), 7.0);
        assert_eq!(percentile(&[], 95), 0.0);
    }
}
