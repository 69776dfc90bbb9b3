//! What is printed: medians over the rounds, each beside what it is compared with.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    machine::Machine,
    visit::{Call, Visit},
};

#[derive(Debug, Serialize)]
pub struct Report {
    scenario: &'static str,
    database: &'static str,
    routines: u32,
    runs: u32,
    rounds: u32,
    pages: BTreeMap<&'static str, Figures>,
    /// Every command that the window asked for, from the question to its answer in the page.
    commands: BTreeMap<String, Asked>,
    pub memory: Option<Memory>,
    pub machine: Option<Machine>,
    #[serde(skip)]
    visits: BTreeMap<&'static str, Vec<Visit>>,
    #[serde(skip)]
    calls: BTreeMap<String, Vec<f64>>,
}

#[derive(Debug, Default, Serialize)]
struct Figures {
    /// From the answer to the page being drawn and free for the next key.
    data_to_interactive_ms: f64,
    command_ms: f64,
    frame_ms: f64,
    empty_page_frame_ms: f64,
    frame_ratio: f64,
    rows_at_most: u32,
    farthest_row: u32,
    elements: u32,
}

#[derive(Debug, Serialize)]
struct Asked {
    times: usize,
    median_ms: f64,
    slowest_ms: f64,
}

#[derive(Debug, Serialize)]
pub struct Memory {
    pub refreshes: u32,
    /// At the start and after each tenth.
    pub web_process_mib: Vec<f64>,
    /// At the start and at the end.
    pub application_mib: [f64; 2],
}

impl Report {
    pub fn new(routines: u32, runs: u32, rounds: u32) -> Self {
        Self {
            scenario: "desk",
            database: "sqlite",
            routines,
            runs,
            rounds,
            pages: BTreeMap::new(),
            commands: BTreeMap::new(),
            memory: None,
            machine: None,
            visits: BTreeMap::new(),
            calls: BTreeMap::new(),
        }
    }

    pub fn add(&mut self, name: &'static str, visit: Visit) {
        let visits = self.visits.entry(name).or_default();
        visits.push(visit);
        let of = |figure: &dyn Fn(&Visit) -> f64| median(visits.iter().map(figure).collect());
        let most = |count: &dyn Fn(&Visit) -> u32| visits.iter().map(count).max().unwrap_or(0);
        let figures = Figures {
            data_to_interactive_ms: of(&|visit| visit.opened.data_to_interactive_ms),
            command_ms: of(&|visit| visit.opened.command_ms),
            frame_ms: of(&|visit| median(visit.scrolled.frames.clone())),
            empty_page_frame_ms: of(&|visit| median(visit.empty.frames.clone())),
            frame_ratio: of(&|visit| visit.frame_ratio()),
            rows_at_most: most(&|visit| visit.scrolled.rows_at_most),
            farthest_row: most(&|visit| visit.scrolled.farthest_row),
            elements: most(&|visit| visit.scrolled.elements),
        };
        self.pages.insert(name, figures);
    }

    pub fn asked(&mut self, calls: Vec<Call>) {
        for call in calls {
            self.calls.entry(call.command).or_default().push(call.ms);
        }
        let asked = |(command, times): (&String, &Vec<f64>)| {
            let asked = Asked {
                times: times.len(),
                median_ms: median(times.clone()),
                slowest_ms: times.iter().copied().fold(0.0, f64::max),
            };
            (command.clone(), asked)
        };
        self.commands = self.calls.iter().map(asked).collect();
    }
}

pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let middle = figures.get(figures.len() / 2).copied().unwrap_or(0.0);
    // A tenth of a millisecond is as fine as any of them is.
    (middle * 100.0).round() / 100.0
}
