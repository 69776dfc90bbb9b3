//! What the window takes on a large database: how soon a page can be used once its data is there, how
//! it scrolls beside an empty page, how many rows stand in it, and what an hour of live refresh leaves
//! in memory. Prints one JSON object. Each round is a window of its own, so that every page is new.

mod machine;
mod report;
mod visit;

use std::{
    path::{Path, PathBuf},
    process::{ExitCode, Stdio},
};

use clap::Parser;
use routine_desktop_tests::{App, Display, Error, Page, Result, built_app};
use serde_json::json;
use tempfile::TempDir;
use tokio::process::Command;

use machine::{Machine, memory_of};
use report::{Memory, Report};
use visit::{PAGES, Visit};

#[derive(Debug, Parser)]
struct Args {
    /// A database that `routinectl demo --runs` has filled; left out, one is made and removed again.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    routines: u32,
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    runs: u32,
    /// Windows that are opened; each figure is their median.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How often a list is read again by itself; an hour has 720.
    #[arg(long, value_name = "N", default_value_t = 720)]
    refreshes: u32,
    /// How many times as often as usual.
    #[arg(long, value_name = "TIMES", default_value_t = 20)]
    haste: u32,
}

#[tokio::main]
async fn main() -> ExitCode {
    match measure(&Args::parse()).await {
        Ok(report) => {
            println!("{}", json!(report));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("desk_bench: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(args: &Args) -> Result<Report> {
    let machine = Machine::here();
    let home = tempfile::tempdir()?;
    let database = match &args.database {
        Some(file) => std::path::absolute(file)?,
        None => filled(&home, args).await?,
    };
    let settings = json!({ "last_connection": format!("sqlite:{}", database.display()) });
    let display = Display::open().await?;
    let mut report = Report::new(args.routines, args.runs, args.rounds);
    for round in 1..=args.rounds {
        // Opened as the first time, where nothing but the database is remembered.
        std::fs::write(home.path().join("settings.json"), settings.to_string())?;
        let app = App::open(&display, home.path(), &[]).await?;
        let page = app.page();
        page.resize(1280, 820).await?;
        page.wait_for_text("Nobody is sweeping.").await?;
        visit::listen(page).await?;
        for place in PAGES {
            let visit = Visit::to(page, place).await?;
            eprintln!("round {round}: {}: {visit}", place.name);
            report.add(place.name, visit);
        }
        if round == args.rounds && args.refreshes > 0 {
            report.memory = Some(refreshed(page, home.path(), args).await?);
        }
        report.asked(visit::calls(page).await?);
        app.close().await?;
    }
    report.machine = Some(machine.again());
    Ok(report)
}

async fn filled(home: &TempDir, args: &Args) -> Result<PathBuf> {
    let file = home.path().join("desk.db");
    let status = Command::new(built_app().await?.with_file_name("routinectl"))
        .arg("--database")
        .arg(format!("sqlite:{}", file.display()))
        .args(["demo", "--routines", &args.routines.to_string()])
        .args(["--runs", &args.runs.to_string()])
        .stdout(Stdio::null())
        .status()
        .await?;
    if status.success() {
        Ok(file)
    } else {
        Err(Error::NotBuilt)
    }
}

/// Reads the list of runs again and again, as a window does that stays open.
async fn refreshed(page: &Page, home: &Path, args: &Args) -> Result<Memory> {
    visit::hurry(page, args.haste).await?;
    let tenth = (args.refreshes / 10).max(1);
    // What the page needs once, it has by now.
    visit::refreshes(page, tenth).await?;
    let start = memory_of(home, "WebKitWebProcess")?;
    let program = memory_of(home, "routine-desk")?;
    let mut web = vec![start];
    for _ in 0..10 {
        visit::refreshes(page, tenth).await?;
        web.push(memory_of(home, "WebKitWebProcess")?);
    }
    Ok(Memory {
        refreshes: tenth * 10,
        web_process_mib: web,
        application_mib: [program, memory_of(home, "routine-desk")?],
    })
}
