//! One page of the window, opened and scrolled. All times are taken inside the page.

use std::{fmt, time::Duration};

use routine_desktop_tests::{Page, Result, Scrolled};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::report::median;

/// A page with all its refreshes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
const FRAMES: u32 = 150;

const LISTEN: &str = include_str!("listen.js");
const OPEN: &str = include_str!("open.js");
const REFRESH: &str = include_str!("refresh.js");

/// Nothing that was not there before: what the frame itself costs.
const EMPTY: &str = include_str!("empty.js");

pub struct Place {
    pub name: &'static str,
    address: &'static str,
    /// Whose answers are the page's data.
    commands: &'static [&'static str],
    /// What stands in it when they are drawn.
    shown: &'static str,
}

const ROW: &str = "[role=row][data-index]";

pub const PAGES: &[Place] = &[
    Place {
        name: "Today",
        address: "#/today",
        commands: &["get_today", "get_timeline", "list_runs"],
        shown: "main svg",
    },
    Place {
        name: "Routines",
        address: "#/routines",
        commands: &["list_routines"],
        shown: ROW,
    },
    Place {
        name: "Runs",
        address: "#/runs",
        commands: &["list_runs"],
        shown: ROW,
    },
    Place {
        name: "Failures",
        address: "#/failures",
        commands: &["list_failures"],
        shown: "main section",
    },
    Place {
        name: "Journal",
        address: "#/journal",
        commands: &["list_journal"],
        shown: ROW,
    },
    Place {
        name: "Scheduler",
        address: "#/scheduler",
        commands: &["get_scheduler"],
        shown: "main h2",
    },
];

#[derive(Debug, Deserialize)]
pub struct Opened {
    pub data_to_interactive_ms: f64,
    /// The slowest of the page's own commands.
    pub command_ms: f64,
}

#[derive(Debug, Deserialize)]
pub struct Call {
    pub command: String,
    pub ms: f64,
}

#[derive(Debug)]
pub struct Visit {
    pub opened: Opened,
    pub scrolled: Scrolled,
    pub empty: Scrolled,
}

impl Visit {
    /// From a page without rows, and back to it.
    pub async fn to(page: &Page, place: &Place) -> Result<Self> {
        let script = OPEN
            .replace("$ADDRESS", &json!(place.address).to_string())
            .replace("$COMMANDS", &json!(place.commands).to_string())
            .replace("$SHOWN", &json!(place.shown).to_string());
        let opened = read(page.outcome(&script, PATIENCE).await?)?;
        let scrolled = page.scroll(FRAMES).await?;
        page.script(EMPTY).await?;
        let empty = page.scroll(FRAMES).await?;
        page.script("document.querySelector('[data-empty-page]').remove(); document.getElementById('root').style.display = ''; location.hash = '#/settings'")
            .await?;
        page.wait_until("!document.querySelector('main [role=row], main article')")
            .await?;
        page.settle().await?;
        Ok(Self {
            opened,
            scrolled,
            empty,
        })
    }

    pub fn frame_ratio(&self) -> f64 {
        median(self.scrolled.frames.clone()) / median(self.empty.frames.clone())
    }
}

impl fmt::Display for Visit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:.0} ms after an answer of {:.0} ms, frames of {:.0} ms beside {:.0} ms, {} rows at most",
            self.opened.data_to_interactive_ms,
            self.opened.command_ms,
            median(self.scrolled.frames.clone()),
            median(self.empty.frames.clone()),
            self.scrolled.rows_at_most
        )
    }
}

/// From here on the page notes when it asks and when it is answered.
pub async fn listen(page: &Page) -> Result<()> {
    page.script(LISTEN).await?;
    page.script("location.hash = '#/settings'").await?;
    page.wait_until("!document.querySelector('main [role=row]')")
        .await?;
    page.settle().await
}

pub async fn calls(page: &Page) -> Result<Vec<Call>> {
    read(page.script("return window.deskBench.all").await?)
}

/// Opens Runs and lets it read by itself so many times as often.
pub async fn hurry(page: &Page, haste: u32) -> Result<()> {
    page.script(&format!(
        "const usual = window.setInterval; \
         window.setInterval = (act, ms, ...rest) => usual(act, ms / {haste}, ...rest); \
         location.hash = '#/runs'"
    ))
    .await?;
    page.wait_until(&format!("document.querySelector('{ROW}')"))
        .await
}

pub async fn refreshes(page: &Page, times: u32) -> Result<()> {
    let script = REFRESH.replace("$TIMES", &times.to_string());
    page.outcome(&script, PATIENCE).await?;
    Ok(())
}

fn read<T: DeserializeOwned>(answer: Value) -> Result<T> {
    serde_json::from_value(answer).map_err(|error| std::io::Error::other(error).into())
}
