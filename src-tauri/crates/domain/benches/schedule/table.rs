//! The medians of this run in one table, read from what criterion keeps.

use std::{fmt, fs, path::PathBuf};

use serde_json::Value;

pub struct Table {
    folder: PathBuf,
    rows: Vec<Row>,
}

struct Row {
    title: String,
    /// Median nanoseconds of ours, `cron` and `croner`, where they were measured.
    medians: [Option<f64>; 3],
    /// The largest ratio to `cron` that is wanted.
    most: Option<f64>,
}

impl Table {
    /// Forgets what earlier runs left in the folder.
    pub fn new(folder: PathBuf) -> Self {
        fs::remove_dir_all(&folder).ok();
        Self {
            folder,
            rows: Vec::new(),
        }
    }

    /// Takes up a case that has just been measured; nothing where a filter left it out.
    pub fn row(&mut self, title: &str, most: Option<f64>) {
        let medians = ["ours", "cron", "croner"].map(|name| self.median(title, name));
        if medians[0].is_some() {
            self.rows.push(Row {
                title: title.to_owned(),
                medians,
                most,
            });
        }
    }

    fn median(&self, title: &str, name: &str) -> Option<f64> {
        let case = title.replace([':', '/'], "_");
        let file = self.folder.join(case).join(name).join("new/estimates.json");
        let estimates: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
        estimates["median"]["point_estimate"].as_f64()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "\n| case | ours | cron | croner | ours / cron | wanted | ours / croner |"
        )?;
        writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")?;
        for Row {
            title,
            medians: [ours, cron, croner],
            most,
        } in &self.rows
        {
            let ratio = |peer: &Option<f64>| ours.zip(*peer).map(|(ours, peer)| ours / peer);
            writeln!(
                out,
                "| {title} | {} | {} | {} | {} | {} | {} |",
                cell(*ours, time),
                cell(*cron, time),
                cell(*croner, time),
                cell(ratio(cron), |ratio| format!("{ratio:.2}")),
                cell(*most, |most| format!("≤ {most}")),
                cell(ratio(croner), |ratio| format!("{ratio:.2}")),
            )?;
        }
        Ok(())
    }
}

fn cell(value: Option<f64>, shown: impl Fn(f64) -> String) -> String {
    value.map(shown).unwrap_or_default()
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns < 10_000.0 => format!("{ns:.0} ns"),
        ns if ns < 10_000_000.0 => format!("{:.1} µs", ns / 1_000.0),
        ns => format!("{:.1} ms", ns / 1_000_000.0),
    }
}
